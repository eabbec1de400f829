import type { JobRequest } from "../../generated/jobs/resources.js";
import type { ContainerRegistryAuthCreateInput, EndpointCreateInput, NetworkVolumeCreateInput, PodCreateInput, TemplateCreateInput } from "../../generated/rest/resources.js";
import { type AccountState } from "./account-state.js";
/** The body of a create call, with the id that the item gets; without an id the emulator generates one. */
type Seeded<Body> = Body & {
    readonly id?: string | undefined;
};
/**
 * What to add to an account, in the order of these members: an item may refer to items of earlier members. A member that
 * is `undefined` counts as not given.
 */
export interface SeedData {
    readonly containerRegistryAuths?: readonly Seeded<ContainerRegistryAuthCreateInput>[] | undefined;
    readonly networkVolumes?: readonly Seeded<NetworkVolumeCreateInput>[] | undefined;
    readonly templates?: readonly Seeded<TemplateCreateInput>[] | undefined;
    readonly endpoints?: readonly Seeded<EndpointCreateInput>[] | undefined;
    /** A Pod runs unless its `desiredStatus` is EXITED. */
    readonly pods?: readonly (Seeded<PodCreateInput> & {
        readonly desiredStatus?: "RUNNING" | "EXITED" | undefined;
    })[] | undefined;
    /** Submitted with `/run`, in this order. */
    readonly jobs?: readonly (Seeded<JobRequest> & {
        readonly slug: string;
    })[] | undefined;
}
/** Inserts the items up to the first invalid one. Throws a TypeError that names the invalid item. */
export declare function seedAccount(state: AccountState, data: SeedData): void;
export {};
//# sourceMappingURL=seed.d.ts.map