import type { RecordedRequest } from "./recorded-request.js";
/** What happens in an emulator. */
export type EmulatorEvent = 
/** A request was answered. */
{
    readonly kind: "request";
    readonly entry: RecordedRequest;
}
/** Something that the account owns changed, by a call or by the clock. */
 | {
    readonly kind: "change";
};
/** Called synchronously. The response to a request waits for the promises that listeners return for the changes made by it. */
export type EmulatorEventListener = (event: EmulatorEvent) => unknown;
/** The subscribers of an emulator. */
export declare class EventEmitter {
    #private;
    /** Returns a function that ends the subscription. */
    readonly subscribe: (listener: EmulatorEventListener) => (() => void);
    emit(event: EmulatorEvent): void;
    /** Resolves when the listeners have processed every event so far; undefined where none of them is still busy. */
    whenProcessed(): Promise<unknown> | undefined;
}
//# sourceMappingURL=events.d.ts.map