import type { CallOptions } from "../options.js";

// The types of what rentals, waits and sweeps use of version 2. They are no generated types: a client without the surface
// of version 2 has none of those, and this folder must compile over such a client, too.

/** The surface of version 2 that has prices and stock: `cloud.v2`. */
export interface StockClientV2 {
  readonly catalog: CatalogCallsV2;
  readonly networkVolumes: {
    get(
      id: string,
      query?: NoQuery,
      options?: CallOptions,
    ): Promise<{ readonly dataCenter: string }>;
  };
}

/** The surface of version 2 of the management API, `cloud.v2`, as far as Pods need it. */
export interface PodClientV2<
  Body extends PodBodyV2 = PodBodyV2,
> extends StockClientV2 {
  readonly pods: PodCallsV2<Body>;
}

/** What to rent in version 2: the body of a create, whose `gpu.id` may be a ranking of GPU types. */
export type RentInputV2<Body extends PodBodyV2 = PodBodyV2> = Omit<
  Body,
  "gpu" | "name"
> & {
  readonly name?: string | undefined;
  readonly gpu?:
    | (Omit<NonNullable<Body["gpu"]>, "id"> & {
        /** A GPU type, or several in order of preference: a create names one, so they are tried one after another. */
        readonly id: string | readonly string[];
      })
    | undefined;
};

/** The body of a create, as far as a rental reads and writes it. */
export interface PodBodyV2 {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly ports?: string[] | undefined;
  readonly templateId?: string | undefined;
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
  readonly dataCenterIds?: string[] | undefined;
  readonly gpu?:
    | { readonly id: string; readonly count?: number | undefined }
    | undefined;
}

/** The calls of version 2 that handle Pods. */
interface PodCallsV2<Body extends PodBodyV2> {
  list(
    query?: { readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<unknown> & AsyncIterable<PodV2>;
  create(body: Body, query?: NoQuery, options?: CallOptions): Promise<PodV2>;
  get(id: string, query?: NoQuery, options?: CallOptions): Promise<PodV2>;
  update(
    id: string,
    body: {
      readonly name?: string;
      readonly env?: Readonly<Record<string, string>>;
    },
    query?: NoQuery,
    options?: CallOptions,
  ): Promise<unknown>;
  action(
    id: string,
    body: { readonly action: "stop" },
    query?: NoQuery,
    options?: CallOptions,
  ): Promise<unknown>;
  delete(id: string, query?: NoQuery, options?: CallOptions): Promise<void>;
}

type NoQuery = Readonly<Record<string, never>>;

/** A Pod of version 2. The service may leave out what it promises. */
export interface PodV2 {
  readonly id: string;
  readonly name?: string;
  readonly status?: string;
  readonly cost?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly gpu?: { readonly id?: string };
  readonly dataCenterId?: string | null;
  readonly runtime?: { readonly ports?: readonly PodPortV2[] } | null;
}

interface PodPortV2 {
  readonly type?: string;
  readonly ip?: string | null;
  readonly private?: number;
  readonly public?: number | null;
}

/** The calls of version 2 that return prices, stock and places. */
interface CatalogCallsV2 {
  listGpuTypes(
    query?: GpuTypeQueryV2,
    options?: CallOptions,
  ): Promise<readonly GpuTypeV2[]>;
  listDataCenters(
    query?: NoQuery,
    options?: CallOptions,
  ): Promise<readonly { readonly id: string }[]>;
}

interface GpuTypeQueryV2 {
  readonly include?: "AVAILABILITY"[] | undefined;
  readonly product?: ("POD" | "SERVERLESS")[] | undefined;
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
  readonly count?: number | undefined;
}

/** A GPU type of the catalogue of version 2. */
export interface GpuTypeV2 {
  readonly id: string;
  readonly name: string;
  /** The pool of the type, for endpoints. */
  readonly pool?: string | null;
  /** The memory of one GPU, in GB. */
  readonly memory: number;
  readonly secure: boolean;
  readonly community: boolean;
  /** The prices of one GPU for an hour, in the currency of the account. */
  readonly price: { readonly secure: number; readonly community: number };
  readonly maxCount: { readonly secure: number; readonly community: number };
  readonly availability?: string;
  readonly dataCenters?: readonly {
    readonly id: string;
    readonly availability: string;
  }[];
}

/** Whether a client is `cloud.v2`. */
export function isVersion2<Cloud extends object>(
  cloud: Cloud,
): cloud is Extract<Cloud, StockClientV2> {
  // The members of `cloud.v2` are created when they are first read, so `in` does not find them.
  return Reflect.get(cloud, "catalog") !== undefined;
}
