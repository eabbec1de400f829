import type { Client, ClientOptions } from "../../src/index.js";
import type { PodClientV2 } from "../../src/machines/index.js";
import type { SpendSourcesV2 } from "../../src/spend/index.js";

/** `cloud.v2` as far as Pods need it. The tests that use this compile without the surface of version 2 as well. */
export function version2Of(cloud: Client): PodClientV2 & SpendSourcesV2 {
  return Reflect.get(cloud, "v2");
}

/** The option for the address of version 2. */
export function version2At(baseUrl: string): Pick<ClientOptions, "surfaces"> {
  const options: object = { surfaces: { v2: { baseUrl } } };
  return options;
}

/** `cloud.v2Rest`, as far as a test that compiles without version 2 can name it. */
export function rawVersion2Of(cloud: Client): {
  readonly POST: (path: string, init: object) => Promise<unknown>;
} {
  const client: object = cloud;
  return Reflect.get(client, "v2Rest") as ReturnType<typeof rawVersion2Of>;
}
