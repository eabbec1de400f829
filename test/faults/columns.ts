import type { Client } from "../../src/index.js";
import type { CallOptions } from "../../src/options.js";

/** One kind of call: how the client makes the call, and the request that it sends. */
export interface Column {
  readonly name: string;
  readonly route: string;
  /** Whether the call changes anything, so that a second call does harm. */
  readonly changes: boolean;
  /** The right response. */
  readonly good: { readonly status: number; readonly body: string };
  readonly call: (cloud: Client, options: CallOptions) => Promise<unknown>;
  /** The submit that comes before the call. The cells of the matrix answer it without the network. */
  readonly submit?: {
    readonly route: string;
    readonly path: string;
    readonly answer: object;
  };
  /** The path of the request that the call sends. */
  readonly path: string;
}

/** A text that the calls send in bodies and variables. No error may show this text. */
export const BODY_SECRET = "hush-0b5e-body-secret";
const input = { prompt: BODY_SECRET };
const env = { TOKEN: BODY_SECRET };
const size = { name: BODY_SECRET, size: 20 };

const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
const pod = json({ id: "p1", desiredStatus: "RUNNING" });
const volume = json({ id: "v1", size: 20 });

export const columns: readonly Column[] = [
  {
    name: "GET",
    route: "GET /pods/{podId}",
    changes: false,
    good: pod,
    call: (cloud, options) => cloud.pods.get("p1", {}, options),
    path: "/v1/pods/p1",
  },
  {
    name: "DELETE",
    route: "DELETE /pods/{podId}",
    changes: true,
    good: { status: 204, body: "" },
    call: (cloud, options) => cloud.pods.delete("p1", {}, options),
    path: "/v1/pods/p1",
  },
  {
    name: "PATCH",
    route: "PATCH /networkvolumes/{networkVolumeId}",
    changes: true,
    good: volume,
    call: (cloud, options) =>
      cloud.networkVolumes.update("v1", size, {}, options),
    path: "/v1/networkvolumes/v1",
  },
  {
    name: "synonym",
    route: "POST /networkvolumes/{networkVolumeId}/update",
    changes: true,
    good: volume,
    call: (cloud, options) =>
      cloud.networkVolumes.update(
        "v1",
        size,
        {},
        { ...options, updateMethod: "post" },
      ),
    path: "/v1/networkvolumes/v1/update",
  },
  {
    name: "create",
    route: "POST /pods",
    changes: true,
    good: { ...pod, status: 201 },
    call: (cloud, options) => cloud.pods.create({ env }, {}, options),
    path: "/v1/pods",
  },
  {
    name: "run",
    route: "POST /v2/{slug}/run",
    changes: true,
    good: json({ id: "j1", status: "IN_QUEUE" }),
    call: (cloud, options) => cloud.model("flux-schnell").run(input, options),
    path: "/v2/flux-schnell/run",
  },
  {
    name: "poll",
    route: "GET /v2/{slug}/status/{jobId}",
    changes: false,
    good: json({ id: "j1", status: "IN_PROGRESS" }),
    submit: {
      route: "POST /v2/{slug}/run",
      path: "/v2/flux-schnell/run",
      answer: { id: "j1", status: "IN_QUEUE" },
    },
    call: async (cloud, options) => {
      const job = await cloud.model("flux-schnell").run(input, options);
      return job.status(options);
    },
    path: "/v2/flux-schnell/status/j1",
  },
  {
    name: "query",
    route: "POST /graphql",
    changes: false,
    good: json({ data: { pod: { id: "p1" } } }),
    call: (cloud, options) =>
      cloud.graphql.pod({ input: { podId: BODY_SECRET } }, options),
    path: "/graphql",
  },
  {
    name: "mutation",
    route: "POST /graphql",
    changes: true,
    good: json({ data: { podTerminate: null } }),
    call: (cloud, options) =>
      cloud.graphql.terminatePod({ input: { podId: BODY_SECRET } }, options),
    path: "/graphql",
  },
];
