import type { CallOptions } from "../../src/options.js";
import type { DeleteEndpointMutation, DeleteEndpointMutationVariables, DeleteTemplateMutation, DeleteTemplateMutationVariables, DeployCpuMutation, DeployCpuMutationVariables, DeploySpotMutation, DeploySpotMutationVariables, DeployMutation, DeployMutationVariables, EditJobMutation, EditJobMutationVariables, EndpointQuery, EndpointQueryVariables, EndpointsQuery, GpuAvailabilityQuery, GpuAvailabilityQueryVariables, GpuTypesQuery, GpuTypesQueryVariables, MyselfQuery, PodQuery, PodQueryVariables, PodsQuery, ResumeMutation, ResumeMutationVariables, SaveEndpointMutation, SaveEndpointMutationVariables, SaveTemplateMutation, SaveTemplateMutationVariables, StopMutation, StopMutationVariables, TemplateQuery, TemplateQueryVariables, TemplatesQuery, TerminateMutation, TerminateMutationVariables } from "./types.js";
/** A document without variables. */
export type NoVariables = Record<string, never>;
/** One function per shipped document. */
export interface GraphqlDocuments {
    /**
     * Removes a Serverless endpoint with its queue; refused unless its `workersMin` and `workersMax` are
     * both 0. `deleteEndpoint` is null on success too: a call that does not throw has succeeded.
     *
     * Sends the mutation `deleteEndpoint`.
     */
    deleteEndpoint(variables: DeleteEndpointMutationVariables, options?: CallOptions): Promise<DeleteEndpointMutation>;
    /**
     * Removes a template, found by its name rather than its ID; refused while a Pod or endpoint uses it.
     * `deleteTemplate` is null on success too: a call that does not throw has succeeded.
     *
     * Sends the mutation `deleteTemplate`.
     */
    deleteTemplate(variables: DeleteTemplateMutationVariables, options?: CallOptions): Promise<DeleteTemplateMutation>;
    /**
     * Rents a Pod without a GPU and starts it; it is billed from now on, until it is terminated.
     * `deployCpuPod` is null when no machine with the wanted instance is free, which may also be an
     * error.
     *
     * Sends the mutation `deployCpu`.
     */
    deployCpu(variables: DeployCpuMutationVariables, options?: CallOptions): Promise<DeployCpuMutation>;
    /**
     * Rents a Pod at a bid per GPU and starts it; it is billed from now on, and a higher bid may take
     * the machine away. `podRentInterruptable` is null when no machine is to be had for the bid, which
     * may also be an error.
     *
     * Sends the mutation `deploySpot`.
     */
    deploySpot(variables: DeploySpotMutationVariables, options?: CallOptions): Promise<DeploySpotMutation>;
    /**
     * Rents a Pod that is not taken away and starts it; it is billed from now on, until it is
     * terminated. `podFindAndDeployOnDemand` is null when no machine with the wanted hardware is free,
     * which may also be an error.
     *
     * Sends the mutation `deploy`.
     */
    deploy(variables: DeployMutationVariables, options?: CallOptions): Promise<DeployMutation>;
    /**
     * Changes the container of a Pod and restarts it: the container disk is lost, the volume stays. A
     * field left out of `input` stays as it is; `env` replaces all variables set before.
     *
     * Sends the mutation `editJob`.
     */
    editJob(variables: EditJobMutationVariables, options?: CallOptions): Promise<EditJobMutation>;
    /**
     * Reads one Serverless endpoint with its template, its volume and the workers it has at this moment.
     * `endpoint` is null when no endpoint of the account has this ID.
     *
     * Sends the query `endpoint`.
     */
    endpoint(variables: EndpointQueryVariables, options?: CallOptions): Promise<EndpointQuery>;
    /**
     * Lists the Serverless endpoints of the account with their scaling and hardware, without their
     * environment variables. `myself` is null when the service does not recognize the caller.
     *
     * Sends the query `endpoints`.
     */
    endpoints(variables?: NoVariables, options?: CallOptions): Promise<EndpointsQuery>;
    /**
     * Lists each data center with the stock of each kind of GPU there; `input` sets the conditions that
     * a machine has to meet, by default one GPU in the secure cloud, from which `pods.create` rents. A
     * null stock means that none is free.
     *
     * Sends the query `gpuAvailability`.
     */
    gpuAvailability(variables?: GpuAvailabilityQueryVariables, options?: CallOptions): Promise<GpuAvailabilityQuery>;
    /**
     * Lists the kinds of GPU on offer with memory, hourly prices per GPU and stock; `input` narrows the
     * list, and `price` sets the conditions of `lowestPrice`, by default one GPU in the secure cloud,
     * from which `pods.create` rents. A `price` without `secureCloud` looks at both clouds. A null price
     * or stock means that none is free.
     *
     * Sends the query `gpuTypes`.
     */
    gpuTypes(variables?: GpuTypesQueryVariables, options?: CallOptions): Promise<GpuTypesQuery>;
    /**
     * Reads the account the API key belongs to, with its balance and what it spends per hour. `myself`
     * is null when the service does not recognize the caller.
     *
     * Sends the query `myself`.
     */
    myself(variables?: NoVariables, options?: CallOptions): Promise<MyselfQuery>;
    /**
     * Reads one Pod with its state, costs, machine and, while it runs, the addresses of its ports. `pod`
     * is null when no Pod of the account has this ID; `runtime` is null while the container is not up.
     *
     * Sends the query `pod`.
     */
    pod(variables: PodQueryVariables, options?: CallOptions): Promise<PodQuery>;
    /**
     * Lists every Pod of the account, running or stopped, with its state, costs and the addresses of its
     * ports. `myself` is null when the service does not recognize the caller; `runtime` is null while a
     * container is not up.
     *
     * Sends the query `pods`.
     */
    pods(variables?: NoVariables, options?: CallOptions): Promise<PodsQuery>;
    /**
     * Starts a stopped Pod on the machine that holds its volume; the machine is billed again from now
     * on. It fails when too few GPUs are free there.
     *
     * Sends the mutation `resume`.
     */
    resume(variables: ResumeMutationVariables, options?: CallOptions): Promise<ResumeMutation>;
    /**
     * Creates a Serverless endpoint, or replaces as a whole the one whose `id` is given: a field left
     * out falls back to its default. Workers are billed while they are up, and with `workersMin` above 0
     * some always are.
     *
     * Sends the mutation `saveEndpoint`.
     */
    saveEndpoint(variables: SaveEndpointMutationVariables, options?: CallOptions): Promise<SaveEndpointMutation>;
    /**
     * Creates a template, or overwrites as a whole the one whose `id` is given; a name already taken is
     * refused. Nothing is billed. Send `dockerArgs` as an empty string and `env` as an empty list where
     * there are none.
     *
     * Sends the mutation `saveTemplate`.
     */
    saveTemplate(variables: SaveTemplateMutationVariables, options?: CallOptions): Promise<SaveTemplateMutation>;
    /**
     * Stops a Pod: its container disk is lost and its GPUs are free for others to take, while its volume
     * stays and is billed on. Use `terminate` to end all billing.
     *
     * Sends the mutation `stop`.
     */
    stop(variables: StopMutationVariables, options?: CallOptions): Promise<StopMutation>;
    /**
     * Reads one template, of the account or public, with all that `saveTemplate` takes; `env` may hold
     * secrets. `podTemplate` is null when there is no template with this ID.
     *
     * Sends the query `template`.
     */
    template(variables: TemplateQueryVariables, options?: CallOptions): Promise<TemplateQuery>;
    /**
     * Lists the templates that the account has saved, for Pods and for Serverless endpoints, without
     * their environment variables. `myself` is null when the service does not recognize the caller.
     *
     * Sends the query `templates`.
     */
    templates(variables?: NoVariables, options?: CallOptions): Promise<TemplatesQuery>;
    /**
     * Removes a Pod for good, with its container disk and its own volume, and ends its billing; a
     * network volume survives. `podTerminate` is null on success too: a call that does not throw has
     * succeeded.
     *
     * Sends the mutation `terminate`.
     */
    terminate(variables: TerminateMutationVariables, options?: CallOptions): Promise<TerminateMutation>;
}
/** The names of the functions. */
export declare const documentNames: readonly (keyof GraphqlDocuments)[];
//# sourceMappingURL=functions.d.ts.map