export interface paths {
    "/billing/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing history of Serverless endpoints
         *
         * Returns what Serverless endpoints were charged, one record for each period and group. Reading it changes nothing and costs nothing.
         */
        get: operations["EndpointBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/networkvolumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing history of network volumes
         *
         * Returns what all network volumes together were charged, one record for each period. Reading it changes nothing and costs nothing.
         */
        get: operations["NetworkVolumeBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/pods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the billing history of Pods
         *
         * Returns what Pods were charged, one record for each period and group. Reading it changes nothing and costs nothing.
         */
        get: operations["PodBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/containerregistryauth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List container registry auths
         *
         * Returns ID and name of all saved registry credentials of the account. User names and passwords are never returned.
         */
        get: operations["ListContainerRegistryAuths"];
        put?: never;
        /**
         * Save container registry credentials
         *
         * Saves a login with which private images are pulled. The password is write-only: nothing returns it, and to change it the credentials are created anew.
         */
        post: operations["CreateContainerRegistryAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/containerregistryauth/{containerRegistryAuthId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a container registry auth
         *
         * Returns ID and name of one set of saved credentials. User name and password are never returned.
         */
        get: operations["GetContainerRegistryAuth"];
        put?: never;
        post?: never;
        /**
         * Delete a container registry auth
         *
         * Deletes saved credentials. This cannot be undone, and pulls of private images that rely on them fail from then on.
         */
        delete: operations["DeleteContainerRegistryAuth"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Serverless endpoints
         *
         * Returns all Serverless endpoints of the account in one answer without pages. Templates and workers are filled in only on request.
         */
        get: operations["ListEndpoints"];
        put?: never;
        /**
         * Create a Serverless endpoint
         *
         * Creates an endpoint that takes jobs at once and starts workers from the template as they are needed. With `workersMin` above 0, that many workers start now and are billed while idle.
         */
        post: operations["CreateEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Serverless endpoint
         *
         * Returns one endpoint with its scaling rules. Template and workers are filled in only on request.
         */
        get: operations["GetEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a Serverless endpoint
         *
         * Deletes an endpoint, stops its workers and drops the jobs that wait. This cannot be undone. The template and network volumes are kept.
         */
        delete: operations["DeleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a Serverless endpoint
         *
         * Changes the fields sent and leaves the rest. Scaling rules apply at once; another template or other hardware replaces the running workers. `workersMin` above 0 is billed while idle.
         */
        patch: operations["PatchEndpoint"];
        trace?: never;
    };
    "/endpoints/{endpointId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a Serverless endpoint by POST
         *
         * Does the same as PATCH on the endpoint, for clients and proxies that cannot send PATCH. Scaling rules apply at once; another template or other hardware replaces the running workers.
         */
        post: operations["UpdateEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networkvolumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List network volumes
         *
         * Returns all network volumes of the account in one answer without pages.
         */
        get: operations["ListNetworkVolumes"];
        put?: never;
        /**
         * Create a network volume
         *
         * Allocates storage in one data center for Pods and workers to share. The full size is billed from now on, filled or not, until the volume is deleted.
         */
        post: operations["CreateNetworkVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networkvolumes/{networkVolumeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a network volume
         *
         * Returns one network volume with its size and place. The files on it are not reached through this API.
         */
        get: operations["GetNetworkVolume"];
        put?: never;
        post?: never;
        /**
         * Delete a network volume
         *
         * Deletes a network volume with every file on it, and ends its billing. This cannot be undone.
         */
        delete: operations["DeleteNetworkVolume"];
        options?: never;
        head?: never;
        /**
         * Update a network volume
         *
         * Renames a network volume, enlarges it, or both. A volume only grows: a size that is not greater than the current one is refused. The larger size is billed from then on.
         */
        patch: operations["PatchNetworkVolume"];
        trace?: never;
    };
    "/networkvolumes/{networkVolumeId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a network volume by POST
         *
         * Does the same as PATCH on the network volume, for clients and proxies that cannot send PATCH. A volume only grows: a size that is not greater than the current one is refused.
         */
        post: operations["UpdateNetworkVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Pods
         *
         * Returns the Pods of the account that match every filter given, workers of Serverless endpoints aside. Without filters it returns all of them, in one answer without pages.
         */
        get: operations["ListPods"];
        put?: never;
        /**
         * Create a Pod
         *
         * Creates a Pod and deploys it on a machine that meets the request. Billing starts with deployment. Sent twice, it makes two Pods. It fails when no machine with the wanted hardware is free.
         */
        post: operations["CreatePod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods/{podId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Pod
         *
         * Returns one Pod with its present state, price and ports. Poll it to see when a new Pod has its public address.
         */
        get: operations["GetPod"];
        put?: never;
        post?: never;
        /**
         * Delete a Pod
         *
         * Deletes a Pod with its container disk and its volume disk, and ends all billing for it. This cannot be undone. An attached network volume is kept.
         */
        delete: operations["DeletePod"];
        options?: never;
        head?: never;
        /**
         * Update a Pod
         *
         * Changes the fields sent and leaves the rest. Another image, environment, port list or disk size may reset the Pod, which starts the container anew and wipes the container disk; the volume disk is kept.
         */
        patch: operations["PatchPod"];
        trace?: never;
    };
    "/pods/{podId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a Pod
         *
         * Wipes the container disk and starts the container anew from its image. The volume disk is kept, and billing goes on. A locked Pod refuses.
         */
        post: operations["ResetPod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods/{podId}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a Pod
         *
         * Restarts the container in place, on the same machine and with the same GPUs. Processes are ended and started again; the volume disk is kept, and billing goes on.
         */
        post: operations["RestartPod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods/{podId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or resume a Pod
         *
         * Starts a stopped Pod, with its volume disk as it was left. Compute is billed again from here on. It fails when the machine has too few free GPUs left.
         */
        post: operations["StartPod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods/{podId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a Pod
         *
         * Stops a Pod and releases its GPUs, which someone else may rent before the next start. The container disk is lost; the volume disk is kept and goes on being billed. A locked Pod refuses.
         */
        post: operations["StopPod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pods/{podId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a Pod by POST
         *
         * Does the same as PATCH on the Pod, for clients and proxies that cannot send PATCH. Another image, environment, port list or disk size may reset the Pod, which wipes its container disk.
         */
        post: operations["UpdatePod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         *
         * Returns the templates of the account in one answer without pages. Public, official and endpoint-bound ones are added only on request.
         */
        get: operations["ListTemplates"];
        put?: never;
        /**
         * Create a template
         *
         * Saves container settings for Pods or Serverless endpoints to be created from. A template runs nothing and costs nothing by itself.
         */
        post: operations["CreateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         *
         * Returns one template with its image, disks and environment. Public, official and endpoint-bound ones are found only on request.
         */
        get: operations["GetTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         *
         * Deletes a template, so that nothing new can be created from it. This cannot be undone.
         */
        delete: operations["DeleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template
         *
         * Changes the fields sent and leaves the rest. Serverless endpoints that use the template replace their workers step by step; Pods that exist already stay as they are.
         */
        patch: operations["PatchTemplate"];
        trace?: never;
    };
    "/templates/{templateId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a template by POST
         *
         * Does the same as PATCH on the template, for clients and proxies that cannot send PATCH. Serverless endpoints that use the template replace their workers step by step.
         */
        post: operations["UpdateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** What one group (a Pod, an endpoint or a GPU type) was charged in one period. Only the field that `grouping` names identifies the group. */
        BillingRecord: {
            /** Charge for the group in this period, in USD. */
            amount: number;
            /** Storage in GB that was charged. Missing where the group has none. */
            diskSpaceBilledGb?: number;
            /** ID of the Serverless endpoint charged. Set when the records are grouped by endpoint. */
            endpointId?: string;
            gpuTypeId?: components["schemas"]["GpuTypeId"];
            /** ID of the Pod charged. Set when the records are grouped by Pod. */
            podId?: string;
            /**
             * UTC time at which the period begins. Its length is the `bucketSize` asked for.
             *
             * Format: date-time
             */
            time: string;
            /** Milliseconds of use that were charged. */
            timeBilledMs?: number;
        };
        /** Saved credentials of a container registry. User name and password are never sent back. */
        ContainerRegistryAuth: {
            /** Unique identifier, given as `containerRegistryAuthId` where a private image is named. */
            id: string;
            /** Label chosen by the user. */
            name?: string;
        };
        /** Credentials to save for pulling private images. All three fields are required. */
        ContainerRegistryAuthCreateInput: {
            /** Label to recognize the credentials by. */
            name: string;
            /** Password or access token of the login. It is stored and used for pulls, and no operation ever returns it. */
            password: string;
            /** Login of the account at the registry. */
            username: string;
        };
        /** ID of a CPU generation and RAM ratio: `c` stands for compute, `g` for general use, `m` for much memory. The known flavors are listed, and any other ID is accepted too. */
        CpuFlavorId: "cpu3c" | "cpu3g" | "cpu3m" | "cpu5c" | "cpu5g" | "cpu5m" | (string & {});
        /** The CPU model of a machine. */
        CpuType: {
            /** Number of physical processing units. */
            cores?: number;
            /** Readable model, fit for showing to people. */
            displayName?: string;
            /** Family of processors that the model belongs to. */
            groupId?: string;
            /** Identifier of the model. */
            id?: string;
            /** Hardware threads that each physical unit runs at once. */
            threadsPerCore?: number;
        };
        /** CUDA version that the driver of a machine supports, as `major.minor`. The known versions are listed, and any later one is accepted too. */
        CudaVersion: "13.0" | "12.9" | "12.8" | "12.7" | "12.6" | "12.5" | "12.4" | "12.3" | "12.2" | "12.1" | "12.0" | "11.8" | (string & {});
        /** ID of a data center, region first. The known ones are listed; sites open and close, so any other ID is accepted too. */
        DataCenterId: "EU-RO-1" | "CA-MTL-1" | "EU-SE-1" | "US-IL-1" | "EUR-IS-1" | "EU-CZ-1" | "US-TX-3" | "EUR-IS-2" | "US-KS-2" | "US-GA-2" | "US-WA-1" | "US-TX-1" | "CA-MTL-3" | "EU-NL-1" | "US-TX-4" | "US-CA-2" | "US-NC-1" | "OC-AU-1" | "US-DE-1" | "EUR-IS-3" | "CA-MTL-2" | "AP-JP-1" | "EUR-NO-1" | "EU-FR-1" | "US-KS-3" | "US-GA-1" | (string & {});
        /** A Serverless endpoint: a job queue and the workers that scale with it. Every field that is not required may be missing, and fields not listed here may appear. */
        Endpoint: {
            /** CUDA versions that the driver of the machine may support. Empty or missing when any will do. */
            allowedCudaVersions?: components["schemas"]["CudaVersion"][];
            /** Whether workers run on `GPU` or `CPU` machines. */
            computeType?: "CPU" | "GPU" | (string & {});
            /** UTC time of creation. */
            createdAt?: string;
            /** Data centers that workers may run in. */
            dataCenterIds?: components["schemas"]["DataCenterId"][];
            /**
             * Environment variables of the workers, by variable name. Values come back in plain text, secrets included.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /** Milliseconds that one job may run before it is stopped and ends as timed out. */
            executionTimeoutMs?: number;
            /** Number of GPUs attached to each worker. */
            gpuCount?: number;
            /** GPU models that workers may run on, in order of preference. */
            gpuTypeIds?: components["schemas"]["GpuTypeId"][];
            /** Unique identifier. Jobs are sent to the job API under it. */
            id: string;
            /** Seconds that a worker without jobs stays up, billed, before it is stopped. */
            idleTimeout?: number;
            /** CPU instance sizes that workers may run on, in order of preference. Set only where `computeType` is `CPU`. */
            instanceIds?: string[];
            /** Lowest CUDA version that the driver of a machine must support to be given a worker. */
            minCudaVersion?: components["schemas"]["CudaVersion"];
            /** Label chosen by the user. */
            name?: string;
            /** ID of the network volume mounted in every worker. */
            networkVolumeId?: string;
            /** IDs of the mounted volumes where several data centers each have their own. */
            networkVolumeIds?: string[];
            /** Rule that adds workers. `QUEUE_DELAY` looks at how long jobs wait, `REQUEST_COUNT` at how many are waiting and running. */
            scalerType?: "QUEUE_DELAY" | "REQUEST_COUNT" | (string & {});
            /** Threshold of the scaling rule. Seconds that a job may wait with `QUEUE_DELAY`; jobs for each worker with `REQUEST_COUNT`. */
            scalerValue?: number;
            /** The template that its workers are started from. Sent only when `includeTemplate` is true. */
            template?: components["schemas"]["Template"];
            /** ID of the template that its workers are started from. */
            templateId?: string;
            /** ID of the account that owns the endpoint and pays for it. */
            userId?: string;
            /** Counter that rises with each change of configuration. Workers of an older version are replaced. */
            version?: number;
            /** The Pods that work for this endpoint now. Sent only when `includeWorkers` is true. */
            workers?: components["schemas"]["Pod"][];
            /** Upper bound of workers at one time, and with it of the hourly cost. */
            workersMax?: number;
            /** Number of workers kept running. These are billed while idle too. */
            workersMin?: number;
        };
        /** What a new Serverless endpoint is to be. Only the template is required. */
        EndpointCreateInput: {
            /** CUDA versions that the driver of the machine may support. Left out, any version will do. */
            allowedCudaVersions?: components["schemas"]["CudaVersion"][];
            /**
             * Whether workers run on `GPU` or `CPU` machines. Fixed at creation: no update changes it.
             * @default GPU
             */
            computeType?: "GPU" | "CPU";
            /** CPU flavors that workers of a `CPU` endpoint may run on, in order of preference. The memory-rich flavors `cpu3m` and `cpu5m` are for Pods only. */
            cpuFlavorIds?: components["schemas"]["CpuFlavorId"][];
            /** Data centers that workers may run in. Left out, all of them are allowed. */
            dataCenterIds?: components["schemas"]["DataCenterId"][];
            /** Milliseconds that one job may run before it is stopped and ends as timed out. */
            executionTimeoutMs?: number;
            /** Whether a stopped worker is kept in a state from which it starts faster. */
            flashboot?: boolean;
            /**
             * Number of GPUs attached to each worker, at least 1. The price of a worker multiplies by it.
             * @default 1
             */
            gpuCount?: number;
            /** GPU models that workers may run on, in order of preference. Left out, the service chooses. */
            gpuTypeIds?: components["schemas"]["GpuTypeId"][];
            /**
             * Seconds that a worker without jobs stays up before it is stopped, 1 to 3600. It is billed meanwhile, and saves a new start when a job follows soon.
             * @default 5
             */
            idleTimeout?: number;
            /** Lowest CUDA version that the driver of a machine must support to be given a worker. */
            minCudaVersion?: components["schemas"]["CudaVersion"];
            /** Label for the endpoint, at most 191 characters. */
            name?: string;
            /** ID of a network volume to mount in every worker. Workers then run only in the data center of that volume. */
            networkVolumeId?: string;
            /** IDs of several network volumes, one for each data center, so that workers can run in all of these. Data is not copied from one to the other. */
            networkVolumeIds?: string[];
            /**
             * Rule that adds workers. `QUEUE_DELAY` adds one when a job has waited too long, `REQUEST_COUNT` keeps the number of workers in proportion to the jobs waiting and running.
             * @default QUEUE_DELAY
             */
            scalerType?: "QUEUE_DELAY" | "REQUEST_COUNT";
            /**
             * Threshold of the scaling rule, at least 1. Seconds that a job may wait with `QUEUE_DELAY`; jobs for each worker with `REQUEST_COUNT`.
             * @default 4
             */
            scalerValue?: number;
            /** ID of the Serverless template, which names image, disks and environment of the workers. */
            templateId: string;
            /**
             * Number of virtual cores of each worker where the endpoint is of type `CPU`.
             * @default 2
             */
            vcpuCount?: number;
            /** Upper bound of workers at one time, 0 or more, and with it of the hourly cost. 0 pauses the endpoint: no job is run. */
            workersMax?: number;
            /** Number of workers kept running, 0 or more. Above 0 they are billed while idle too; at 0 the first job waits for a worker to start. */
            workersMin?: number;
        };
        /** What to change on a Serverless endpoint. A field left out stays as it is; the defaults shown are those of creation. */
        EndpointUpdateInput: {
            /** CUDA versions that the driver of the machine may support. */
            allowedCudaVersions?: components["schemas"]["CudaVersion"][];
            /** CPU flavors that workers of a `CPU` endpoint may run on, in order of preference. The memory-rich flavors `cpu3m` and `cpu5m` are for Pods only. */
            cpuFlavorIds?: components["schemas"]["CpuFlavorId"][];
            /** Data centers that workers may run in. A worker elsewhere is replaced. */
            dataCenterIds?: components["schemas"]["DataCenterId"][];
            /** Milliseconds that one job may run before it is stopped and ends as timed out. */
            executionTimeoutMs?: number;
            /** Whether a stopped worker is kept in a state from which it starts faster. */
            flashboot?: boolean;
            /**
             * Number of GPUs attached to each worker, at least 1. The price of a worker multiplies by it.
             * @default 1
             */
            gpuCount?: number;
            /** GPU models that workers may run on, in order of preference. */
            gpuTypeIds?: components["schemas"]["GpuTypeId"][];
            /**
             * Seconds that a worker without jobs stays up before it is stopped, 1 to 3600. It is billed meanwhile, and saves a new start when a job follows soon.
             * @default 5
             */
            idleTimeout?: number;
            /** Lowest CUDA version that the driver of a machine must support to be given a worker. */
            minCudaVersion?: components["schemas"]["CudaVersion"];
            /** New label, at most 191 characters. */
            name?: string;
            /** ID of a network volume to mount in every worker. Workers then run only in the data center of that volume. */
            networkVolumeId?: string;
            /** IDs of several network volumes, one for each data center, so that workers can run in all of these. Data is not copied from one to the other. */
            networkVolumeIds?: string[];
            /**
             * Rule that adds workers. `QUEUE_DELAY` adds one when a job has waited too long, `REQUEST_COUNT` keeps the number of workers in proportion to the jobs waiting and running.
             * @default QUEUE_DELAY
             */
            scalerType?: "QUEUE_DELAY" | "REQUEST_COUNT";
            /**
             * Threshold of the scaling rule, at least 1. Seconds that a job may wait with `QUEUE_DELAY`; jobs for each worker with `REQUEST_COUNT`.
             * @default 4
             */
            scalerValue?: number;
            /** ID of another Serverless template. Running workers are replaced by ones started from it. */
            templateId?: string;
            /**
             * Number of virtual cores of each worker where the endpoint is of type `CPU`.
             * @default 2
             */
            vcpuCount?: number;
            /** Upper bound of workers at one time, 0 or more, and with it of the hourly cost. 0 pauses the endpoint: no job is run. */
            workersMax?: number;
            /** Number of workers kept running, 0 or more. Above 0 they are billed while idle too; at 0 the first job waits for a worker to start. */
            workersMin?: number;
        };
        /** Body of an answer that reports a failure. */
        Error: {
            /** What was wrong, in words for people. The wording may change. */
            message?: string;
        };
        /** A GPU model with its prices. Prices are in USD per hour for one GPU; one that is missing is not offered. */
        GpuType: {
            /** On-demand rate with an individual provider (`COMMUNITY`), in USD per hour. */
            communityPrice?: number;
            /** Interruptible rate with an individual provider (`COMMUNITY`), in USD per hour. */
            communitySpotPrice?: number;
            /** Number of GPUs of this model that are allocated. */
            count?: number;
            /** Readable model, fit for showing to people. */
            displayName?: string;
            id?: components["schemas"]["GpuTypeId"];
            /** Rate under a commitment of a single month, in USD per hour. */
            oneMonthPrice?: number;
            /** Rate under a commitment of seven days, in USD per hour. */
            oneWeekPrice?: number;
            /** On-demand rate in a vetted data center (`SECURE`), in USD per hour. */
            securePrice?: number;
            /** Interruptible rate in a vetted data center (`SECURE`), in USD per hour. */
            secureSpotPrice?: number;
            /** Rate under a commitment of half a year, in USD per hour. */
            sixMonthPrice?: number;
            /** Rate under a commitment of a quarter of a year, in USD per hour. */
            threeMonthPrice?: number;
        };
        /** ID of a GPU model. The known models are listed; the service adds and retires models, so any other ID is accepted too. */
        GpuTypeId: "NVIDIA GeForce RTX 4090" | "NVIDIA A40" | "NVIDIA RTX A5000" | "NVIDIA GeForce RTX 5090" | "NVIDIA H100 80GB HBM3" | "NVIDIA GeForce RTX 3090" | "NVIDIA RTX A4500" | "NVIDIA L40S" | "NVIDIA H200" | "NVIDIA L4" | "NVIDIA RTX 6000 Ada Generation" | "NVIDIA A100-SXM4-80GB" | "NVIDIA RTX 4000 Ada Generation" | "NVIDIA RTX A6000" | "NVIDIA A100 80GB PCIe" | "NVIDIA RTX 2000 Ada Generation" | "NVIDIA RTX A4000" | "NVIDIA RTX PRO 6000 Blackwell Server Edition" | "NVIDIA H100 PCIe" | "NVIDIA H100 NVL" | "NVIDIA L40" | "NVIDIA B200" | "NVIDIA GeForce RTX 3080 Ti" | "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" | "NVIDIA GeForce RTX 3080" | "NVIDIA GeForce RTX 3070" | "AMD Instinct MI300X OAM" | "NVIDIA GeForce RTX 4080 SUPER" | "Tesla V100-PCIE-16GB" | "Tesla V100-SXM2-32GB" | "NVIDIA RTX 5000 Ada Generation" | "NVIDIA GeForce RTX 4070 Ti" | "NVIDIA RTX 4000 SFF Ada Generation" | "NVIDIA GeForce RTX 3090 Ti" | "NVIDIA RTX A2000" | "NVIDIA GeForce RTX 4080" | "NVIDIA A30" | "NVIDIA GeForce RTX 5080" | "Tesla V100-FHHL-16GB" | "NVIDIA H200 NVL" | "Tesla V100-SXM2-16GB" | "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" | "NVIDIA A5000 Ada" | "Tesla V100-PCIE-32GB" | "NVIDIA GeForce RTX 3080TI" | "Tesla T4" | "NVIDIA RTX A30" | (string & {});
        /** The host that a Pod runs on: its hardware, its place and its prices. */
        Machine: {
            /** Price of the rented share of the host, in USD per hour. */
            costPerHr?: number;
            /** Number of CPU cores in the host. */
            cpuCount?: number;
            cpuType?: components["schemas"]["CpuType"];
            /** Identifier of the CPU model. */
            cpuTypeId?: string;
            /** Price in USD per hour that one GPU of this host rents at now. */
            currentPricePerGpu?: number;
            dataCenterId?: components["schemas"]["DataCenterId"];
            /** Measured disk speed in MB/s. */
            diskThroughputMBps?: number;
            /** Number of GPUs on the host that nobody rents at the moment. */
            gpuAvailable?: number;
            /** Readable model of the GPUs, fit for showing to people. */
            gpuDisplayName?: string;
            gpuType?: components["schemas"]["GpuType"];
            gpuTypeId?: components["schemas"]["GpuTypeId"];
            /** Country or region where the host stands. */
            location?: string;
            /** Time by which planned work on the host is over. */
            maintenanceEnd?: string;
            /** Reason for the planned work, and what it affects. */
            maintenanceNote?: string;
            /** Time at which planned work on the host begins. Pods may be down until it is over. */
            maintenanceStart?: string;
            /** Highest rate of incoming network traffic, in Mbit/s. */
            maxDownloadSpeedMbps?: number;
            /** Highest rate of outgoing network traffic, in Mbit/s. */
            maxUploadSpeedMbps?: number;
            /** Smallest number of GPUs that one Pod can rent on this host. */
            minPodGpuCount?: number;
            /** Free remark that the provider of the host left for renters. */
            note?: string;
            /** Whether the host stands in a vetted data center (`SECURE`) and not with an individual provider (`COMMUNITY`). */
            secureCloud?: boolean;
            /** Whether Pods on this host can have an IPv4 address of their own, needed for tcp ports. */
            supportPublicIp?: boolean;
        };
        /** Storage in one data center that Pods and workers mount, and that outlives them. */
        NetworkVolume: {
            /** ID of the data center that holds the volume. Only Pods and workers there can mount it. */
            dataCenterId: string;
            /** Unique identifier of the network volume, taken by every other operation on it. */
            id: string;
            /** User-defined label. Need not be unique. */
            name: string;
            /** Allocated disk space in GB. It is billed whether or not it is filled or mounted. */
            size: number;
        };
        /** What all network volumes of the account together were charged in one period. */
        NetworkVolumeBillingRecord: {
            /** Charge for storage in this period, in USD. */
            amount: number;
            /** Storage in GB that was charged. */
            diskSpaceBilledGb?: number;
            /** Charge for the faster class of volumes in this period, in USD. */
            highPerformanceStorageAmount?: number;
            /** Capacity in GB of the faster class of volumes that was charged. */
            highPerformanceStorageDiskSpaceBilledGb?: number;
            /**
             * UTC time at which the period begins. Its length is the `bucketSize` asked for.
             *
             * Format: date-time
             */
            time: string;
        };
        /** What a new network volume is to be. All three fields are required. */
        NetworkVolumeCreateInput: {
            /** Data center that is to hold the data. It cannot be changed later, and only Pods and workers there can mount the volume. */
            dataCenterId: components["schemas"]["DataCenterId"];
            /** User-defined label. Need not be unique. */
            name: string;
            /** Disk space to allocate in GB, 0 to 4000. Billed from creation on, filled or not; it can grow later but never shrink. */
            size: number;
        };
        /** What to change on a network volume. A field left out stays as it is. */
        NetworkVolumeUpdateInput: {
            /** New user-defined label. Need not be unique. */
            name?: string;
            /** Disk space in GB after the update, 0 to 4000. Must be greater than the current size: a volume grows and never shrinks, and the larger size is billed from then on. */
            size?: number;
        };
        /** A rented container on a GPU or CPU machine. Every field that is not required may be missing, and fields not listed here may appear. */
        Pod: {
            /** Price in USD per hour that is really charged while running, after active savings plans. */
            adjustedCostPerHr?: number;
            /** Older alias of `endpointId`. */
            aiApiId?: string;
            /** ID of the account that rents the Pod and pays for it. */
            consumerUserId?: string;
            /** Size in GB of the temporary disk, which a reset wipes. */
            containerDiskInGb?: number;
            /** ID of the saved registry credentials that pull the image, where it is private. */
            containerRegistryAuthId?: string;
            /** List price in USD per hour while running, before savings plans. */
            costPerHr: number;
            cpuFlavorId?: components["schemas"]["CpuFlavorId"];
            /** State the service works towards. `RUNNING`: started, compute is billed. `EXITED`: stopped, the volume disk is kept and billed. `TERMINATED`: deleted, nothing is kept. */
            desiredStatus: "RUNNING" | "EXITED" | "TERMINATED" | (string & {});
            /** Command that replaces the ENTRYPOINT of the image. Empty when the one of the image is in use. */
            dockerEntrypoint?: string[];
            /** Arguments that replace the CMD of the image. Empty when those of the image are in use. */
            dockerStartCmd?: string[];
            /** ID of the Serverless endpoint that the Pod works for. Set only on workers. */
            endpointId?: string;
            /**
             * Environment variables of the container, by variable name. Values come back in plain text, secrets included.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            gpu?: components["schemas"]["GpuType"];
            /** Unique identifier, assigned at creation and taken by every other operation on the Pod. */
            id: string;
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. */
            image?: string;
            /** Whether the Pod is rented at the lower spot price, at which the service may stop it at any time. */
            interruptible?: boolean;
            /** UTC time of the latest start. */
            lastStartedAt?: string;
            /** Text that tells which event changed the state last, and when. */
            lastStatusChange?: string;
            /** Whether stop and reset are refused until the Pod is unlocked. */
            locked?: boolean;
            /** The host that runs the container. Sent only when `includeMachine` is true. */
            machine?: components["schemas"]["Machine"];
            /** ID of the host that runs the container. */
            machineId?: string;
            /** RAM allocated, in GB. */
            memoryInGb?: number;
            /** Label chosen by the user, at most 191 characters. */
            name?: string;
            /** The attached network volume. Sent only when `includeNetworkVolume` is true and a volume is attached. */
            networkVolume?: components["schemas"]["NetworkVolume"];
            /** Public port number for each exposed tcp port, keyed by the port number inside the container. Null until the container is up, or where nothing is exposed. */
            portMappings?: {
                [key: string]: number;
            } | null;
            /** Ports open to outside traffic, each written `port/protocol`, such as `8888/http` or `22/tcp`. */
            ports?: string[];
            /**
             * IPv4 address at which the mapped tcp ports answer. Null while the Pod starts, and where the machine has none.
             *
             * Format: ipv4
             */
            publicIp?: string | null;
            /** Price commitments made for this Pod. Sent only when `includeSavingsPlans` is true. */
            savingsPlans?: components["schemas"]["SavingsPlan"][];
            /** Version of the Serverless endpoint that a worker was started with. It trails the current version of the endpoint until the worker is replaced. */
            slsVersion?: number;
            /** The template that supplied the settings. Sent only when `includeTemplate` is true. */
            template?: components["schemas"]["Template"];
            /** ID of the template that supplied the settings, where one was used. */
            templateId?: string;
            /** Number of virtual CPU cores allocated. */
            vcpuCount?: number;
            /** Whether the content of the volume disk is stored encrypted. Fixed when the Pod is created. */
            volumeEncrypted?: boolean;
            /** Size in GB of the disk that survives stops, restarts and resets. */
            volumeInGb?: number;
            /** Absolute path in the container where the volume disk or the network volume appears. */
            volumeMountPath?: string;
        };
        /** What a new Pod is to be. Every field is optional: give an image or a template, and what differs from the defaults. */
        PodCreateInput: {
            /** CUDA versions that the driver of the machine may support. Left out, any version will do. */
            allowedCudaVersions?: components["schemas"]["CudaVersion"][];
            /**
             * `SECURE` places the Pod in a vetted data center, `COMMUNITY` on a machine of an individual provider, mostly at a lower price and without network volumes.
             * @default SECURE
             */
            cloudType?: "SECURE" | "COMMUNITY";
            /**
             * `GPU` rents by GPU type and count; `CPU` rents by CPU flavor and vCPU count, and the GPU fields are ignored.
             * @default GPU
             */
            computeType?: "GPU" | "CPU";
            /**
             * Temporary disk in GB for the operating system, installed programs and scratch files. Its content is lost when the Pod is stopped or reset. Null or nothing given means 50.
             * @default 50
             */
            containerDiskInGb?: number | null;
            /** ID of the saved registry credentials that pull a private image. Leave it out for a public image. */
            containerRegistryAuthId?: string;
            /** Two-letter ISO 3166 codes of the countries that will do. Left out, every country is allowed. */
            countryCodes?: string[];
            /** CPU flavors that will do for a `CPU` Pod. `cpuFlavorPriority` tells whether the order counts. */
            cpuFlavorIds?: components["schemas"]["CpuFlavorId"][];
            /**
             * `availability` takes the listed flavor with most free capacity; `custom` tries the list in its order.
             * @default availability
             */
            cpuFlavorPriority?: "availability" | "custom";
            /** Data centers that will do. Left out, all of them are allowed. `dataCenterPriority` tells whether the order counts. */
            dataCenterIds?: components["schemas"]["DataCenterId"][];
            /**
             * `availability` takes the listed place with most free capacity; `custom` tries the list in its order.
             * @default availability
             */
            dataCenterPriority?: "availability" | "custom";
            /**
             * Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image.
             * @default []
             */
            dockerEntrypoint?: string[];
            /**
             * Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image.
             * @default []
             */
            dockerStartCmd?: string[];
            /**
             * Environment variables to set in the container, by variable name.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /**
             * Whether the Pod joins the private network of the account, over which its Pods reach each other across data centers. Not offered everywhere.
             * @default false
             */
            globalNetworking?: boolean;
            /**
             * Number of GPUs to attach, all in one machine, at least 1. The price multiplies by it.
             * @default 1
             */
            gpuCount?: number;
            /** GPU models that will do. Left out, any model will do. `gpuTypePriority` tells whether the order counts. */
            gpuTypeIds?: components["schemas"]["GpuTypeId"][];
            /**
             * `availability` takes the listed GPU model with most free capacity; `custom` tries the list in its order.
             * @default availability
             */
            gpuTypePriority?: "availability" | "custom";
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Left out, the image of the template is used. */
            imageName?: string;
            /**
             * Rents at the lower spot price when true. The service may then stop the Pod at any time.
             * @default false
             */
            interruptible?: boolean;
            /**
             * Refuses stop and reset until the Pod is unlocked when true.
             * @default false
             */
            locked?: boolean;
            /** Least disk speed of the machine in MB/s. Left out, any speed will do. */
            minDiskBandwidthMBps?: number;
            /** Least rate of incoming network traffic in Mbit/s. Left out, any rate will do. */
            minDownloadMbps?: number;
            /**
             * Least RAM in GB for each GPU. Machines with less are passed over.
             * @default 8
             */
            minRAMPerGPU?: number;
            /** Least rate of outgoing network traffic in Mbit/s. Left out, any rate will do. */
            minUploadMbps?: number;
            /**
             * Least number of virtual CPU cores for each GPU. Machines with fewer are passed over.
             * @default 2
             */
            minVCPUPerGPU?: number;
            /**
             * Label for the Pod, at most 191 characters.
             * @default my pod
             */
            name?: string;
            /** ID of a network volume to mount in place of the volume disk. The Pod then runs in the data center of that volume, and the data outlives the Pod. */
            networkVolumeId?: string;
            /**
             * Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address.
             * @default [
             *       "8888/http",
             *       "22/tcp"
             *     ]
             */
            ports?: string[];
            /** Whether a `COMMUNITY` machine must offer an IPv4 address of its own, needed for tcp ports. `SECURE` machines have one in any case. */
            supportPublicIp?: boolean;
            /** ID of a template that supplies the settings left out here. */
            templateId?: string;
            /**
             * Number of virtual cores of a `CPU` Pod. RAM and price follow from it and from the flavor.
             * @default 2
             */
            vcpuCount?: number;
            /**
             * Disk in GB whose content survives stops, restarts and resets. It is billed while the Pod is stopped too. Null or nothing given means 20. Not used when a network volume is attached.
             * @default 20
             */
            volumeInGb?: number | null;
            /**
             * Absolute path in the container where the volume disk or the network volume appears.
             * @default /workspace
             */
            volumeMountPath?: string;
        };
        /** What to change on a Pod. A field left out stays as it is; the defaults shown are those of creation. Another image, environment, port list or disk size may reset the Pod. */
        PodUpdateInput: {
            /**
             * New size in GB of the temporary disk. A change may reset the Pod, which wipes this disk.
             * @default 50
             */
            containerDiskInGb?: number | null;
            /** ID of the saved registry credentials that pull a private image. Leave it out for a public image. A change may reset the Pod. */
            containerRegistryAuthId?: string;
            /**
             * Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image. A change may reset the Pod.
             * @default []
             */
            dockerEntrypoint?: string[];
            /**
             * Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image. A change may reset the Pod.
             * @default []
             */
            dockerStartCmd?: string[];
            /**
             * Environment variables of the container, by variable name. The whole set is replaced, and a change may reset the Pod.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /**
             * Whether the Pod joins the private network of the account, over which its Pods reach each other across data centers. Not offered everywhere.
             * @default false
             */
            globalNetworking?: boolean;
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Another image may reset the Pod. */
            imageName?: string;
            /**
             * True refuses stop and reset from now on; false allows them again. Takes effect without a reset.
             * @default false
             */
            locked?: boolean;
            /**
             * New label, at most 191 characters. Takes effect without a reset.
             * @default my pod
             */
            name?: string;
            /**
             * Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address. The whole list is replaced, and a change may reset the Pod.
             * @default [
             *       "8888/http",
             *       "22/tcp"
             *     ]
             */
            ports?: string[];
            /**
             * New size in GB of the disk that survives stops, restarts and resets. Its files stay, but a change may reset the Pod.
             * @default 20
             */
            volumeInGb?: number | null;
            /**
             * Absolute path in the container where the volume disk or the network volume appears. A change may reset the Pod.
             * @default /workspace
             */
            volumeMountPath?: string;
        };
        /** A commitment to rent for a fixed time at a lower hourly price. */
        SavingsPlan: {
            /** Committed price in USD per hour. */
            costPerHr?: number;
            /** Moment at which the lower price ends; the list price is charged from then on. */
            endTime?: string;
            gpuTypeId?: components["schemas"]["GpuTypeId"];
            /** Unique identifier of the commitment. */
            id?: string;
            /** ID of the Pod whose price is lowered. */
            podId?: string;
            /** Moment from which the lower price counts. */
            startTime?: string;
        };
        /** Saved container settings that Pods and Serverless endpoints are created from. Every field that is not required may be missing, and fields not listed here may appear. */
        Template: {
            /** Hardware that the image is made for, such as `NVIDIA`, `AMD` or `CPU`. */
            category?: string;
            /** Size in GB of the temporary disk of each container, which a reset wipes. */
            containerDiskInGb?: number;
            /** ID of the saved registry credentials that pull the image, where it is private. */
            containerRegistryAuthId?: string;
            /** Command that replaces the ENTRYPOINT of the image. Empty when the one of the image is in use. */
            dockerEntrypoint?: string[];
            /** Arguments that replace the CMD of the image. Empty when those of the image are in use. */
            dockerStartCmd?: string[];
            /** Amount in USD that the author has been credited for use by others. */
            earned?: number;
            /**
             * Environment variables set in each container, by variable name. Values come back in plain text, secrets included.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /** Unique identifier, given as `templateId` when a Pod or an endpoint is created. */
            id: string;
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. */
            imageName?: string;
            /** Whether every account can see and use it. */
            isPublic?: boolean;
            /** Whether the operator of the service made it and keeps it up to date. */
            isRunpod?: boolean;
            /** Whether it is for workers of Serverless endpoints (true) or for Pods (false). */
            isServerless?: boolean;
            /** Label chosen by the author. */
            name?: string;
            /** Ports open to outside traffic, each written `port/protocol`, such as `8888/http` or `22/tcp`. */
            ports?: string[];
            /** Markdown text that explains to users what the image does and how to reach it. */
            readme?: string;
            /** Minutes that containers created from it have run in all. */
            runtimeInMin?: number;
            /** Size in GB of the disk of each Pod that survives stops, restarts and resets. */
            volumeInGb?: number;
            /** Absolute path in the container where the volume disk or the network volume appears. */
            volumeMountPath?: string;
        };
        /** What a new template is to hold. Name and image are required. */
        TemplateCreateInput: {
            /**
             * Hardware that the image is made for: machines with `NVIDIA` or `AMD` GPUs, or with a `CPU` alone.
             * @default NVIDIA
             */
            category?: "NVIDIA" | "AMD" | "CPU";
            /**
             * Size in GB of the temporary disk of each container, for the operating system, installed programs and scratch files. A reset wipes it.
             * @default 50
             */
            containerDiskInGb?: number;
            /** ID of the saved registry credentials that pull a private image. Leave it out for a public image. */
            containerRegistryAuthId?: string;
            /**
             * Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image.
             * @default []
             */
            dockerEntrypoint?: string[];
            /**
             * Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image.
             * @default []
             */
            dockerStartCmd?: string[];
            /**
             * Environment variables to set in each container, by variable name.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. */
            imageName: string;
            /**
             * True lets every account see and use it, its environment variables included; false keeps it to your own.
             * @default false
             */
            isPublic?: boolean;
            /**
             * True makes it a template for workers of Serverless endpoints, false one for Pods. Fixed at creation: no update changes it.
             * @default false
             */
            isServerless?: boolean;
            /** Label of the template, shown in lists. */
            name: string;
            /**
             * Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address.
             * @default [
             *       "8888/http",
             *       "22/tcp"
             *     ]
             */
            ports?: string[];
            /**
             * Markdown text that explains to users what the image does and how to reach it.
             * @default
             */
            readme?: string;
            /**
             * Size in GB of the disk of each Pod whose content survives stops, restarts and resets. It is billed while the Pod is stopped too.
             * @default 20
             */
            volumeInGb?: number;
            /**
             * Absolute path in the container where the volume disk or the network volume appears.
             * @default /workspace
             */
            volumeMountPath?: string;
        };
        /** What to change on a template. A field left out stays as it is; the defaults shown are those of creation. Changes reach the workers of endpoints that use it. */
        TemplateUpdateInput: {
            /**
             * Size in GB of the temporary disk of each container, for the operating system, installed programs and scratch files. A reset wipes it.
             * @default 50
             */
            containerDiskInGb?: number;
            /** ID of the saved registry credentials that pull a private image. Leave it out for a public image. */
            containerRegistryAuthId?: string;
            /**
             * Command that overrides the ENTRYPOINT of the image, one array item per word. Empty leaves the one of the image.
             * @default []
             */
            dockerEntrypoint?: string[];
            /**
             * Arguments that override the CMD of the image, one array item per word. Empty leaves those of the image.
             * @default []
             */
            dockerStartCmd?: string[];
            /**
             * Environment variables to set in each container, by variable name. The whole set is replaced.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /** Reference of the container image, repository and tag included, such as `registry.example.com/team/app:1.2`. Running workers of endpoints that use the template are replaced. */
            imageName?: string;
            /**
             * True lets every account see and use it, its environment variables included; false keeps it to your own.
             * @default false
             */
            isPublic?: boolean;
            /** New label of the template, shown in lists. */
            name?: string;
            /**
             * Ports that accept outside traffic, each written `port/protocol` with `http` or `tcp` as the protocol. An http port is reached through the proxy of the service, a tcp port through a public address. The whole list is replaced.
             * @default [
             *       "8888/http",
             *       "22/tcp"
             *     ]
             */
            ports?: string[];
            /**
             * Markdown text that explains to users what the image does and how to reach it.
             * @default
             */
            readme?: string;
            /**
             * Size in GB of the disk of each Pod whose content survives stops, restarts and resets. It is billed while the Pod is stopped too.
             * @default 20
             */
            volumeInGb?: number;
            /**
             * Absolute path in the container where the volume disk or the network volume appears.
             * @default /workspace
             */
            volumeMountPath?: string;
        };
    };
    responses: {
        /** Invalid input, or a request that the present state of the resource does not allow. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** No resource that the caller can see matches the request. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The API key is missing, wrong or disabled, or lacks the permission needed. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    EndpointBilling: {
        parameters: {
            query?: {
                /** Length of the period that one record sums up. */
                bucketSize?: "hour" | "day" | "week" | "month" | "year";
                /** Keeps only charges from these data centers. Left out, all of them count. */
                dataCenterId?: components["schemas"]["DataCenterId"][];
                /** Keeps only charges of this Serverless endpoint. */
                endpointId?: string;
                /** Leaves out what was used after this UTC time. */
                endTime?: string;
                /** Keeps only charges for these GPU models. */
                gpuTypeId?: components["schemas"]["GpuTypeId"][];
                /** What the records of a period are split by: endpoint, worker Pod or GPU model. */
                grouping?: "endpointId" | "podId" | "gpuTypeId";
                /** Keeps only charges of endpoints that run exactly this image. */
                imageName?: string;
                /** Leaves out what was used before this UTC time. */
                startTime?: string;
                /** Keeps only charges of endpoints created from this template. */
                templateId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The records; an empty array when nothing was charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    NetworkVolumeBilling: {
        parameters: {
            query?: {
                /** Length of the period that one record sums up. */
                bucketSize?: "hour" | "day" | "week" | "month" | "year";
                /** Leaves out what was used after this UTC time. */
                endTime?: string;
                /** Leaves out what was used before this UTC time. */
                startTime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The records; an empty array when nothing was charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolumeBillingRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    PodBilling: {
        parameters: {
            query?: {
                /** Length of the period that one record sums up. */
                bucketSize?: "hour" | "day" | "week" | "month" | "year";
                /** Leaves out what was used after this UTC time. */
                endTime?: string;
                /** Keeps only charges for this GPU model. */
                gpuTypeId?: components["schemas"]["GpuTypeId"];
                /** What the records of a period are split by: one for each Pod, or one for each GPU model. */
                grouping?: "podId" | "gpuTypeId";
                /** Keeps only charges of this Pod. */
                podId?: string;
                /** Leaves out what was used before this UTC time. */
                startTime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The records; an empty array when nothing was charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    ListContainerRegistryAuths: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All saved credentials; an empty array when there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainerRegistryAuth"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    CreateContainerRegistryAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credentials to save. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContainerRegistryAuthCreateInput"];
            };
        };
        responses: {
            /** The credentials as saved, without user name and password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainerRegistryAuth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    GetContainerRegistryAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the container registry auth to get. */
                containerRegistryAuthId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The credentials, without user name and password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContainerRegistryAuth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    DeleteContainerRegistryAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the container registry auth to delete. */
                containerRegistryAuthId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The credentials are deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    ListEndpoints: {
        parameters: {
            query?: {
                /** Whether `template` is filled in, in addition to its ID. */
                includeTemplate?: boolean;
                /** Whether `workers` is filled in with the Pods at work now. */
                includeWorkers?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All endpoints; an empty array when there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    CreateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The endpoint to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointCreateInput"];
            };
        };
        responses: {
            /** The endpoint as created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    GetEndpoint: {
        parameters: {
            query?: {
                /** Whether `template` is filled in, in addition to its ID. */
                includeTemplate?: boolean;
                /** Whether `workers` is filled in with the Pods at work now. */
                includeWorkers?: boolean;
            };
            header?: never;
            path: {
                /** ID of the Serverless endpoint to get. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    DeleteEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Serverless endpoint to delete. */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoint is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    PatchEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Serverless endpoint to update. */
                endpointId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointUpdateInput"];
            };
        };
        responses: {
            /** The endpoint after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    UpdateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Serverless endpoint to update. */
                endpointId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointUpdateInput"];
            };
        };
        responses: {
            /** The endpoint after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    ListNetworkVolumes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All network volumes; an empty array when there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolume"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    CreateNetworkVolume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The network volume to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NetworkVolumeCreateInput"];
            };
        };
        responses: {
            /** The network volume as created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolume"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    GetNetworkVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the network volume to get. */
                networkVolumeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The network volume. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolume"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    DeleteNetworkVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the network volume to delete. */
                networkVolumeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The network volume is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    PatchNetworkVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the network volume to update. */
                networkVolumeId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NetworkVolumeUpdateInput"];
            };
        };
        responses: {
            /** The network volume after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolume"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    UpdateNetworkVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the network volume to update. */
                networkVolumeId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NetworkVolumeUpdateInput"];
            };
        };
        responses: {
            /** The network volume after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkVolume"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    ListPods: {
        parameters: {
            query?: {
                /** Keeps only Pods that run on `GPU`, or only those on `CPU` machines. */
                computeType?: "GPU" | "CPU";
                /** Keeps only CPU Pods of one of these flavors. */
                cpuFlavorId?: components["schemas"]["CpuFlavorId"][];
                /** Keeps only Pods in one of these data centers. */
                dataCenterId?: components["schemas"]["DataCenterId"][];
                /** Keeps only Pods in this state: `RUNNING` (billed), `EXITED` (stopped) or `TERMINATED` (deleted). */
                desiredStatus?: "RUNNING" | "EXITED" | "TERMINATED";
                /** Keeps only workers of this Serverless endpoint, at most 191 characters. Combine it with `includeWorkers`, as workers are hidden otherwise. */
                endpointId?: string;
                /** Keeps only Pods with one of these GPU models. */
                gpuTypeId?: components["schemas"]["GpuTypeId"][];
                /** Keeps only the Pod with this ID. */
                id?: string;
                /** Keeps only Pods that run exactly this image, repository and tag included. */
                imageName?: string;
                /** Whether `machine` is filled in: hardware, place and prices of the host. */
                includeMachine?: boolean;
                /** Whether `networkVolume` is filled in where one is attached. */
                includeNetworkVolume?: boolean;
                /** Whether `savingsPlans` is filled in with the price commitments. */
                includeSavingsPlans?: boolean;
                /** Whether `template` is filled in where one supplied the settings. */
                includeTemplate?: boolean;
                /** Whether Pods that work for Serverless endpoints are found as well. By default they are hidden. */
                includeWorkers?: boolean;
                /** Keeps only Pods with exactly this name, at most 191 characters. */
                name?: string;
                /** Keeps only Pods that mount this network volume. */
                networkVolumeId?: string;
                /** Keeps only Pods created from this template. */
                templateId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The matching Pods; an empty array when there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pod"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    CreatePod: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The Pod to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PodCreateInput"];
            };
        };
        responses: {
            /** The Pod as created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    GetPod: {
        parameters: {
            query?: {
                /** Whether `machine` is filled in: hardware, place and prices of the host. */
                includeMachine?: boolean;
                /** Whether `networkVolume` is filled in where one is attached. */
                includeNetworkVolume?: boolean;
                /** Whether `savingsPlans` is filled in with the price commitments. */
                includeSavingsPlans?: boolean;
                /** Whether `template` is filled in where one supplied the settings. */
                includeTemplate?: boolean;
                /** Whether a Pod that works for a Serverless endpoint is found as well. By default it is hidden. */
                includeWorkers?: boolean;
            };
            header?: never;
            path: {
                /** ID of the Pod to get. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    DeletePod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to delete. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    PatchPod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to update. */
                podId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PodUpdateInput"];
            };
        };
        responses: {
            /** The Pod after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    ResetPod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to reset. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod is being reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    RestartPod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to restart. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod is restarting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    StartPod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to start. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod is starting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    StopPod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to stop. */
                podId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The Pod is stopping. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    UpdatePod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the Pod to update. */
                podId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PodUpdateInput"];
            };
        };
        responses: {
            /** The Pod after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pod"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    ListTemplates: {
        parameters: {
            query?: {
                /** Whether templates tied to one Serverless endpoint are found as well. */
                includeEndpointBoundTemplates?: boolean;
                /** Whether templates that other accounts have published are found as well. */
                includePublicTemplates?: boolean;
                /** Whether the official templates of the operator of the service are found as well. */
                includeRunpodTemplates?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The matching templates; an empty array when there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    CreateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The template to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateCreateInput"];
            };
        };
        responses: {
            /** The template as created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    GetTemplate: {
        parameters: {
            query?: {
                /** Whether a template tied to one Serverless endpoint is found as well. */
                includeEndpointBoundTemplates?: boolean;
                /** Whether a template that another account has published is found as well. */
                includePublicTemplates?: boolean;
                /** Whether an official template of the operator of the service is found as well. */
                includeRunpodTemplates?: boolean;
            };
            header?: never;
            path: {
                /** ID of the template to get. */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    DeleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the template to delete. */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The template is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    PatchTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the template to update. */
                templateId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateUpdateInput"];
            };
        };
        responses: {
            /** The template after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    UpdateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** ID of the template to update. */
                templateId: string;
            };
            cookie?: never;
        };
        /** The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateUpdateInput"];
            };
        };
        responses: {
            /** The template after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
}
//# sourceMappingURL=types.d.ts.map