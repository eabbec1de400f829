import type { V2Route } from "../../generated/routes.js";
import type { Handlers } from "../requests/handler.js";
import { accountHandlers } from "./account.js";
import { billingHandlers } from "./billing.js";
import { clusterHandlers } from "./clusters.js";
import { dataCenterHandlers } from "./data-centers.js";
import { hardwareHandlers } from "./hardware.js";
import { networkVolumeHandlers } from "./network-volumes.js";
import { podHandlers } from "./pods.js";
import { registryHandlers } from "./registries.js";
import { secretHandlers } from "./secrets.js";
import { serverlessHandlers } from "./serverless.js";
import { templateHandlers } from "./templates.js";

/** The handler of each route of version 2 of the management API, over the same account as 0.1.0 and GraphQL. */
export const v2Handlers: Handlers<V2Route> = {
  ...accountHandlers,
  ...secretHandlers,
  ...podHandlers,
  ...clusterHandlers,
  ...serverlessHandlers,
  ...templateHandlers,
  ...networkVolumeHandlers,
  ...registryHandlers,
  ...hardwareHandlers,
  ...dataCenterHandlers,
  ...billingHandlers,
};
