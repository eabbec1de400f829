import { describe, expect, it } from "vitest";
import { createClient, type Client } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import {
  failure,
  KEY,
  lost,
  scripted,
  scriptedFetch,
  URLS,
  type Step,
} from "../support/scripted-fetch.js";

/** What a create rejects with when the service answers like this. */
async function errorOfCreate(step: Step): Promise<unknown> {
  const { fetch, requests } = scriptedFetch(step);
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const error = await rejectionOf(cloud.pods.create({ name: "trainer" }));
  expect(requests).toHaveLength(1);
  return error;
}

it.each([{}, { id: "" }, { id: null }, { name: "trainer" }])(
  "a create that is answered 201 with %j rejects, and says how to find what it may have made",
  async (json) => {
    const error = await errorOfCreate({ status: 201, json });
    expect(error).toMatchObject({
      name: "ResponseError",
      code: "invalid_response",
      status: 201,
      maybeSent: true,
    });
    expect(String(error)).toContain("search pods.list for its name");
  },
);

it("a create whose connection is lost says that the Pod may exist, and how to find the Pod", async () => {
  const error = await errorOfCreate(lost());
  expect(error).toMatchObject({ name: "ConnectionError", maybeSent: true });
  expect(String(error)).toContain("may exist and cost money");
  expect(String(error)).toContain("pods.list");
});

it("a lost create of what costs nothing does not speak of a cost", async () => {
  const { cloud } = scripted([{ status: 502 }]);
  const create = cloud.templates.create({ name: "t", imageName: "a/b:1" });
  expect(String(await failure(create))).toContain(
    "what was to be created may exist: search templates.list for its name",
  );
});

it("the error of a create names the GPU type that was probably meant, and says that the Pod may exist", async () => {
  const json = { error: "something went wrong" };
  const { cloud } = scripted([{ status: 500, json }]);
  const create = cloud.pods.create({ gpuTypeIds: ["RTX 4090"] as never });
  const error = await failure(create);
  expect(error).toMatchObject({ maybeSent: true });
  expect(String(error)).toContain(
    "something went wrong (did you mean NVIDIA GeForce RTX 4090?); what was to be created may exist and cost money: search pods.list for its name before you create it again",
  );
});

/** What was called, and what its error says of how to find out whether it was carried out. */
const CHANGES: [string, (cloud: Client) => Promise<unknown>, string][] = [
  [
    "pods.update",
    (cloud) => cloud.pods.update("p1", { name: "x" }),
    "the change may have been carried out: call pods.get before you repeat it",
  ],
  [
    "graphql.stopPod",
    (cloud) => cloud.graphql.stopPod({ input: { podId: "p1" } }),
    "the change may have been carried out: call graphql.pod before you repeat it",
  ],
  [
    "job.cancel",
    (cloud) => cloud.model("m").job("j1").cancel(),
    "the job may have been cancelled, or may still run and be billed: call job.status()",
  ],
  [
    "job.retry",
    (cloud) => cloud.model("m").job("j1").retry(),
    "the job may run again and be billed: call job.status()",
  ],
  [
    "model.purgeQueue",
    (cloud) => cloud.model("m").purgeQueue(),
    "the queue may have been purged: call model.health()",
  ],
];

it.each(CHANGES)(
  "the error of %s, which may have been carried out, says how to find out",
  async (_, call, advice) => {
    const { cloud } = scripted([lost()], { retries: 0 });
    const error = await failure(call(cloud));
    expect(error).toMatchObject({ maybeSent: true });
    expect(String(error)).toContain(advice);
  },
);

it("a delete that the service itself refuses with 404 says nothing of what may have been carried out", async () => {
  const own = scripted([{ status: 404, json: { error: "pod not found" } }]);
  const refusal = await failure(own.cloud.pods.delete("p1"));
  expect(refusal).toMatchObject({ status: 404, maybeSent: false });
  expect(String(refusal)).not.toContain("carried out");
});

describe.each<[string, (cloud: Client) => Promise<unknown>, string]>([
  ["pods", (cloud) => cloud.pods.create({ name: "second" }), "pods.list"],
  [
    "graphql.pods",
    (cloud) =>
      cloud.graphql.deployPod({
        input: { name: "second", imageName: "a/b:1" },
      }),
    "graphql.pods",
  ],
])("a create of %s", (resource, create, list) => {
  /** The answer that shows a resource of this name. */
  const answerOf = (name: string): Step => {
    const made = { id: "first1", name };
    const isGraphql = resource === "graphql.pods";
    const data = { podFindAndDeployOnDemand: made };
    return { json: isGraphql ? { data } : made };
  };

  it("whose answer shows another name, as a cache gives it, is an error that names the other id", async () => {
    const { cloud } = scripted([answerOf("first")]);
    const error = await failure(create(cloud));
    expect(error).toMatchObject({ code: "invalid_response", maybeSent: true });
    expect(String(error)).toContain(
      'with the name "first" instead of "second" (the id first1 is another resource\'s)',
    );
    expect(String(error)).toContain(`search ${list}`);
  });

  it.each(["second", "second -fb"])(
    "that is sent with the name second may show the name %s",
    async (name) => {
      const { cloud } = scripted([answerOf(name)]);
      await expect(create(cloud)).resolves.toMatchObject({});
    },
  );
});

describe("a create is certainly not carried out when the service says", () => {
  it.each([
    "create pod: There are no instances currently available",
    "create pod: There are no longer any instances available with the requested specifications. Please refresh and try again.",
    "create pod: This machine does not have the resources to deploy your pod. Please try a different machine",
    "create pod: could not find any pods with required specifications",
    "create pod: Your account balance is too low to rent a pod.",
    "start pod: There are not enough free GPUs on the host machine to start this pod.",
    "create endpoint: create endpoint: graphql: Max workers across all endpoints must not exceed your workers quota (5).",
  ])("%s", async (text) => {
    const error = await errorOfCreate({ status: 500, json: { error: text } });
    expect(error).toMatchObject({ status: 500, maybeSent: false });
  });
});

it.each([
  "create pod: Something went wrong. Please try again later or contact support.",
  "Internal Server Error",
  "the service is currently unavailable",
  "could not record the billing of the instance",
])(
  "a create may have been carried out when the service says %s",
  async (text) => {
    const error = await errorOfCreate({ status: 500, json: { error: text } });
    expect(error).toMatchObject({ status: 500, maybeSent: true });
  },
);

describe("a create may have been carried out when a refusal's words come with", () => {
  const WORDS = "There are no instances currently available";

  it.each([
    ["500 and an HTML page", 500, `<title>${WORDS}</title>`, "text/html"],
    ["502 and an HTML page", 502, `<title>${WORDS}</title>`, "text/html"],
    ["500 and a text", 500, WORDS, "text/plain"],
    ["502 and a text in JSON", 502, JSON.stringify(WORDS), "application/json"],
    [
      "500 and a member that is no reason",
      500,
      JSON.stringify({ error: "Internal Server Error", name: WORDS }),
      "application/json",
    ],
  ])("%s", async (_, status, body, type) => {
    const headers = { "content-type": type };
    const error = await errorOfCreate(
      () => new Response(body, { status, headers }),
    );
    const code = "response_error";
    expect(error).toMatchObject({ status, code, maybeSent: true });
  });
});

it("a create that names an id may have been carried out, whatever its words", async () => {
  const json = {
    id: "p1",
    error: "There are no instances currently available",
  };
  const error = await errorOfCreate({ status: 500, json });
  expect(error).toMatchObject({ maybeSent: true });
});

describe("a mutation of GraphQL that may have been carried out", () => {
  const FAILURES: [string, Step][] = [
    ["is lost", lost()],
    ["meets a gateway's page", { status: 502, text: "error code: 502" }],
    ["meets an error", { json: { errors: [{ message: "broken" }], data: {} } }],
    ["meets a success without data", { json: {} }],
  ];

  it.each(FAILURES)("says how to find the Pod when it %s", async (_, step) => {
    const { cloud } = scripted([step]);
    const input = { name: "trainer", imageName: "a/b:1" };
    const error = await failure(cloud.graphql.deployPod({ input }));
    expect(error).toMatchObject({ maybeSent: true });
    expect(String(error)).toContain(
      "may exist and cost money: search graphql.pods for its name",
    );
  });

  it.each(FAILURES)(
    "of a document of one's own says to look first when it %s",
    async (_, step) => {
      const { cloud } = scripted([step]);
      const document = 'mutation { podTerminate(input: { podId: "p1" }) }';
      const error = await failure(cloud.graphql.request(document));
      expect(error).toMatchObject({ maybeSent: true });
      expect(String(error)).toContain("the mutation may have been carried out");
    },
  );

  it.each(FAILURES)("is no query that %s", async (_, step) => {
    const { cloud } = scripted([step], { retries: 0 });
    const error = await failure(cloud.graphql.request("{ myself { id } }"));
    expect(String(error)).not.toContain("carried out");
  });
});
