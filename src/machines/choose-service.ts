import {
  createPodServiceV1,
  type PodClient,
  type PodService,
} from "./pod-service.js";
import type { PodClientV2 } from "./client-v2.js";
import { createPodServiceV2, isVersion2 } from "./version-2.js";

/** The Pods of the version that a client speaks: `cloud` itself for 0.1.0, `cloud.v2` for version 2. */
export function createPodService(cloud: PodClient | PodClientV2): PodService {
  return isVersion2(cloud)
    ? createPodServiceV2(cloud)
    : createPodServiceV1(cloud);
}
