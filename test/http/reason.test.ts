import { expect, test } from "vitest";
import type { Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted, type Answer } from "../support/scripted-fetch.js";
import { version2At, version2Of } from "../support/version-2.js";

useFakeTime();

/** What a user does, what the service answers, and the whole message that the user then reads. */
type Row = readonly [
  condition: string,
  call: (cloud: Client) => Promise<unknown>,
  answer: Answer,
  message: string,
];

const json = (status: number, body: unknown): Answer => ({
  status,
  json: body,
});
/** A refusal of the management API. */
const error = (status: number, reason: string) =>
  json(status, { error: reason, status });
/** A refusal of version 2. */
const problem = (status: number, title: string, detail?: string) => ({
  ...json(status, { title, status, detail }),
  headers: { "content-type": "application/problem+json" },
});
/** An answer of GraphQL with one error. */
const graphqlError = (message: string, code?: string) =>
  json(200, {
    errors: [
      {
        message,
        path: ["pod"],
        ...(code && { extensions: { code, userId: 1 } }),
      },
    ],
    data: { pod: null },
  });

const createPod = (cloud: Client) => cloud.pods.create({});
const createPodInV2 = (cloud: Client) =>
  version2Of(cloud).pods.create({ image: "a" } as never);
const deployPod = (cloud: Client) =>
  cloud.graphql.request("mutation { deploy { id } }");

const POD = "pods.create: POST /pods answered";
const POD_V2 = "v2.pods.create: POST /v2/pods answered";
/** How the message ends where the answer does not prove that nothing was created. */
const mayExist = (resource: string) =>
  `; what was to be created may exist and cost money: search ${resource}.list for its name before you create it again`;

const GRAPHQL = "graphql.request: POST /graphql answered with an error:";

/** Words that are not known to refuse: only known words prove that nothing was created. */
const UNKNOWN_WORDS =
  "Something went wrong. Please try again later or contact support.";

const EXTRA = "Extra input keys provided in request body";
const NOT_IN_SCHEMA =
  "key provided in request body which is not in input schema:";
const NO_INSTANCES =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";

const MANAGEMENT: readonly Row[] = [
  [
    "a key that is not in the document",
    createPod,
    json(400, { error: EXTRA, problems: [`${NOT_IN_SCHEMA} 'gpus'`] }),
    `${POD} 400: ${EXTRA}: ${NOT_IN_SCHEMA} 'gpus'`,
  ],
  [
    "a path that is not in the document",
    (cloud) => cloud.pods.get("p1"),
    json(400, [{ error: "GET /pods/p1 does not exist in the specification" }]),
    "pods.get: GET /pods/{podId} answered 400: GET /pods/p1 does not exist in the specification",
  ],
  [
    "a Pod that does not exist",
    (cloud) => cloud.pods.get("p1"),
    error(404, "pod not found"),
    'pods.get: GET /pods/{podId} answered 404: pod not found (podId: "p1")',
  ],
  [
    "a Pod without a free machine",
    createPod,
    error(500, `create pod: ${NO_INSTANCES}`),
    `${POD} 500: create pod: ${NO_INSTANCES}`,
  ],
  [
    "a Pod in words that nobody knows",
    createPod,
    error(500, `create pod: ${UNKNOWN_WORDS}`),
    `${POD} 500: create pod: ${UNKNOWN_WORDS}${mayExist("pods")}`,
  ],
  [
    "a page of a gateway",
    createPod,
    {
      status: 502,
      text: "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><h1>Sorry</h1></body></html>",
    },
    `${POD} 502: 502 Bad Gateway${mayExist("pods")}`,
  ],
  [
    "the end of this version of the API",
    createPod,
    { status: 410 },
    `${POD} 410 (use cloud.v2, with the option surfaces.v2.baseUrl or CLOUD_COMPUTE_V2_BASE_URL)`,
  ],
];

const VERSION_2: readonly Row[] = [
  [
    "no room",
    createPodInV2,
    problem(400, "Bad Request", NO_INSTANCES),
    `${POD_V2} 400: ${NO_INSTANCES}`,
  ],
  [
    "two wrong fields",
    createPodInV2,
    json(422, {
      title: "Unprocessable Entity",
      status: 422,
      errors: ["gpu: is missing", "dataCenterId: must be one of EU-RO-1"],
    }),
    `${POD_V2} 422: gpu: is missing; dataCenterId: must be one of EU-RO-1`,
  ],
];

const JOBS: readonly Row[] = [
  [
    "a job past its life, whose status is a number",
    (cloud) => cloud.model("m").job("j1").status(),
    json(404, { status: 404, title: "job not found" }),
    'job.status: GET /v2/{slug}/status/{jobId} answered 404: job not found (slug: "m", jobId: "j1")',
  ],
  [
    "a key that is refused, without a reason",
    (cloud) => cloud.model("m").health(),
    { status: 401 },
    "model.health: GET /v2/{slug}/health answered 401 (the key is that of apiKey or CLOUD_COMPUTE_API_KEY, sent to jobs.test)",
  ],
  ...Object.entries<object>({
    "as a text": { error: "out of memory" },
    "as an object": { error: { message: "out of memory" } },
    "as the JSON of an error of Python": {
      error: JSON.stringify({
        error_type: "<class 'RuntimeError'>",
        error_message: "out of memory",
        error_traceback: "Traceback (most recent call last):\n  …",
      }),
    },
    "in its output": { output: { error: "out of memory" } },
  }).map(([form, members]): Row => [
    `a failed job with its reason ${form}`,
    (cloud) => cloud.model("m").job("j1").wait(),
    json(200, { id: "j1", status: "FAILED", ...members }),
    "job.wait: job j1 of m ended as FAILED: out of memory",
  ]),
];

const UNKNOWN_ARGUMENT =
  'Unknown argument "id" on field "Mutation.deleteTemplate".';

const GRAPHQL_ROWS: readonly Row[] = [
  [
    "no room",
    deployPod,
    graphqlError(NO_INSTANCES, "SUPPLY_CONSTRAINT"),
    `${GRAPHQL} ${NO_INSTANCES}`,
  ],
  [
    "an argument and a field that do not exist",
    deployPod,
    json(400, {
      errors: [
        { message: UNKNOWN_ARGUMENT },
        { message: 'Cannot query field "template" on type "Query".' },
      ],
    }),
    `${GRAPHQL} ${UNKNOWN_ARGUMENT}; Cannot query field "template" on type "Query".`,
  ],
];

const SURFACES = {
  "the management API": MANAGEMENT,
  "version 2": VERSION_2,
  "the job API": JOBS,
  GraphQL: GRAPHQL_ROWS,
};

for (const [surface, rows] of Object.entries(SURFACES))
  test.each(rows)(
    `the message of an error of ${surface} says why it refuses %s`,
    async (_, call, answer, message) => {
      const options = { retries: 0, ...version2At("https://rest.test") };
      const { cloud } = scripted([answer], options);
      expect(await failure(call(cloud))).toMatchObject({ message });
    },
  );
