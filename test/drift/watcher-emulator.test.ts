import { describe, expect, test } from "vitest";
import { documents } from "../../generated/graphql/documents.js";
import { createClient } from "../../src/index.js";
import { watchDrift } from "../../src/drift/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import {
  createAccount,
  createOneOfEach,
} from "../../packages/emulator/test/support/account.js";
import { DOCUMENTS } from "../../packages/emulator/test/support/graphql-documents.js";

type Call = (variables: object) => Promise<unknown>;

// `routes.test.ts` watches the routes of version 0.1.0, and `operations.test.ts` those of version 2.
describe("a drift watcher finds nothing in the responses of the emulator to", () => {
  test.each(Object.keys(documents))("the shipped document %s", async (name) => {
    const account = createAccount();
    const ids: object = await createOneOfEach(account);
    await account.advance(3_600_000);
    const { apiKey, fetch, urls } = account.emulator;
    const drift = watchDrift({ onDrift: () => undefined });
    const cloud = createClient({ apiKey, fetch, ...urls, drift });
    const variables = JSON.stringify(DOCUMENTS[name]?.variables ?? {});
    const filled = variables.replace(/\{(\w+)\}/g, (whole, id: string) =>
      String(Reflect.get(ids, id) ?? whole),
    );
    const call = Reflect.get(cloud.graphql, name) as Call;
    await call(JSON.parse(filled) as object);
    expect(drift.findings()).toEqual([]);
  });

  test("a series of calls of all three surfaces, through the client", async () => {
    const watch = watchDrift();
    const { cloud, emulator } = createEmulatedClient({ drift: watch });
    const { id } = await cloud.pods.create({ imageName: "example/image:1" });
    await cloud.pods.stop(id);
    await cloud.pods.update(id, { name: "b" }, {}, { updateMethod: "post" });
    await cloud.rest.GET("/pods/{podId}", { params: { path: { podId: id } } });
    await cloud.rest.GET("/pods", { parseAs: "text" });
    await cloud.graphql.pods();
    await cloud.graphql.request("{ myself { id } }");
    const { id: templateId } = await cloud.templates.create({
      name: "t",
      imageName: "example/worker:1",
      isServerless: true,
    });
    const endpoint = await cloud.endpoints.create({ templateId });
    await cloud.model(endpoint.id).health();
    await cloud.model("flux-schnell").run({ prompt: "a lighthouse" });
    await cloud.pods.delete(id);
    await expect(cloud.pods.get(id)).rejects.toThrow("404");
    expect(watch.findings()).toEqual([]);
    await emulator.close();
  });
});
