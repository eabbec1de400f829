import type { CallOptions } from "../../index.js";

/**
 * `cloud.v2` as far as `stop` uses it. These are no generated types: a client without the surface of version 2 has none, and
 * the command must compile over such a client, too.
 */
export interface StopClientV2 {
  readonly clusters: {
    list(): Promise<readonly Cluster[]>;
    listPods(id: string): Promise<readonly { readonly cost: number }[]>;
    delete(id: string): Promise<unknown>;
  };
  readonly pods: {
    list(
      query: Readonly<Record<string, never>>,
      options: CallOptions,
    ): AsyncIterable<Pod>;
    action(id: string, body: { readonly action: "stop" }): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  };
  readonly catalog: {
    listGpuTypes(): Promise<readonly GpuType[]>;
  };
  readonly serverless: {
    list(): AsyncIterable<Endpoint>;
    listWorkers(id: string): Promise<{ readonly workers: readonly Worker[] }>;
    update(
      id: string,
      body: { readonly workers: { readonly min: 0; readonly max: 0 } },
    ): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  };
  readonly networkVolumes: {
    list(): Promise<
      readonly { readonly name: string; readonly size: number }[]
    >;
  };
}

interface Cluster {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

interface Pod {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** In USD per hour. */
  readonly cost: number;
  readonly createdAt: string;
  /** The time of the latest start; null until a new Pod has started. */
  readonly startedAt: string | null;
}

export interface GpuType {
  readonly id: string;
  readonly price: { readonly serverless: number };
}

interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly workers: { readonly min: number; readonly max: number };
}

interface Worker {
  readonly status: string;
  readonly gpuCount: number;
  readonly gpuTypeId?: string | null;
  readonly startedAt?: string | null;
}
