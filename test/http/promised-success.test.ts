import { expect, test } from "vitest";
import { ResponseError, type Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  scripted,
  success,
  type Answer,
} from "../support/scripted-fetch.js";
import { functionsOf } from "../support/client-functions.js";
import { version2At, version2Of } from "../support/version-2.js";

useFakeTime();

type Call = (cloud: Client) => Promise<unknown>;
type Member = (...args: readonly unknown[]) => Promise<unknown>;

const V2 = version2At("https://v2.test");
const connect = (answer: Answer) => scripted([answer], V2);

/** The changes of the management API, or of version 2, by their full names, and their calls. */
function changesIn(group: object, prefix: "" | "v2."): [string, Call][] {
  return functionsOf(group)
    .filter(({ isRead }) => !isRead)
    .map(({ name, parameters, call }) => [
      prefix + name,
      (cloud) =>
        call(
          prefix === "" ? cloud : (Reflect.get(cloud, "v2") as object),
          parameters.map(argumentFor),
        ),
    ]);
}

function argumentFor(parameter: string): unknown {
  if (parameter === "options") return undefined;
  return parameter === "body" || parameter === "query" ? {} : "id1";
}

const { cloud: sample } = connect({});
const VERSION_2 = Object(Reflect.get(sample, "v2")) as object;
const CHANGES: readonly [string, Call][] = [
  ...changesIn(sample, ""),
  ...changesIn(VERSION_2, "v2."),
  ["model.run", (cloud) => cloud.model("m").run({ prompt: "x" })],
  ["model.runSync", (cloud) => cloud.model("m").runSync({ prompt: "x" })],
  ["job.cancel", (cloud) => cloud.model("m").job("id1").cancel()],
  ["job.retry", (cloud) => cloud.model("m").job("id1").retry()],
  ["model.purgeQueue", (cloud) => cloud.model("m").purgeQueue()],
  [
    "graphql.terminatePod",
    (cloud) => cloud.graphql.terminatePod({ input: { podId: "id1" } }),
  ],
];

/** The shipped mutations whose input names what they change, and calls of them. */
const MUTATIONS = Object.keys(sample.graphql)
  .filter((name) => /^(save|edit|stop|resume)/.test(name))
  .map((name): [string, Call] => {
    const call: Call = (cloud) => {
      const mutation = Reflect.get(cloud.graphql, name) as Member;
      return mutation({ input: { id: "id1", podId: "id1" } });
    };
    return [`graphql.${name}`, call];
  });

const PAGE = "<!doctype html><title>Sign in to the Wi-Fi</title>";
const typed = (type: string): Answer => ({
  text: PAGE,
  headers: { "content-type": type },
});

/** What a portal, a balancer or a cache answers in place of the service. */
const OF_A_GATEWAY: readonly [string, Answer][] = [
  ["a page", typed("text/html; charset=utf-8")],
  ["a page without a type", { text: PAGE }],
  ["a page as text", typed("text/plain")],
  ["a page as JSON", typed("application/json")],
  ["202 and a page", { ...typed("text/html"), status: 202 }],
  ["text", { text: "OK", headers: { "content-type": "text/plain" } }],
  ["a message in JSON", { json: { message: "Please sign in" } }],
  ["no errors", { json: { errors: [] } }],
  ["success: false", { json: { success: false } }],
  ["a code", { json: { code: 504 } }],
  ["the error null", { json: { error: null } }],
];

test.each(OF_A_GATEWAY)(
  "no change takes a success with %s for the word of the service",
  async (_, answer) => {
    for (const [name, call] of CHANGES) {
      const { cloud, requests } = connect(answer);
      const error = await failure(call(cloud));
      expect(error, name).toBeInstanceOf(ResponseError);
      expect(error, name).toMatchObject({
        code: "invalid_response",
        maybeSent: true,
      });
      expect(requests, name).toHaveLength(1);
    }
  },
);

/** The changes that name what they change, and answer with it. */
const SHOWN = [
  "pods.update",
  "pods.start",
  "pods.stop",
  "pods.reset",
  "pods.restart",
  "endpoints.update",
  "networkVolumes.update",
  "templates.update",
  "v2.account.updateSecret",
  "v2.pods.update",
  "v2.pods.action",
  "v2.clusters.update",
  "v2.serverless.update",
  "v2.templates.update",
  "v2.networkVolumes.update",
  "graphql.editPod",
  "graphql.resumePod",
  "graphql.saveEndpoint",
  "graphql.saveTemplate",
  "graphql.stopPod",
  "graphql.terminatePod",
  "job.cancel",
  "job.retry",
];

test("no change takes another resource for the one that it asked to change, as a cache may answer", async () => {
  const answerOf = (id: string): Answer => ({
    json: { id, status: "IN_QUEUE", data: { changed: { id } } },
  });
  const told: string[] = [];
  for (const [name, call] of [...CHANGES, ...MUTATIONS]) {
    const { cloud, requests } = connect(answerOf("other"));
    const error = await success(call(cloud)).catch((error: unknown) => error);
    const { code, maybeSent, message } = error as ResponseError;
    if (code !== "invalid_response" || !message.includes("other")) continue;
    expect(maybeSent, name).toBe(true);
    expect(requests, name).toHaveLength(1);
    told.push(name);
    const same = connect(answerOf("id1"));
    await expect(success(call(same.cloud)), name).resolves.not.toThrow();
  }
  expect(told.sort()).toEqual(SHOWN.sort());
});

/** The changes whose document promises 200 without a body. */
const EMPTY_200 = ["pods.start", "pods.stop", "pods.reset", "pods.restart"];

test("a change takes an empty 200 for success only if its document lists it", async () => {
  const believed: string[] = [];
  for (const [name, call] of CHANGES) {
    const { cloud } = connect({ text: "" });
    await success(call(cloud)).then(
      () => believed.push(name),
      () => undefined,
    );
  }
  expect(believed).toEqual(EMPTY_200);
});

test.each<[string, Answer, string]>([
  ["an empty 200", { text: "" }, "an empty body where 204 is promised"],
  [
    "JSON",
    { json: { ok: true } },
    "application/json where no body is promised",
  ],
  ["a page", typed("text/html"), "text/html where no body is promised"],
])(
  "a delete that is answered with %s says that a gateway may have answered",
  async (_, answer, problem) => {
    const { cloud } = connect(answer);
    const { message } = (await failure(cloud.pods.delete("p1"))) as Error;
    expect(message).toContain(`DELETE /pods/{podId} answered 200 with`);
    expect(message).toContain(problem);
    expect(message).toContain("; a gateway may have answered, and ");
  },
);

/** The changes whose document promises 204. An action of version 2 answers only `terminate` so. */
const DELETES = [
  "pods.delete",
  "endpoints.delete",
  "networkVolumes.delete",
  "templates.delete",
  "containerRegistryAuths.delete",
  "v2.account.deleteSecret",
  "v2.pods.delete",
  "v2.clusters.delete",
  "v2.serverless.delete",
  "v2.templates.delete",
  "v2.networkVolumes.delete",
  "v2.registries.delete",
  "v2.registries.revokeDelegation",
];

test("a change takes 204 for success only if its document lists it", async () => {
  const believed: string[] = [];
  for (const [name, call] of CHANGES) {
    const { cloud } = connect({ status: 204 });
    const error: unknown = await success(call(cloud)).then(
      () => believed.push(name),
      (reason: unknown) => reason,
    );
    if (!believed.includes(name))
      expect(error, name).toMatchObject({ maybeSent: true });
  }
  expect(believed.sort()).toEqual(DELETES.sort());
});

test.each<[string, boolean]>([
  ["start", false],
  ["stop", false],
  ["restart", false],
  ["terminate", true],
])(
  "v2.pods.action %s that is answered with 204 succeeds: %s",
  async (action, isSuccess) => {
    const { cloud } = connect({ status: 204 });
    const { pods } = version2Of(cloud);
    const acted = success(pods.action("p1", { action: action as "stop" }));
    await (isSuccess
      ? expect(acted).resolves.toBeUndefined()
      : expect(acted).rejects.toThrow(
          `answered 204 with an empty body, which is not the answer to action "${action}"; a gateway may have answered, and the change may have been carried out: call v2.pods.get`,
        ));
  },
);
