import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { editFile } from "../support/language-service.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const CHECK = join(ROOT, "test/package", "types.check.ts");
const EDITED = join(ROOT, "test/package", "edited.ts");

/** The document of version 2 has our own texts, whatever its publisher writes. */
const v2Text = readFileSync(join(ROOT, "specs/rest-v2.openapi.yaml"), "utf8");
const v2 = parse(v2Text) as {
  paths: { "/v2/pods": { post: { summary: string; description: string } } };
  components: {
    schemas: {
      BaseGpuConfig: { properties: { count: { description: string } } };
    };
  };
};

const { service, edit } = editFile(EDITED);

describe("types.check.ts", () => {
  test("is refused, without its comments, at each marked line for the reason given there", () => {
    const text = readFileSync(CHECK, "utf8");
    const lines = text.split("\n");
    const given = lines.flatMap((line, at) => {
      const reason = /@ts-expect-error: (.+)$/.exec(line)?.[1];
      return reason === undefined ? [] : [{ line: at + 2, reason }];
    });
    edit(text.replaceAll("@ts-expect-error", "expected"));
    const faults = findFaults();
    expect(given.length).toBeGreaterThan(25);
    expect(faults.map(({ line }) => line)).toEqual(
      given.map(({ line }) => line),
    );
    const otherwise = given
      .map(({ reason }, at) => ({ reason, message: faults[at]?.message ?? "" }))
      .filter(({ reason, message }) => !message.includes(reason));
    expect(otherwise).toEqual([]);
  });
});

describe("an editor shows", () => {
  test("a named promise for a Pod, not its fields", () => {
    expect(hover('const |pod = cloud.pods.get("x");')).toEqual({
      shown: "const pod: Promise<Pod>",
      documentation: "",
    });
  });

  test("named arguments of a call, and its summary, description and route", () => {
    const { shown, documentation } = hover("cloud.v2.pods.|create(body);");
    expect(shown).toBe(
      "(method) PodsResource.create(body: CreatePodRequest, query?: NoQuery, options?: CallOptions): Promise<Pod>",
    );
    const { summary, description } = v2.paths["/v2/pods"].post;
    const paragraphs = documentation
      .split("\n\n")
      .map((each) => each.replace(/\s+/g, " ").trim());
    const [first, ...others] = paragraphs;
    expect(first).toBe(`${summary.replace(/\.$/, "")}.`);
    expect(others.join(" ")).toContain(description.replace(/\s+/g, " ").trim());
    expect(others).toContain("Sends `POST /v2/pods`.");
  });

  test("the meaning of a field of a body, with its default", () => {
    const { count } = v2.components.schemas.BaseGpuConfig.properties;
    const gpu = 'gpu: { id: "NVIDIA L4", |count: 2 }';
    expect(hover(`cloud.v2.pods.create({ name: "a", ${gpu} });`)).toMatchObject(
      { documentation: count.description, tags: { default: "1" } },
    );
  });

  test("the meaning of a parameter of a public model, with its range and default", () => {
    const model = 'cloud.model("black-forest-labs-flux-1-schnell")';
    const { documentation, tags } = hover(
      `void ${model}.run({ prompt: "a pier", |width: 512 });`,
    );
    expect(documentation).toBe(
      "Width of the image, in pixels. The reference asks for steps of 64. 256 to 1536.",
    );
    expect(tags).toEqual({ default: "1024" });
  });

  test("the pages, the lines of a log and the optional answer of version 2", () => {
    expect(hover("const |pods = cloud.v2.pods.list();").shown).toBe(
      "const pods: PagedList<Pod>",
    );
    expect(hover('const |logs = cloud.v2.pods.logs("x");').shown).toBe(
      "const logs: AsyncIterable<LogLine>",
    );
    expect(
      hover('const |pod = cloud.v2.pods.action("x", { action: "stop" });')
        .shown,
    ).toBe("const pod: Promise<Pod | undefined>");
  });

  test("what a call throws, and an example of it", () => {
    const { tags } = hover('cloud.pods.|get("x");');
    expect(tags).toMatchObject({
      example: 'const pod = await cloud.pods.get("podId");',
    });
    expect(tags).toHaveProperty("throws");
  });

  test("a named answer of a GraphQL document", () => {
    const { shown } = hover("const |me = cloud.graphql.myself();");
    expect(shown).toBe("const me: Promise<MyselfQuery>");
  });
});

describe("an editor offers", () => {
  test("the slugs of the public models, and nothing else, where any string is accepted", () => {
    const offered = completions('cloud.model("|");');
    expect(offered).toHaveLength(48);
    expect(offered).toContain("black-forest-labs-flux-1-schnell");
  });

  test("the parameters of a public model and their values", () => {
    const model = 'cloud.model("black-forest-labs-flux-1-schnell")';
    const offered = completions(`void ${model}.run({ | });`);
    expect(offered).toContain("num_inference_steps");
    expect(
      completions(`void ${model}.run({ prompt: "", image_format: "|" });`),
    ).toEqual(["png", "jpeg"]);
  });

  test.each([
    [
      "GPU models",
      'cloud.pods.create({ gpuTypeIds: ["|"] });',
      'cloud.v2.pods.create({ name: "first", gpu: { id: "|" } });',
      "NVIDIA A40",
    ],
    [
      "data centers",
      'cloud.pods.create({ dataCenterIds: ["|"] });',
      'cloud.v2.networkVolumes.create({ name: "data", size: 10, dataCenter: "|" });',
      "EU-RO-1",
    ],
  ])("the known %s, in both versions", (_, code, codeOfV2, known) => {
    const offered = completions(code);
    expect(offered).toContain(known);
    expect(completions(codeOfV2)).toEqual(offered);
  });

  test("the resources and surfaces of a client, and nothing else", () => {
    expect(completions("cloud.|").sort()).toEqual([
      "billing",
      "containerRegistryAuths",
      "download",
      "endpoints",
      "fetch",
      "graphql",
      "job",
      "jobsRest",
      "model",
      "networkVolumes",
      "pods",
      "rest",
      "templates",
      "v2",
      "v2Rest",
    ]);
  });
});

/** What stands over the position that `|` marks. */
function hover(code: string) {
  const position = editAt(code);
  const info = service.getQuickInfoAtPosition(EDITED, position);
  return {
    shown: ts
      .displayPartsToString(info?.displayParts)
      .replace(/\s+/g, " ")
      .replaceAll("( ", "(")
      .replaceAll(" )", ")"),
    documentation: ts.displayPartsToString(info?.documentation),
    ...(info?.tags && { tags: tagsOf(info.tags) }),
  };
}

/** The texts of tags by name. */
function tagsOf(tags: readonly ts.JSDocTagInfo[]): Record<string, string> {
  return Object.fromEntries(
    tags.map(({ name, text }) => [name, ts.displayPartsToString(text)]),
  );
}

/** The names offered at the position that `|` marks. */
function completions(code: string): string[] {
  const position = editAt(code);
  const offered = service.getCompletionsAtPosition(EDITED, position, {});
  return offered?.entries.map(({ name }) => name) ?? [];
}

/** Edits a file that uses the client; returns the place of the mark. */
function editAt(code: string): number {
  const prologue =
    'import { createClient } from "../../src/index.js";\nconst cloud = createClient();\n';
  edit(prologue + code.replace("|", ""));
  return prologue.length + code.indexOf("|");
}

/** What the compiler refuses in the edited file. */
function findFaults() {
  return [
    ...service.getSyntacticDiagnostics(EDITED),
    ...service.getSemanticDiagnostics(EDITED),
  ].map(({ file, start = 0, messageText }) => ({
    line: file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}
