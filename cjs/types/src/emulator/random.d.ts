/** Returns numbers from 0 to 1: the same numbers in the same order for the same seed (mulberry32). */
export declare function createRandom(seed: number): () => number;
/** Ids in an order that the seed determines. Each id follows from the seed and its number, so `count` is the whole state. */
export declare class IdGenerator {
    #private;
    constructor(seed: number, count?: number);
    /** How many ids were generated. */
    get count(): number;
    next(): string;
}
/** The id of a seed: lowercase letters and digits. */
export declare function idFrom(seed: number): string;
/** The 32-bit FNV-1a hash of a text. */
export declare function hashText(text: string): number;
//# sourceMappingURL=random.d.ts.map