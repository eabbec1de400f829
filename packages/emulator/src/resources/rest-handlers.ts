import type { RestRoute } from "../../generated/routes.js";
import type { Handlers } from "../requests/handler.js";
import { billingHandlers } from "../machines/billing.js";
import { endpointHandlers } from "./endpoint-handlers.js";
import { networkVolumeHandlers } from "../machines/network-volumes.js";
import { podHandlers } from "./pod-handlers.js";
import { registryAuthHandlers } from "./registry-auths.js";
import { templateHandlers } from "./template-handlers.js";

/** The handler of each route of the management REST API. */
export const restHandlers: Handlers<RestRoute> = {
  ...podHandlers,
  ...endpointHandlers,
  ...networkVolumeHandlers,
  ...templateHandlers,
  ...registryAuthHandlers,
  ...billingHandlers,
};
