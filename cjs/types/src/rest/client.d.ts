import { type Client } from "openapi-fetch";
import type { paths } from "../../generated/rest/types.js";
import type { Send } from "../http/transport.js";
import type { Settings } from "../settings.js";
/** openapi-fetch's client of the management REST API. */
export type RestClient = Client<paths>;
/**
 * openapi-fetch's own client (`{ data, error, response }`), whose requests go through the transport. A call rejects when
 * no response comes, when none comes in time, and when a success cannot be parsed.
 */
export declare function createRestClient(settings: Settings, send: Send): RestClient;
//# sourceMappingURL=client.d.ts.map