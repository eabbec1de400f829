import type { Settings } from "../settings.js";
import type { TransportRequest } from "./request.js";
import { LightResponse } from "./response.js";
/**
 * Sends a request and resolves with the service's last response, whatever its status. Rejects with a `ConnectionError`
 * when there is no response, with a `TimeoutError` when there is none in time, and with the signal's own reason after an
 * abort.
 */
export type Send = (request: TransportRequest) => Promise<LightResponse>;
/** The transport: attempts, the pauses between them, and the deadline over both. */
export declare function createSend(settings: Settings): Send;
//# sourceMappingURL=transport.d.ts.map