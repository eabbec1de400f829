/** An item of a `PriorityQueue`. */
export interface Ranked {
    /** Items with a lower rank come first. */
    readonly rank: number;
}
/** Items ordered by rank, lowest first. Items of equal rank keep the order in which they were added. */
export declare class PriorityQueue<Item extends Ranked> {
    #private;
    get first(): Item | undefined;
    add(item: Item): void;
    /** Removes and returns the first item. */
    shift(): Item | undefined;
    /** Removes an item from wherever it is. Returns false if the queue does not hold the item. */
    remove(item: Item): boolean;
}
//# sourceMappingURL=queue.d.ts.map