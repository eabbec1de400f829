import type { CallOptions, UpdateOptions } from "../../src/options.js";
import type { InputOf } from "../../src/rest/typed-client.js";
import type { components, operations } from "./types.js";
type Schemas = components["schemas"];
type Shape<T> = T;
/**
 * A rented container on a GPU or CPU machine. Every field that is not required may be missing, and
 * fields not listed here may appear.
 */
export interface Pod extends Shape<Schemas["Pod"]> {
}
/** The host that a Pod runs on: its hardware, its place and its prices. */
export interface Machine extends Shape<Schemas["Machine"]> {
}
/**
 * A GPU model with its prices. Prices are in USD per hour for one GPU; one that is missing is not
 * offered.
 */
export interface GpuType extends Shape<Schemas["GpuType"]> {
}
/** The CPU model of a machine. */
export interface CpuType extends Shape<Schemas["CpuType"]> {
}
/** A commitment to rent for a fixed time at a lower hourly price. */
export interface SavingsPlan extends Shape<Schemas["SavingsPlan"]> {
}
/**
 * What a new Pod is to be. Every field is optional: give an image or a template, and what differs from
 * the defaults.
 */
export interface PodCreateInput extends InputOf<Schemas["PodCreateInput"]> {
}
/**
 * What to change on a Pod. A field left out stays as it is; the defaults shown are those of creation.
 * Another image, environment, port list or disk size may reset the Pod.
 */
export interface PodUpdateInput extends InputOf<Schemas["PodUpdateInput"]> {
}
/**
 * A Serverless endpoint: a job queue and the workers that scale with it. Every field that is not
 * required may be missing, and fields not listed here may appear.
 */
export interface Endpoint extends Shape<Schemas["Endpoint"]> {
}
/** What a new Serverless endpoint is to be. Only the template is required. */
export interface EndpointCreateInput extends InputOf<Schemas["EndpointCreateInput"]> {
}
/**
 * What to change on a Serverless endpoint. A field left out stays as it is; the defaults shown are
 * those of creation.
 */
export interface EndpointUpdateInput extends InputOf<Schemas["EndpointUpdateInput"]> {
}
/** Storage in one data center that Pods and workers mount, and that outlives them. */
export interface NetworkVolume extends Shape<Schemas["NetworkVolume"]> {
}
/** What a new network volume is to be. All three fields are required. */
export interface NetworkVolumeCreateInput extends InputOf<Schemas["NetworkVolumeCreateInput"]> {
}
/** What to change on a network volume. A field left out stays as it is. */
export interface NetworkVolumeUpdateInput extends InputOf<Schemas["NetworkVolumeUpdateInput"]> {
}
/**
 * Saved container settings that Pods and Serverless endpoints are created from. Every field that is
 * not required may be missing, and fields not listed here may appear.
 */
export interface Template extends Shape<Schemas["Template"]> {
}
/** What a new template is to hold. Name and image are required. */
export interface TemplateCreateInput extends InputOf<Schemas["TemplateCreateInput"]> {
}
/**
 * What to change on a template. A field left out stays as it is; the defaults shown are those of
 * creation. Changes reach the workers of endpoints that use it.
 */
export interface TemplateUpdateInput extends InputOf<Schemas["TemplateUpdateInput"]> {
}
/** Saved credentials of a container registry. User name and password are never sent back. */
export interface ContainerRegistryAuth extends Shape<Schemas["ContainerRegistryAuth"]> {
}
/** Credentials to save for pulling private images. All three fields are required. */
export interface ContainerRegistryAuthCreateInput extends InputOf<Schemas["ContainerRegistryAuthCreateInput"]> {
}
/**
 * What one group (a Pod, an endpoint or a GPU type) was charged in one period. Only the field that
 * `grouping` names identifies the group.
 */
export interface BillingRecord extends Shape<Schemas["BillingRecord"]> {
}
/** What all network volumes of the account together were charged in one period. */
export interface NetworkVolumeBillingRecord extends Shape<Schemas["NetworkVolumeBillingRecord"]> {
}
/**
 * ID of a GPU model. The known models are listed; the service adds and retires models, so any other ID
 * is accepted too.
 */
export type GpuTypeId = InputOf<Schemas["GpuTypeId"]>;
/**
 * ID of a data center, region first. The known ones are listed; sites open and close, so any other ID
 * is accepted too.
 */
export type DataCenterId = InputOf<Schemas["DataCenterId"]>;
/**
 * ID of a CPU generation and RAM ratio: `c` stands for compute, `g` for general use, `m` for much
 * memory. The known flavors are listed, and any other ID is accepted too.
 */
export type CpuFlavorId = InputOf<Schemas["CpuFlavorId"]>;
/**
 * CUDA version that the driver of a machine supports, as `major.minor`. The known versions are listed,
 * and any later one is accepted too.
 */
export type CudaVersion = InputOf<Schemas["CudaVersion"]>;
/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;
/** The query parameters of `pods.list`. */
export interface ListPodsQuery extends InputOf<NonNullable<operations["ListPods"]["parameters"]["query"]>> {
}
/** The query parameters of `pods.get`. */
export interface GetPodQuery extends InputOf<NonNullable<operations["GetPod"]["parameters"]["query"]>> {
}
/** The query parameters of `endpoints.list`. */
export interface ListEndpointsQuery extends InputOf<NonNullable<operations["ListEndpoints"]["parameters"]["query"]>> {
}
/** The query parameters of `endpoints.get`. */
export interface GetEndpointQuery extends InputOf<NonNullable<operations["GetEndpoint"]["parameters"]["query"]>> {
}
/** The query parameters of `templates.list`. */
export interface ListTemplatesQuery extends InputOf<NonNullable<operations["ListTemplates"]["parameters"]["query"]>> {
}
/** The query parameters of `templates.get`. */
export interface GetTemplateQuery extends InputOf<NonNullable<operations["GetTemplate"]["parameters"]["query"]>> {
}
/** The query parameters of `billing.pods`. */
export interface PodBillingQuery extends InputOf<NonNullable<operations["PodBilling"]["parameters"]["query"]>> {
}
/** The query parameters of `billing.endpoints`. */
export interface EndpointBillingQuery extends InputOf<NonNullable<operations["EndpointBilling"]["parameters"]["query"]>> {
}
/** The query parameters of `billing.networkVolumes`. */
export interface NetworkVolumeBillingQuery extends InputOf<NonNullable<operations["NetworkVolumeBilling"]["parameters"]["query"]>> {
}
/** Containers rented on GPU or CPU machines, from creation to deletion. */
export interface PodsResource {
    /**
     * List Pods.
     *
     * Returns the Pods of the account that match every filter given, workers of Serverless endpoints
     * aside. Without filters it returns all of them, in one answer without pages.
     *
     * Sends `GET /pods`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const pods = await cloud.pods.list();
     */
    list(query?: ListPodsQuery, options?: CallOptions): Promise<Pod[]>;
    /**
     * Create a Pod.
     *
     * Creates a Pod and deploys it on a machine that meets the request. Billing starts with deployment.
     * Sent twice, it makes two Pods. It fails when no machine with the wanted hardware is free.
     *
     * Sends `POST /pods`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const pod = await cloud.pods.create({ name: "my pod" });
     */
    create(body: PodCreateInput, options?: CallOptions): Promise<Pod>;
    /**
     * Get a Pod.
     *
     * Returns one Pod with its present state, price and ports. Poll it to see when a new Pod has its
     * public address.
     *
     * Sends `GET /pods/{podId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const pod = await cloud.pods.get("podId");
     */
    get(podId: string, query?: GetPodQuery, options?: CallOptions): Promise<Pod>;
    /**
     * Update a Pod.
     *
     * Changes the fields sent and leaves the rest. Another image, environment, port list or disk size
     * may reset the Pod, which starts the container anew and wipes the container disk; the volume disk
     * is kept.
     *
     * Sends `PATCH /pods/{podId}` or, with `updateMethod: "post"`, `POST /pods/{podId}/update`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const pod = await cloud.pods.update("podId", { name: "my pod" });
     */
    update(podId: string, body: PodUpdateInput, options?: UpdateOptions): Promise<Pod>;
    /**
     * Delete a Pod.
     *
     * Deletes a Pod with its container disk and its volume disk, and ends all billing for it. This
     * cannot be undone. An attached network volume is kept.
     *
     * Sends `DELETE /pods/{podId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.pods.delete("podId");
     */
    delete(podId: string, options?: CallOptions): Promise<void>;
    /**
     * Start or resume a Pod.
     *
     * Starts a stopped Pod, with its volume disk as it was left. Compute is billed again from here on.
     * It fails when the machine has too few free GPUs left.
     *
     * Sends `POST /pods/{podId}/start`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.pods.start("podId");
     */
    start(podId: string, options?: CallOptions): Promise<void>;
    /**
     * Stop a Pod.
     *
     * Stops a Pod and releases its GPUs, which someone else may rent before the next start. The
     * container disk is lost; the volume disk is kept and goes on being billed. A locked Pod refuses.
     *
     * Sends `POST /pods/{podId}/stop`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.pods.stop("podId");
     */
    stop(podId: string, options?: CallOptions): Promise<void>;
    /**
     * Reset a Pod.
     *
     * Wipes the container disk and starts the container anew from its image. The volume disk is kept,
     * and billing goes on. A locked Pod refuses.
     *
     * Sends `POST /pods/{podId}/reset`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.pods.reset("podId");
     */
    reset(podId: string, options?: CallOptions): Promise<void>;
    /**
     * Restart a Pod.
     *
     * Restarts the container in place, on the same machine and with the same GPUs. Processes are ended
     * and started again; the volume disk is kept, and billing goes on.
     *
     * Sends `POST /pods/{podId}/restart`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.pods.restart("podId");
     */
    restart(podId: string, options?: CallOptions): Promise<void>;
}
/** Serverless endpoints, whose workers scale with the jobs that wait. */
export interface EndpointsResource {
    /**
     * List Serverless endpoints.
     *
     * Returns all Serverless endpoints of the account in one answer without pages. Templates and workers
     * are filled in only on request.
     *
     * Sends `GET /endpoints`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const endpoints = await cloud.endpoints.list();
     */
    list(query?: ListEndpointsQuery, options?: CallOptions): Promise<Endpoint[]>;
    /**
     * Create a Serverless endpoint.
     *
     * Creates an endpoint that takes jobs at once and starts workers from the template as they are
     * needed. With `workersMin` above 0, that many workers start now and are billed while idle.
     *
     * Sends `POST /endpoints`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const endpoint = await cloud.endpoints.create({ templateId: "text" });
     */
    create(body: EndpointCreateInput, options?: CallOptions): Promise<Endpoint>;
    /**
     * Get a Serverless endpoint.
     *
     * Returns one endpoint with its scaling rules. Template and workers are filled in only on request.
     *
     * Sends `GET /endpoints/{endpointId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const endpoint = await cloud.endpoints.get("endpointId");
     */
    get(endpointId: string, query?: GetEndpointQuery, options?: CallOptions): Promise<Endpoint>;
    /**
     * Update a Serverless endpoint.
     *
     * Changes the fields sent and leaves the rest. Scaling rules apply at once; another template or
     * other hardware replaces the running workers. `workersMin` above 0 is billed while idle.
     *
     * Sends `PATCH /endpoints/{endpointId}` or, with `updateMethod: "post"`, `POST
     * /endpoints/{endpointId}/update`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const endpoint = await cloud.endpoints.update("endpointId", { name: "text" });
     */
    update(endpointId: string, body: EndpointUpdateInput, options?: UpdateOptions): Promise<Endpoint>;
    /**
     * Delete a Serverless endpoint.
     *
     * Deletes an endpoint, stops its workers and drops the jobs that wait. This cannot be undone. The
     * template and network volumes are kept.
     *
     * Sends `DELETE /endpoints/{endpointId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.endpoints.delete("endpointId");
     */
    delete(endpointId: string, options?: CallOptions): Promise<void>;
}
/** Storage that outlives the Pods and workers which mount it. */
export interface NetworkVolumesResource {
    /**
     * List network volumes.
     *
     * Returns all network volumes of the account in one answer without pages.
     *
     * Sends `GET /networkvolumes`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const networkVolumes = await cloud.networkVolumes.list();
     */
    list(query?: NoQuery, options?: CallOptions): Promise<NetworkVolume[]>;
    /**
     * Create a network volume.
     *
     * Allocates storage in one data center for Pods and workers to share. The full size is billed from
     * now on, filled or not, until the volume is deleted.
     *
     * Sends `POST /networkvolumes`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const networkVolume = await cloud.networkVolumes.create({ name: "text", size: 0, dataCenterId: "EU-RO-1" });
     */
    create(body: NetworkVolumeCreateInput, options?: CallOptions): Promise<NetworkVolume>;
    /**
     * Get a network volume.
     *
     * Returns one network volume with its size and place. The files on it are not reached through this
     * API.
     *
     * Sends `GET /networkvolumes/{networkVolumeId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const networkVolume = await cloud.networkVolumes.get("networkVolumeId");
     */
    get(networkVolumeId: string, query?: NoQuery, options?: CallOptions): Promise<NetworkVolume>;
    /**
     * Update a network volume.
     *
     * Renames a network volume, enlarges it, or both. A volume only grows: a size that is not greater
     * than the current one is refused. The larger size is billed from then on.
     *
     * Sends `PATCH /networkvolumes/{networkVolumeId}` or, with `updateMethod: "post"`, `POST
     * /networkvolumes/{networkVolumeId}/update`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const networkVolume = await cloud.networkVolumes.update("networkVolumeId", { name: "text" });
     */
    update(networkVolumeId: string, body: NetworkVolumeUpdateInput, options?: UpdateOptions): Promise<NetworkVolume>;
    /**
     * Delete a network volume.
     *
     * Deletes a network volume with every file on it, and ends its billing. This cannot be undone.
     *
     * Sends `DELETE /networkvolumes/{networkVolumeId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.networkVolumes.delete("networkVolumeId");
     */
    delete(networkVolumeId: string, options?: CallOptions): Promise<void>;
}
/** Saved container settings for Pods and Serverless endpoints. */
export interface TemplatesResource {
    /**
     * List templates.
     *
     * Returns the templates of the account in one answer without pages. Public, official and
     * endpoint-bound ones are added only on request.
     *
     * Sends `GET /templates`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const templates = await cloud.templates.list();
     */
    list(query?: ListTemplatesQuery, options?: CallOptions): Promise<Template[]>;
    /**
     * Create a template.
     *
     * Saves container settings for Pods or Serverless endpoints to be created from. A template runs
     * nothing and costs nothing by itself.
     *
     * Sends `POST /templates`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const template = await cloud.templates.create({ name: "text", imageName: "text" });
     */
    create(body: TemplateCreateInput, options?: CallOptions): Promise<Template>;
    /**
     * Get a template.
     *
     * Returns one template with its image, disks and environment. Public, official and endpoint-bound
     * ones are found only on request.
     *
     * Sends `GET /templates/{templateId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const template = await cloud.templates.get("templateId");
     */
    get(templateId: string, query?: GetTemplateQuery, options?: CallOptions): Promise<Template>;
    /**
     * Update a template.
     *
     * Changes the fields sent and leaves the rest. Serverless endpoints that use the template replace
     * their workers step by step; Pods that exist already stay as they are.
     *
     * Sends `PATCH /templates/{templateId}` or, with `updateMethod: "post"`, `POST
     * /templates/{templateId}/update`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const template = await cloud.templates.update("templateId", { name: "text" });
     */
    update(templateId: string, body: TemplateUpdateInput, options?: UpdateOptions): Promise<Template>;
    /**
     * Delete a template.
     *
     * Deletes a template, so that nothing new can be created from it. This cannot be undone.
     *
     * Sends `DELETE /templates/{templateId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.templates.delete("templateId");
     */
    delete(templateId: string, options?: CallOptions): Promise<void>;
}
/** Saved credentials with which private images are pulled. */
export interface ContainerRegistryAuthsResource {
    /**
     * List container registry auths.
     *
     * Returns ID and name of all saved registry credentials of the account. User names and passwords are
     * never returned.
     *
     * Sends `GET /containerregistryauth`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const containerRegistryAuths = await cloud.containerRegistryAuths.list();
     */
    list(query?: NoQuery, options?: CallOptions): Promise<ContainerRegistryAuth[]>;
    /**
     * Save container registry credentials.
     *
     * Saves a login with which private images are pulled. The password is write-only: nothing returns
     * it, and to change it the credentials are created anew.
     *
     * Sends `POST /containerregistryauth`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const containerRegistryAuth = await cloud.containerRegistryAuths.create({ name: "text", username: "text", password: "text" });
     */
    create(body: ContainerRegistryAuthCreateInput, options?: CallOptions): Promise<ContainerRegistryAuth>;
    /**
     * Get a container registry auth.
     *
     * Returns ID and name of one set of saved credentials. User name and password are never returned.
     *
     * Sends `GET /containerregistryauth/{containerRegistryAuthId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const containerRegistryAuth = await cloud.containerRegistryAuths.get("containerRegistryAuthId");
     */
    get(containerRegistryAuthId: string, query?: NoQuery, options?: CallOptions): Promise<ContainerRegistryAuth>;
    /**
     * Delete a container registry auth.
     *
     * Deletes saved credentials. This cannot be undone, and pulls of private images that rely on them
     * fail from then on.
     *
     * Sends `DELETE /containerregistryauth/{containerRegistryAuthId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * await cloud.containerRegistryAuths.delete("containerRegistryAuthId");
     */
    delete(containerRegistryAuthId: string, options?: CallOptions): Promise<void>;
}
/** Read-only history of what was charged. */
export interface BillingResource {
    /**
     * Get the billing history of Pods.
     *
     * Returns what Pods were charged, one record for each period and group. Reading it changes nothing
     * and costs nothing.
     *
     * Sends `GET /billing/pods`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const billingRecords = await cloud.billing.pods();
     */
    pods(query?: PodBillingQuery, options?: CallOptions): Promise<BillingRecord[]>;
    /**
     * Get the billing history of Serverless endpoints.
     *
     * Returns what Serverless endpoints were charged, one record for each period and group. Reading it
     * changes nothing and costs nothing.
     *
     * Sends `GET /billing/endpoints`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const billingRecords = await cloud.billing.endpoints();
     */
    endpoints(query?: EndpointBillingQuery, options?: CallOptions): Promise<BillingRecord[]>;
    /**
     * Get the billing history of network volumes.
     *
     * Returns what all network volumes together were charged, one record for each period. Reading it
     * changes nothing and costs nothing.
     *
     * Sends `GET /billing/networkvolumes`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const networkVolumeBillingRecords = await cloud.billing.networkVolumes();
     */
    networkVolumes(query?: NetworkVolumeBillingQuery, options?: CallOptions): Promise<NetworkVolumeBillingRecord[]>;
}
/** Every resource of the surface. */
export interface RestResources {
    /** Containers rented on GPU or CPU machines, from creation to deletion. */
    readonly pods: PodsResource;
    /** Serverless endpoints, whose workers scale with the jobs that wait. */
    readonly endpoints: EndpointsResource;
    /** Storage that outlives the Pods and workers which mount it. */
    readonly networkVolumes: NetworkVolumesResource;
    /** Saved container settings for Pods and Serverless endpoints. */
    readonly templates: TemplatesResource;
    /** Saved credentials with which private images are pulled. */
    readonly containerRegistryAuths: ContainerRegistryAuthsResource;
    /** Read-only history of what was charged. */
    readonly billing: BillingResource;
}
export {};
//# sourceMappingURL=resources.d.ts.map