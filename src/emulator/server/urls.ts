/** The addresses of the service, under the names of the client's options. */
export interface Urls {
  readonly baseUrl: string;
  readonly publicBaseUrl: string;
  readonly graphqlUrl: string;
  /** The addresses of the further surfaces: that of version 2 of the management API. */
  readonly surfaces: { readonly v2: { readonly baseUrl: string } };
}

/** The addresses of a service at an origin, such as `http://127.0.0.1:4010`. */
export function urlsAt(origin: string): Urls {
  return {
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
    surfaces: { v2: { baseUrl: origin } },
  };
}
