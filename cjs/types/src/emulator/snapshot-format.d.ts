import type { Ledger, PodConditions, WorkerConditions } from "./conditions.js";
import type { Job, JobQueue, OutputFile } from "./jobs/job.js";
import type { Charge, Endpoint, NetworkVolume, Pod, RegistryAuth, Secret, Template, UserSettings } from "./resources/records.js";
/** An account as JSON, at one moment of its clock. The members inside the lists may change in any version. */
export interface Snapshot {
    readonly version: 1;
    /** The moment of the clock, in milliseconds since 1970. */
    readonly now: number;
    readonly seed: number;
    /** How many ids were generated. */
    readonly idCount: number;
    readonly pods: readonly Pod[];
    readonly endpoints: readonly Endpoint[];
    readonly templates: readonly Template[];
    readonly networkVolumes: readonly NetworkVolume[];
    readonly containerRegistryAuths: readonly RegistryAuth[];
    readonly jobs: readonly Job[];
    readonly jobQueues: readonly StoredJobQueue[];
    readonly files: readonly (readonly [name: string, file: OutputFile])[];
    readonly charges: readonly StoredCharge[];
    /** Absent in snapshots of earlier versions. */
    readonly conditions?: StoredConditions;
}
/** What a test set about the account, and what follows from it. */
export interface StoredConditions {
    readonly ledger: Ledger;
    readonly stock: readonly (readonly [key: string, free: number])[];
    readonly pods: PodConditions;
    readonly workers: readonly (readonly [
        slug: string,
        conditions: WorkerConditions
    ])[];
    readonly secrets?: readonly Secret[];
    readonly userSettings?: UserSettings;
}
type StoredJobQueue = Omit<JobQueue, "waiting"> & {
    readonly waiting: readonly string[];
};
/** JSON has no Infinity: a charge that lasts has no end. */
type StoredCharge = Omit<Charge, "to"> & {
    readonly to: number | null;
};
/** Throws a TypeError that names the first invalid member, for anything but a snapshot of this version. */
export declare function checkSnapshot(value: unknown): asserts value is Snapshot;
export {};
//# sourceMappingURL=snapshot-format.d.ts.map