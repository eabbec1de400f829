import {
  addressesAt,
  type FurtherAddresses,
} from "../../generated/further-surfaces.js";

/** The addresses of the service, under the names of the client's options. */
export interface Urls {
  readonly baseUrl: string;
  readonly publicBaseUrl: string;
  readonly graphqlUrl: string;
  /** The address of the HTTP ports of Pods, with `{podId}` and `{port}` in it. */
  readonly proxyUrl: string;
  /** The addresses of the further surfaces, by name: that of version 2 of the management API. */
  readonly surfaces: FurtherAddresses;
}

/** The addresses of a service at an origin, such as `http://127.0.0.1:4010`. */
export function urlsAt(origin: string): Urls {
  return {
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
    proxyUrl: `${origin}/proxy/{podId}/{port}`,
    surfaces: addressesAt(origin),
  };
}

/** The address of the files of volumes, with `{dataCenter}` in place of the id of a data center. */
export function s3EndpointAt(origin: string): string {
  return `${origin}/s3/{dataCenter}`;
}
