/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends {
    [key: string]: unknown;
}> = {
    [K in keyof T]: T[K];
};
/** Which class of hosts to rent from. */
export type CloudTypeEnum = 
/** Either class, whichever has a fitting machine. */
'ALL'
/** Vetted hosts run by third parties, mostly cheaper. */
 | 'COMMUNITY'
/** Hosts in audited data centers. */
 | 'SECURE';
/** A standard or law that a data center has been audited against. */
export type Compliance = 
/** United States law on the security of federal systems, at the highest impact level. */
'FISMA_HIGH'
/** Data protection regulation of the European Union. */
 | 'GDPR'
/** Security framework that has its origin in health care. */
 | 'HITRUST'
/** International standard for environmental management. */
 | 'ISO_14001'
/** International standard for the management of information security. */
 | 'ISO_IEC_27001'
/** United States rules for the export of defense articles and their data. */
 | 'ITAR'
/** Security standard of the payment card industry. */
 | 'PCI_DSS'
/** Audit of the controls behind financial reports, over a period of time. */
 | 'SOC_1_TYPE_2'
/** Audit of security, availability and confidentiality controls, over a period of time. */
 | 'SOC_2_TYPE_2'
/** Public summary of an audit of security controls, over a period of time. */
 | 'SOC_3_TYPE_2';
/** Which sort of processor the work is done on. */
export type ComputeType = 
/** General processors only, rented by the core. */
'CPU'
/** Graphics cards, rented by the piece. */
 | 'GPU';
/** The whole setup of a Serverless endpoint. It replaces what is stored: a field left out falls back to its default. */
export type EndpointInput = {
    /** Releases of CUDA that the driver may be at, with commas between. Leave out for all. */
    allowedCudaVersions?: string | null | undefined;
    /** Standards that the data centers must all have been audited against. */
    compliance?: Array<Compliance | null | undefined> | null | undefined;
    /** How long a job may run, in milliseconds, before it is stopped. */
    executionTimeoutMs?: number | null | undefined;
    /** How warm to keep stopped workers. */
    flashBootType?: FlashBootType | null | undefined;
    /** How many graphics cards each worker has, 1 or more. */
    gpuCount?: number | null | undefined;
    /**
     * Pools of GPU kinds to draw workers from, with commas between, in order of preference. Leave out for workers without
     * graphics cards.
     */
    gpuIds?: string | null | undefined;
    /** Which release of a published project to deploy, in place of a setup of one's own. */
    hubReleaseId?: string | null | undefined;
    /** Which one to replace. A new one is created when left out. */
    id?: string | null | undefined;
    /** How long a worker without a job stays up, in seconds, from 1 to 3600; it is billed for that time. */
    idleTimeout?: number | null | undefined;
    /** Instances to rent workers without graphics cards as, such as `cpu3c-2-4`. */
    instanceIds?: Array<string | null | undefined> | null | undefined;
    /** Data centers that workers may be in, with commas between. Leave out for all. */
    locations?: string | null | undefined;
    /** Lowest release of CUDA that the driver must support, such as `12.4`. */
    minCudaVersion?: string | null | undefined;
    /** Models to put on the machines beforehand, so that workers need not download them. */
    modelReferences?: Array<string | null | undefined> | null | undefined;
    /** Label for people to read. */
    name?: string | null | undefined;
    /** Which shared storage to mount; it ties the workers to its data center. */
    networkVolumeId?: string | null | undefined;
    /** Shared storage to mount in several data centers, one for each. */
    networkVolumeIds?: Array<NetworkVolumeIdsInput | null | undefined> | null | undefined;
    /** What to start new workers by: `QUEUE_DELAY` goes by waiting time, `REQUEST_COUNT` by number of jobs. */
    scalerType?: string | null | undefined;
    /** Threshold for new workers, 1 or more: seconds of waiting, or jobs for each worker, as `scalerType` has it. */
    scalerValue?: number | null | undefined;
    /** A setup to create together with the endpoint, in place of `templateId`. */
    template?: EndpointTemplateInput | null | undefined;
    /** Which saved setup workers start from; it must be one for Serverless. In place of it, `template` creates one. */
    templateId?: string | null | undefined;
    /** How work reaches the workers, such as `QB` through a queue or `LB` through a load balancer. */
    type?: string | null | undefined;
    /** How many workers there may be at most. With 0 no job is taken up. */
    workersMax?: number | null | undefined;
    /** How many workers to keep up, jobs or not, 0 or more; they are billed all the time. */
    workersMin?: number | null | undefined;
    /** How many stopped workers to keep ready at higher rank, where `flashBootType` is `PRIORITY_FLASHBOOT`. */
    workersPFBTarget?: number | null | undefined;
};
/** A setup to create together with an endpoint. */
export type EndpointTemplateInput = {
    /** When true, the start script is used in place of the plain start command. */
    advancedStart?: boolean | null | undefined;
    /** Further settings without a fixed shape. */
    config?: unknown;
    /** Space for system, applications and temporary data of each worker, in GB. */
    containerDiskInGb?: number | null | undefined;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Command that replaces the default start command of the image. When left out, the image decides. */
    dockerArgs?: string | null | undefined;
    /** Variables to set in every worker. */
    env?: Array<EnvironmentVariableInput | null | undefined> | null | undefined;
    /** Container image with repository and tag. */
    imageName?: string | null | undefined;
    /** Label, unique within the account. */
    name?: string | null | undefined;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8000/http`. */
    ports?: string | null | undefined;
    /** Script to run in the container before anything else. */
    startScript?: string | null | undefined;
};
/** One environment variable to set in a container. */
export type EnvironmentVariableInput = {
    /** Name the program reads it by, such as `LOG_LEVEL`. */
    key: string;
    /** Text the program gets. Whoever may read the Pod or template may read it too. */
    value: string;
};
/** How workers are kept warm, so that a job does not wait for a cold start. */
export type FlashBootType = 
/** A stopped worker is kept ready for a while where its host has room. */
'FLASHBOOT'
/** Not at all: every start is a cold one. */
 | 'OFF'
/** As many stopped workers as wanted are kept ready at higher rank. */
 | 'PRIORITY_FLASHBOOT';
/** Conditions that a machine has to meet to be counted as stock. */
export type GpuAvailabilityInput = {
    /** Only machines whose driver is at one of these releases, such as `12.8`. */
    allowedCudaVersions?: Array<string | null | undefined> | null | undefined;
    /** How many cards the machine must have free together. */
    gpuCount?: number | null | undefined;
    /** Slowest acceptable local storage, in megabytes per second. */
    minDisk?: number | null | undefined;
    /** Least main memory, in GB. */
    minMemoryInGb?: number | null | undefined;
    /** Fewest virtual cores. */
    minVcpuCount?: number | null | undefined;
    /** Count only audited hosts when true, only those of third parties when false. */
    secureCloud?: boolean | null | undefined;
};
/** Conditions that a machine has to meet to be considered for the cheapest price. */
export type GpuLowestPriceInput = {
    /** Only machines whose driver is at one of these releases, such as `12.8`. */
    allowedCudaVersions?: Array<string | null | undefined> | null | undefined;
    /** Standards that the data center must all have been audited against. */
    compliance?: Array<Compliance | null | undefined> | null | undefined;
    /** Look only in this nation, as two letters of ISO 3166. */
    countryCode?: string | null | undefined;
    /** Only machines whose driver supports this release, such as `12.8`. */
    cudaVersion?: string | null | undefined;
    /** Look only in this site, such as `EU-RO-1`. */
    dataCenterId?: string | null | undefined;
    /** How many cards the machine must have free together. */
    gpuCount: number;
    /** Slowest acceptable local storage, in megabytes per second. */
    minDisk?: number | null | undefined;
    /** Slowest acceptable transfer from the internet, in megabits per second. */
    minDownload?: number | null | undefined;
    /** Least main memory, in GB. */
    minMemoryInGb?: number | null | undefined;
    /** Slowest acceptable transfer to the internet, in megabits per second. */
    minUpload?: number | null | undefined;
    /** Fewest virtual cores. */
    minVcpuCount?: number | null | undefined;
    /** Look only in audited data centers when true, only at hosts of third parties when false, at both when left out. */
    secureCloud?: boolean | null | undefined;
    /** Only machines on which TCP ports can be opened to the internet directly. */
    supportPublicIp?: boolean | null | undefined;
    /** Space that container and volume need together, in GB. */
    totalDisk?: number | null | undefined;
};
/** Narrows the list of GPU kinds. With neither field, every kind is listed. */
export type GpuTypeFilter = {
    /** The one kind to list, such as `NVIDIA A40`. */
    id?: string | null | undefined;
    /** Several kinds to list. */
    ids?: Array<string> | null | undefined;
};
/** One piece of shared storage to mount. */
export type NetworkVolumeIdsInput = {
    /** Which storage; at most one in each data center. */
    networkVolumeId?: string | null | undefined;
};
/** New setup of a Pod. What is left out stays as it is. */
export type PodEditJobInput = {
    /** Space for system, applications and temporary data, in GB. It is emptied by the change. */
    containerDiskInGb?: number | null | undefined;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Command that replaces the default start command of the image. */
    dockerArgs?: string | null | undefined;
    /** Variables to set in the container, in place of all set before. */
    env?: Array<EnvironmentVariableInput | null | undefined> | null | undefined;
    /** Container image with repository and tag. */
    imageName?: string | null | undefined;
    /** Which one to change, by its identifier. */
    podId: string;
    /** Number inside the container to reach over HTTP. */
    port?: number | null | undefined;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8888/http,22/tcp`. */
    ports?: string | null | undefined;
    /** Space that survives a restart, in GB. It can grow, not shrink. */
    volumeInGb?: number | null | undefined;
    /** Where in the container the persistent space appears, as an absolute path. */
    volumeMountPath?: string | null | undefined;
};
/** Says which rental to read. */
export type PodFilter = {
    /** Which one to read, by its identifier. */
    podId: string;
};
/**
 * Hardware to look for and container to start on it, for a Pod that is not taken away. Either `imageName` or `templateId`
 * says what to run; what is given here wins over the template.
 */
export type PodFindAndDeployOnDemandInput = {
    /** Only machines whose driver is at one of these CUDA releases, such as `12.8`. */
    allowedCudaVersions?: Array<string | null | undefined> | null | undefined;
    /** Which class of hosts to look at; either when left out. */
    cloudType?: CloudTypeEnum | null | undefined;
    /** Standards that the data center must all have been audited against. */
    compliance?: Array<Compliance | null | undefined> | null | undefined;
    /** Rent by the GPU or by the core; GPU when left out. */
    computeType?: ComputeType | null | undefined;
    /** Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops. */
    containerDiskInGb?: number | null | undefined;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Look only in this country, as a two-letter ISO code. */
    countryCode?: string | null | undefined;
    /** Only machines whose driver supports this CUDA release, such as `12.8`. */
    cudaVersion?: string | null | undefined;
    /** Look only in this site, such as `EU-RO-1`. */
    dataCenterId?: string | null | undefined;
    /** Highest price to accept, in the currency of the account per hour. Nothing is rented above it. */
    deployCost?: number | null | undefined;
    /** Command that replaces the default start command of the image. When left out, the image decides. */
    dockerArgs?: string | null | undefined;
    /** Variables to set in the container. */
    env?: Array<EnvironmentVariableInput | null | undefined> | null | undefined;
    /** How many GPUs to rent together on one machine. */
    gpuCount?: number | null | undefined;
    /** Which kind of GPU to rent, by an `id` that the `gpuTypes` query lists. */
    gpuTypeId?: string | null | undefined;
    /** Several kinds of GPU that will do, in order of preference; in place of `gpuTypeId`. */
    gpuTypeIdList?: Array<string | null | undefined> | null | undefined;
    /** Container image with repository and tag. */
    imageName?: string | null | undefined;
    /** Instances that will do for a Pod without GPUs, such as `cpu3c-2-4` for 2 cores and 4 GB. */
    instanceIds?: Array<string | null | undefined> | null | undefined;
    /** Only machines whose driver supports this CUDA release or a later one, such as `12.4`. */
    minCudaVersion?: string | null | undefined;
    /** Slowest acceptable local storage, in megabytes per second. */
    minDisk?: number | null | undefined;
    /** Slowest acceptable transfer from the internet, in megabits per second. */
    minDownload?: number | null | undefined;
    /** Least main memory the machine must have free, in GB. */
    minMemoryInGb?: number | null | undefined;
    /** Slowest acceptable transfer to the internet, in megabits per second. */
    minUpload?: number | null | undefined;
    /** Fewest virtual cores the machine must have free. */
    minVcpuCount?: number | null | undefined;
    /** Label for the new rental. Names are to be unique within the account. */
    name?: string | null | undefined;
    /** Which shared storage to mount; the Pod then starts in the data center of that storage. */
    networkVolumeId?: string | null | undefined;
    /** Port inside the container to reach over HTTP. */
    port?: number | null | undefined;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8888/http,22/tcp`. */
    ports?: string | null | undefined;
    /** Commitment to make for a lower price. Without it the normal price is charged. */
    savingsPlan?: SavingsPlanInput | null | undefined;
    /** Start a notebook server in the container, where the image has one. */
    startJupyter?: boolean | null | undefined;
    /** Open a secure shell into the container with the account's public keys. */
    startSsh?: boolean | null | undefined;
    /** Moment to halt by itself, keeping the volume. Never when left out. */
    stopAfter?: string | null | undefined;
    /** Only machines on which TCP ports can be opened to the internet directly. */
    supportPublicIp?: boolean | null | undefined;
    /** Which saved setup to start from. */
    templateId?: string | null | undefined;
    /** Moment to be removed by itself, volume and all. Never when left out. */
    terminateAfter?: string | null | undefined;
    /** Space that survives a restart, in GB; 0 for none. It is not used beside a network volume. */
    volumeInGb?: number | null | undefined;
    /** Where in the container the persistent space appears, as an absolute path. */
    volumeMountPath?: string | null | undefined;
};
/**
 * Bid, hardware to look for and container to start on it, for a Pod that a higher bid may take away. Either `imageName` or
 * `templateId` says what to run; what is given here wins over the template.
 */
export type PodRentInterruptableInput = {
    /** Only machines whose driver is at one of these CUDA releases, such as `12.8`. */
    allowedCudaVersions?: Array<string | null | undefined> | null | undefined;
    /** Offer for one GPU, in the currency of the account per hour. */
    bidPerGpu?: number | null | undefined;
    /** Which class of hosts to look at; either when left out. */
    cloudType?: CloudTypeEnum | null | undefined;
    /** Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops. */
    containerDiskInGb?: number | null | undefined;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Look only in this country, as a two-letter ISO code. */
    countryCode?: string | null | undefined;
    /** Only machines whose driver supports this CUDA release, such as `12.8`. */
    cudaVersion?: string | null | undefined;
    /** Look only in this site, such as `EU-RO-1`. */
    dataCenterId?: string | null | undefined;
    /** Command that replaces the default start command of the image. When left out, the image decides. */
    dockerArgs?: string | null | undefined;
    /** Variables to set in the container. */
    env?: Array<EnvironmentVariableInput | null | undefined> | null | undefined;
    /** How many GPUs to rent together on one machine. */
    gpuCount?: number | null | undefined;
    /** Which kind of GPU to rent, by an `id` that the `gpuTypes` query lists. */
    gpuTypeId?: string | null | undefined;
    /** Container image with repository and tag. */
    imageName?: string | null | undefined;
    /** Slowest acceptable local storage, in megabytes per second. */
    minDisk?: number | null | undefined;
    /** Slowest acceptable transfer from the internet, in megabits per second. */
    minDownload?: number | null | undefined;
    /** Least main memory the machine must have free, in GB. */
    minMemoryInGb?: number | null | undefined;
    /** Slowest acceptable transfer to the internet, in megabits per second. */
    minUpload?: number | null | undefined;
    /** Fewest virtual cores the machine must have free. */
    minVcpuCount?: number | null | undefined;
    /** Label for the new rental. Names are to be unique within the account. */
    name?: string | null | undefined;
    /** Which shared storage to mount; the Pod then starts in the data center of that storage. */
    networkVolumeId?: string | null | undefined;
    /** Port inside the container to reach over HTTP. */
    port?: number | null | undefined;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8888/http,22/tcp`. */
    ports?: string | null | undefined;
    /** Start a notebook server in the container, where the image has one. */
    startJupyter?: boolean | null | undefined;
    /** Open a secure shell into the container with the account's public keys. */
    startSsh?: boolean | null | undefined;
    /** Moment to halt by itself, keeping the volume, as an ISO 8601 string. Never when left out. */
    stopAfter?: string | null | undefined;
    /** Only machines on which TCP ports can be opened to the internet directly. */
    supportPublicIp?: boolean | null | undefined;
    /** Which saved setup to start from. */
    templateId?: string | null | undefined;
    /** Moment to be removed by itself, volume and all, as an ISO 8601 string. Never when left out. */
    terminateAfter?: string | null | undefined;
    /** Space that survives a restart, in GB; 0 for none. It is not used beside a network volume. */
    volumeInGb?: number | null | undefined;
    /** Where in the container the persistent space appears, as an absolute path. */
    volumeMountPath?: string | null | undefined;
};
/** Which stopped Pod to start again, and with what. */
export type PodResumeInput = {
    /** Start with graphics cards or on general processors alone; as before when left out. */
    computeType?: ComputeType | null | undefined;
    /** How many graphics cards to start with; as many as before when left out. */
    gpuCount?: number | null | undefined;
    /** Which one to start, by its identifier. */
    podId: string;
};
/** What state a Pod is meant to be in; the machine follows with a short delay. */
export type PodStatus = 
/** Rented, but its container has not been started yet. */
'CREATED'
/** Its container has broken down and does not come up again by itself. */
 | 'DEAD'
/** Stopped: no GPU is held, and only the volume is billed. */
 | 'EXITED'
/** Halted for the moment, to be continued where it was. */
 | 'PAUSED'
/** Its container goes down and comes straight up again. */
 | 'RESTARTING'
/** Its container is up, and the machine is billed. */
 | 'RUNNING'
/** Removed for good, with its disks. */
 | 'TERMINATED' | (string & {});
/** Which running Pod to halt. */
export type PodStopInput = {
    /** When true, the halt counts as a change of setup, so that the Pod's `version` rises by one. */
    incrementVersion?: boolean | null | undefined;
    /** Which one to halt, by its identifier. */
    podId: string;
};
/** Which Pod to remove for good. */
export type PodTerminateInput = {
    /** Which one to remove, by its identifier. */
    podId: string;
};
/** On what terms a Pod is rented. */
export type PodType = 
/** Fills idle hardware on behalf of its owner. */
'BACKGROUND'
/** Rented by offering an own price per GPU. */
 | 'BID'
/** Spot price: a higher offer may take the machine away. */
 | 'INTERRUPTABLE'
/** Fixed price: the machine stays until it is given back. */
 | 'RESERVED' | (string & {});
/** A label to give to one exposed port. */
export type PortConfigInput = {
    /** Label for people to read. */
    name?: string | null | undefined;
    /** Number that the program in the container listens on. */
    port?: string | null | undefined;
};
/** The whole setup of a template. It replaces what is stored: a field left out is not kept from before. */
export type SaveTemplateInput = {
    /** When true, the start script is used in place of the plain start command. */
    advancedStart?: boolean | null | undefined;
    /** Hardware it is made for, such as `NVIDIA`, `AMD` or `CPU`. */
    category?: string | null | undefined;
    /** Space for system, applications and temporary data, in GB. */
    containerDiskInGb: number;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Command that replaces the default start command of the image. Send an empty string to let the image decide. */
    dockerArgs: string;
    /** Variables to set in every container started from it. Send an empty list for none. */
    env: Array<EnvironmentVariableInput | null | undefined>;
    /** Which one to overwrite. A new one is created when left out. */
    id?: string | null | undefined;
    /** Container image with repository and tag. */
    imageName: string;
    /** When true, other accounts can see and use it, variables included. */
    isPublic?: boolean | null | undefined;
    /** When true, it is for endpoints, otherwise for Pods. It cannot be both. */
    isServerless?: boolean | null | undefined;
    /** Label, unique within the account; one already taken is refused. */
    name: string;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8888/http,22/tcp`. */
    ports?: string | null | undefined;
    /** Labels for the exposed ports. */
    portsConfig?: Array<PortConfigInput | null | undefined> | null | undefined;
    /** Explanation for its users, in Markdown. */
    readme?: string | null | undefined;
    /** Start a notebook server in the container, where the image has one. */
    startJupyter?: boolean | null | undefined;
    /** Script to run in the container before anything else. */
    startScript?: string | null | undefined;
    /** Open a secure shell into the container with the account's public keys. */
    startSsh?: boolean | null | undefined;
    /** Space that survives a restart, in GB. Serverless takes 0 only. */
    volumeInGb: number;
    /** Where in the container the persistent space appears, as an absolute path. */
    volumeMountPath?: string | null | undefined;
};
/** A commitment to make together with a rental. */
export type SavingsPlanInput = {
    /** How long to commit for, as the service names it. */
    planLength?: string | null | undefined;
    /** Amount to pay in advance, in the currency of the account. */
    upfrontCost?: number | null | undefined;
};
/**
 * Instance to rent and container to start on it, for a Pod without GPUs. Either `imageName` or `templateId` says what to
 * run; what is given here wins over the template.
 */
export type DeployCpuPodInput = {
    /** Which class of hosts to look at; either when left out. */
    cloudType?: CloudTypeEnum | null | undefined;
    /**
     * Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops; its upper limit grows
     * with the number of cores.
     */
    containerDiskInGb?: number | null | undefined;
    /** Which saved login to pull a private image with. */
    containerRegistryAuthId?: string | null | undefined;
    /** Look only in this country, as a two-letter ISO code. */
    countryCode?: string | null | undefined;
    /** Look only in this site, such as `EU-RO-1`. */
    dataCenterId?: string | null | undefined;
    /** Command that replaces the default start command of the image. When left out, the image decides. */
    dockerArgs?: string | null | undefined;
    /** Variables to set in the container. */
    env?: Array<EnvironmentVariableInput | null | undefined> | null | undefined;
    /** Container image with repository and tag. */
    imageName?: string | null | undefined;
    /** Flavor, cores and memory in one, such as `cpu3c-2-4` for 2 cores and 4 GB. */
    instanceId?: string | null | undefined;
    /** Slowest acceptable transfer from the internet, in megabits per second. */
    minDownload?: number | null | undefined;
    /** Slowest acceptable transfer to the internet, in megabits per second. */
    minUpload?: number | null | undefined;
    /** Label for the new rental. Names are to be unique within the account. */
    name?: string | null | undefined;
    /** Which shared storage to mount; the Pod then starts in the data center of that storage. */
    networkVolumeId?: string | null | undefined;
    /** What to expose, as a list of `port/protocol` with commas between, such as `8888/http,22/tcp`. */
    ports?: string | null | undefined;
    /** Open a secure shell into the container with the account's public keys. */
    startSsh?: boolean | null | undefined;
    /** Which saved setup to start from. */
    templateId?: string | null | undefined;
    /** Where in the container the shared storage appears, as an absolute path. */
    volumeMountPath?: string | null | undefined;
};
export type DeleteEndpointMutationVariables = Exact<{
    id: string;
}>;
export type DeleteEndpointMutation = {
    deleteEndpoint: null | null;
};
export type DeleteTemplateMutationVariables = Exact<{
    templateName: string;
}>;
export type DeleteTemplateMutation = {
    deleteTemplate: null | null;
};
export type DeployCpuMutationVariables = Exact<{
    input: DeployCpuPodInput;
}>;
export type DeployCpuMutation = {
    deployCpuPod: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        costPerHr: number;
        adjustedCostPerHr: number;
        imageName: string;
        ports: string | null;
        containerDiskInGb: number | null;
        networkVolumeId: string | null;
        cpuFlavorId: string | null;
        vcpuCount: number;
        memoryInGb: number;
        machineId: string;
        machine: {
            dataCenterId: string | null;
            podHostId: string | null;
        } | null;
    } | null;
};
export type DeploySpotMutationVariables = Exact<{
    input: PodRentInterruptableInput;
}>;
export type DeploySpotMutation = {
    podRentInterruptable: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        podType: PodType | null;
        costPerHr: number;
        adjustedCostPerHr: number;
        imageName: string;
        ports: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        networkVolumeId: string | null;
        gpuCount: number;
        vcpuCount: number;
        memoryInGb: number;
        machineId: string;
        machine: {
            gpuTypeId: string | null;
            gpuDisplayName: string | null;
            dataCenterId: string | null;
            podHostId: string | null;
        } | null;
    } | null;
};
export type DeployMutationVariables = Exact<{
    input: PodFindAndDeployOnDemandInput;
}>;
export type DeployMutation = {
    podFindAndDeployOnDemand: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        costPerHr: number;
        adjustedCostPerHr: number;
        imageName: string;
        ports: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        networkVolumeId: string | null;
        gpuCount: number;
        vcpuCount: number;
        memoryInGb: number;
        machineId: string;
        machine: {
            gpuTypeId: string | null;
            gpuDisplayName: string | null;
            dataCenterId: string | null;
            podHostId: string | null;
        } | null;
    } | null;
};
export type EditJobMutationVariables = Exact<{
    input: PodEditJobInput;
}>;
export type EditJobMutation = {
    podEditJob: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        lastStatusChange: string | null;
        imageName: string;
        dockerArgs: string | null;
        ports: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        volumeMountPath: string | null;
        containerRegistryAuthId: string | null;
    } | null;
};
export type EndpointQueryVariables = Exact<{
    id: string;
}>;
export type EndpointQuery = {
    myself: {
        endpoint: {
            id: string | null;
            name: string | null;
            type: string | null;
            version: number | null;
            createdAt: string | null;
            templateId: string | null;
            computeType: ComputeType | null;
            gpuIds: string | null;
            gpuCount: number | null;
            instanceIds: Array<string | null> | null;
            workersMin: number | null;
            workersMax: number | null;
            workersStandby: number | null;
            idleTimeout: number | null;
            executionTimeoutMs: number | null;
            scalerType: string | null;
            scalerValue: number | null;
            flashBootType: FlashBootType | null;
            locations: string | null;
            allowedCudaVersions: string | null;
            minCudaVersion: string | null;
            networkVolumeId: string | null;
            template: {
                name: string | null;
                imageName: string | null;
                dockerArgs: string | null;
                containerDiskInGb: number | null;
            } | null;
            networkVolumeIds: Array<{
                networkVolumeId: string | null;
                dataCenterId: string | null;
            } | null> | null;
            pods: Array<{
                id: string;
                desiredStatus: PodStatus;
                costPerHr: number;
                lastStartedAt: string | null;
                machine: {
                    gpuTypeId: string | null;
                    dataCenterId: string | null;
                } | null;
            } | null> | null;
        } | null;
    } | null;
};
export type EndpointsQueryVariables = Exact<{
    [key: string]: never;
}>;
export type EndpointsQuery = {
    myself: {
        endpoints: Array<{
            id: string | null;
            name: string | null;
            type: string | null;
            version: number | null;
            createdAt: string | null;
            templateId: string | null;
            computeType: ComputeType | null;
            gpuIds: string | null;
            gpuCount: number | null;
            instanceIds: Array<string | null> | null;
            workersMin: number | null;
            workersMax: number | null;
            workersStandby: number | null;
            idleTimeout: number | null;
            executionTimeoutMs: number | null;
            scalerType: string | null;
            scalerValue: number | null;
            flashBootType: FlashBootType | null;
            locations: string | null;
            networkVolumeId: string | null;
        } | null>;
    } | null;
};
export type GpuAvailabilityQueryVariables = Exact<{
    input?: GpuAvailabilityInput | null | undefined;
}>;
export type GpuAvailabilityQuery = {
    dataCenters: Array<{
        id: string | null;
        name: string | null;
        location: string | null;
        listed: boolean | null;
        storageSupport: boolean | null;
        gpuAvailability: Array<{
            gpuTypeId: string | null;
            gpuTypeDisplayName: string | null;
            available: boolean | null;
            stockStatus: string | null;
        } | null> | null;
    } | null> | null;
};
export type GpuTypesQueryVariables = Exact<{
    input?: GpuTypeFilter | null | undefined;
    price?: GpuLowestPriceInput | null | undefined;
}>;
export type GpuTypesQuery = {
    gpuTypes: Array<{
        id: string | null;
        displayName: string | null;
        manufacturer: string | null;
        memoryInGb: number | null;
        secureCloud: boolean | null;
        communityCloud: boolean | null;
        securePrice: number | null;
        communityPrice: number | null;
        secureSpotPrice: number | null;
        communitySpotPrice: number | null;
        maxGpuCount: number | null;
        lowestPrice: {
            minimumBidPrice: number | null;
            uninterruptablePrice: number | null;
            stockStatus: string | null;
            minVcpu: number | null;
            minMemory: number | null;
            availableGpuCounts: Array<number | null> | null;
        } | null;
    } | null> | null;
};
export type MyselfQueryVariables = Exact<{
    [key: string]: never;
}>;
export type MyselfQuery = {
    myself: {
        id: string | null;
        email: string | null;
        isTeam: boolean | null;
        clientBalance: number | null;
        minBalance: number | null;
        underBalance: boolean | null;
        currentSpendPerHr: number | null;
        spendLimit: number | null;
        maxServerlessConcurrency: number | null;
    } | null;
};
export type PodQueryVariables = Exact<{
    input: PodFilter;
}>;
export type PodQuery = {
    pod: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        lastStatusChange: string | null;
        createdAt: string | null;
        lastStartedAt: string | null;
        podType: PodType | null;
        costPerHr: number;
        adjustedCostPerHr: number;
        imageName: string;
        ports: string | null;
        templateId: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        volumeMountPath: string | null;
        networkVolumeId: string | null;
        gpuCount: number;
        vcpuCount: number;
        memoryInGb: number;
        machineId: string;
        machine: {
            gpuTypeId: string | null;
            gpuDisplayName: string | null;
            dataCenterId: string | null;
            location: string | null;
            secureCloud: boolean | null;
            podHostId: string | null;
            maintenanceStart: string | null;
            maintenanceEnd: string | null;
        } | null;
        runtime: {
            uptimeInSeconds: number | null;
            container: {
                cpuPercent: number | null;
                memoryPercent: number | null;
            } | null;
            gpus: Array<{
                id: string | null;
                gpuUtilPercent: number | null;
                memoryUtilPercent: number | null;
            } | null> | null;
            ports: Array<{
                ip: string | null;
                isIpPublic: boolean | null;
                privatePort: number | null;
                publicPort: number | null;
                type: string | null;
            } | null> | null;
        } | null;
    } | null;
};
export type PodsQueryVariables = Exact<{
    [key: string]: never;
}>;
export type PodsQuery = {
    myself: {
        pods: Array<{
            id: string;
            name: string;
            desiredStatus: PodStatus;
            lastStatusChange: string | null;
            lastStartedAt: string | null;
            podType: PodType | null;
            costPerHr: number;
            adjustedCostPerHr: number;
            imageName: string;
            ports: string | null;
            containerDiskInGb: number | null;
            volumeInGb: number | null;
            networkVolumeId: string | null;
            gpuCount: number;
            vcpuCount: number;
            memoryInGb: number;
            machineId: string;
            machine: {
                gpuTypeId: string | null;
                gpuDisplayName: string | null;
                dataCenterId: string | null;
            } | null;
            runtime: {
                uptimeInSeconds: number | null;
                ports: Array<{
                    ip: string | null;
                    isIpPublic: boolean | null;
                    privatePort: number | null;
                    publicPort: number | null;
                    type: string | null;
                } | null> | null;
            } | null;
        } | null> | null;
    } | null;
};
export type ResumeMutationVariables = Exact<{
    input: PodResumeInput;
}>;
export type ResumeMutation = {
    podResume: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        lastStatusChange: string | null;
        costPerHr: number;
        adjustedCostPerHr: number;
        imageName: string;
        gpuCount: number;
        machineId: string;
        machine: {
            gpuTypeId: string | null;
            gpuDisplayName: string | null;
            dataCenterId: string | null;
            podHostId: string | null;
        } | null;
    } | null;
};
export type SaveEndpointMutationVariables = Exact<{
    input: EndpointInput;
}>;
export type SaveEndpointMutation = {
    saveEndpoint: {
        id: string | null;
        name: string | null;
        type: string | null;
        version: number | null;
        templateId: string | null;
        gpuIds: string | null;
        gpuCount: number | null;
        instanceIds: Array<string | null> | null;
        workersMin: number | null;
        workersMax: number | null;
        idleTimeout: number | null;
        executionTimeoutMs: number | null;
        scalerType: string | null;
        scalerValue: number | null;
        flashBootType: FlashBootType | null;
        locations: string | null;
        networkVolumeId: string | null;
    } | null;
};
export type SaveTemplateMutationVariables = Exact<{
    input: SaveTemplateInput;
}>;
export type SaveTemplateMutation = {
    saveTemplate: {
        id: string | null;
        name: string | null;
        imageName: string | null;
        dockerArgs: string | null;
        ports: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        volumeMountPath: string | null;
        containerRegistryAuthId: string | null;
        isServerless: boolean | null;
        isPublic: boolean | null;
        category: string | null;
        readme: string | null;
    } | null;
};
export type StopMutationVariables = Exact<{
    input: PodStopInput;
}>;
export type StopMutation = {
    podStop: {
        id: string;
        name: string;
        desiredStatus: PodStatus;
        lastStatusChange: string | null;
        volumeInGb: number | null;
        networkVolumeId: string | null;
    } | null;
};
export type TemplateQueryVariables = Exact<{
    id: string;
}>;
export type TemplateQuery = {
    podTemplate: {
        id: string | null;
        name: string | null;
        imageName: string | null;
        dockerArgs: string | null;
        startScript: string | null;
        ports: string | null;
        containerDiskInGb: number | null;
        volumeInGb: number | null;
        volumeMountPath: string | null;
        containerRegistryAuthId: string | null;
        isServerless: boolean | null;
        isPublic: boolean | null;
        isRunpod: boolean | null;
        category: string | null;
        readme: string | null;
        startJupyter: boolean | null;
        startSsh: boolean | null;
        boundEndpointId: string | null;
        env: Array<{
            key: string | null;
            value: string | null;
        } | null> | null;
    } | null;
};
export type TemplatesQueryVariables = Exact<{
    [key: string]: never;
}>;
export type TemplatesQuery = {
    myself: {
        podTemplates: Array<{
            id: string | null;
            name: string | null;
            imageName: string | null;
            dockerArgs: string | null;
            ports: string | null;
            containerDiskInGb: number | null;
            volumeInGb: number | null;
            volumeMountPath: string | null;
            containerRegistryAuthId: string | null;
            isServerless: boolean | null;
            isPublic: boolean | null;
            category: string | null;
            boundEndpointId: string | null;
        } | null> | null;
    } | null;
};
export type TerminateMutationVariables = Exact<{
    input: PodTerminateInput;
}>;
export type TerminateMutation = {
    podTerminate: null | null;
};
export {};
//# sourceMappingURL=types.d.ts.map