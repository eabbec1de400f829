import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { openaiAt } from "./support.js";

const ajv = new Ajv({ strict: false, validateFormats: false });

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

interface Completion {
  readonly choices: readonly {
    readonly message: Message;
    readonly finish_reason: string;
  }[];
  readonly error: { readonly message: string; readonly param: string };
}

/** Functions that post to the OpenAI-compatible routes of a slug while the clock goes on. */
function createAccount(slug?: string) {
  const { emulator, callToEnd: post } = openaiAt(slug);
  const chat = async (members: object, messages = [user("A pier")]) => {
    const response = await post("chat/completions", { messages, ...members });
    return (await response.json()) as Completion;
  };
  const stream = async (members: object): Promise<string> => {
    const settings = { messages: [user("A pier")], stream: true, ...members };
    return (await post("chat/completions", settings)).text();
  };
  return { emulator, post, chat, stream };
}

function user(content: string): object {
  return { role: "user", content };
}

function toolOf(name: string, parameters: object = {}) {
  return { type: "function", function: { name, parameters } };
}

const STRING = { type: "string" };

/** A member for each thing that a schema can ask of a value. */
const MEMBERS = {
  choice: { type: "string", enum: ["red", "white"] },
  lengths: { type: "string", minLength: 40, maxLength: 42 },
  date: { format: "date", pattern: "^\\d{4}-" },
  bounds: { type: "integer", minimum: 3, maximum: 5 },
  multiple: { type: "integer", multipleOf: 7, minimum: 1, maximum: 13 },
  share: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  nullable: { type: ["string", "null"] },
  either: { anyOf: [{ type: "boolean" }, { type: "integer" }] },
  list: { type: "array", items: STRING, minItems: 3, maxItems: 4 },
  tuple: {
    type: "array",
    prefixItems: [STRING, { type: "integer" }],
    minItems: 2,
  },
  map: { type: "object", additionalProperties: { type: "integer" } },
  joined: {
    allOf: [
      { type: "object", properties: { a: STRING }, required: ["a"] },
      { properties: { b: { type: "integer" } }, required: ["b"] },
    ],
  },
  tree: { $ref: "#/$defs/node" },
};

/** A node that contains others of its kind. */
const NODE = {
  type: "object",
  properties: {
    name: STRING,
    next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
    children: { type: "array", items: { $ref: "#/$defs/node" } },
  },
  required: ["name", "next", "children"],
  additionalProperties: false,
};

describe("a reply as JSON", () => {
  test("fits every part of its schema, for every seed", async () => {
    const schema = {
      type: "object",
      properties: MEMBERS,
      required: Object.keys(MEMBERS),
      additionalProperties: false,
      $defs: { node: NODE },
    };
    const { chat } = createAccount();
    const isValid = ajv.compile(schema);
    const json_schema = { name: "thing", schema };
    for (let seed = 0; seed < 5; seed += 1) {
      const response_format = { type: "json_schema", json_schema };
      const { choices } = await chat({ response_format, seed });
      const content = choices[0]?.message.content ?? "";
      expect(isValid(JSON.parse(content)), content).toBe(true);
    }
  });

  test.each([
    ["a pattern without a known text", { type: "string", pattern: "^q{9}$" }],
    ["a reference that leads nowhere", { $ref: "#/$defs/none" }],
    ["bounds that no number fits", { type: "integer", minimum: 2, maximum: 1 }],
    [
      "a member that contains itself",
      {
        type: "object",
        properties: { self: { $ref: "#/properties/value" } },
        required: ["self"],
      },
    ],
  ])("is refused for %s", async (_, value) => {
    const schema = {
      type: "object",
      properties: { value },
      required: ["value"],
    };
    const { chat, emulator } = createAccount();
    const json_schema = { name: "t", schema };
    const { error } = await chat({
      response_format: { type: "json_schema", json_schema },
    });
    expect(error.param).toBe("response_format");
    expect(emulator.jobs()).toEqual([]);
  });

  test("may be any object", async () => {
    const { chat } = createAccount();
    const { choices } = await chat({
      response_format: { type: "json_object" },
    });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({
      answer: expect.any(String) as string,
    });
  });
});

describe("a reply to a request with tools", () => {
  const tools = [toolOf("search"), toolOf("weather")];
  const namesOf = ({ choices }: Completion) =>
    choices[0]?.message.tool_calls?.map((call) => call.function.name);

  test.each([
    ["calls the first tool", {}, "A pier", ["search"]],
    ["calls the tool that the user names", {}, "The weather?", ["weather"]],
    ["calls none with none", { tool_choice: "none" }, "A pier", undefined],
    [
      "calls the one that the request names",
      { tool_choice: { type: "function", function: { name: "weather" } } },
      "A pier",
      ["weather"],
    ],
  ])("%s", async (_, settings, content, names) => {
    const { chat } = createAccount();
    const completion = await chat({ tools, ...settings }, [user(content)]);
    expect(namesOf(completion)).toEqual(names);
  });

  test("is a text once the tool has answered, unless a call is required", async () => {
    const { chat } = createAccount();
    const messages = [
      user("A pier"),
      { role: "assistant", content: null, tool_calls: [] },
      { role: "tool", tool_call_id: "call_1", content: "found" },
    ];
    const after = await chat({ tools }, messages);
    expect(after.choices[0]?.message.content).toMatch(/^found/);
    const required = await chat({ tools, tool_choice: "required" }, messages);
    expect(namesOf(required)).toEqual(["search"]);
  });

  test("names a tool that the request does not have", async () => {
    const { chat } = createAccount();
    const tool_choice = { type: "function", function: { name: "wether" } };
    const { error } = await chat({ tools, tool_choice });
    expect(error).toMatchObject({
      param: "tool_choice",
      message: expect.stringContaining("'search', 'weather'") as string,
    });
  });

  test("is what a model of the user's own returns", async () => {
    const { emulator, chat, stream } = createAccount("mine");
    const call = {
      id: "call_7",
      type: "function",
      function: { name: "search", arguments: '{"q":1}' },
    };
    emulator.model("mine", () => ({
      choices: [{ message: { content: null, tool_calls: [call] } }],
    }));
    const { choices } = await chat({ tools });
    const message = { content: null, tool_calls: [call] };
    expect(choices).toMatchObject([{ message, finish_reason: "tool_calls" }]);
    expect(await stream({ tools })).toContain(
      JSON.stringify({ tool_calls: [{ index: 0, ...call }] }),
    );
  });
});

describe("a reply with stops", () => {
  test.each([
    ["within a token", ["wo"], "one t"],
    ["across tokens", ["e tw"], "on"],
    ["at the first of several", ["three", "two"], "one "],
    ["nowhere", ["four"], "one two three"],
  ])("ends before a stop %s", async (_, stop, text) => {
    const { emulator, chat, stream } = createAccount("mine");
    emulator.model("mine", (_input, { stream: send }) => {
      for (const part of ["one ", "two ", "three"]) send(part);
      return "one two three";
    });
    const { choices } = await chat({ stop });
    expect(choices).toMatchObject([
      { message: { content: text }, finish_reason: "stop" },
    ]);
    const events = await stream({ stop });
    const pieces = [...events.matchAll(/"content":"([^"]*)"/g)];
    expect(pieces.map(([, piece]) => piece).join("")).toBe(text);
  });

  test("holds back in a stream what may be the beginning of a stop", async () => {
    const { emulator, stream } = createAccount("mine");
    emulator.model("mine", (_, { stream: send, fail }) => {
      send("one ");
      send("tw");
      fail("out of memory");
    });
    const events = await stream({ stop: ["two"] });
    expect(events).toContain('"content":"one "');
    expect(events).not.toContain('"content":"tw"');
    expect(events).toContain("out of memory");
  });
});

describe("the embeddings of the emulator", () => {
  interface Embeddings {
    readonly data: readonly { readonly embedding: readonly number[] }[];
  }

  test("are vectors of the wanted length for texts and for lists of tokens", async () => {
    const { post } = createAccount();
    const response = await post("embeddings", {
      input: [[1, 2], "a pier"],
      dimensions: 5,
    });
    const { data } = (await response.json()) as Embeddings;
    expect(data.map(({ embedding }) => embedding.length)).toEqual([5, 5]);
    for (const { embedding } of data)
      expect(Math.hypot(...embedding)).toBeCloseTo(1);
  });

  test("are those of a model of the user's own", async () => {
    const { emulator, post } = createAccount("mine");
    emulator.model("mine", ({ input }: { input: string[] }) => ({
      data: input.map(({ length }) => ({ embedding: [length] })),
    }));
    const response = await post("embeddings", { input: ["one", "three"] });
    const { data } = (await response.json()) as Embeddings;
    expect(data.map(({ embedding }) => embedding)).toEqual([[3], [5]]);
  });

  test.each([
    [{ input: [] }, "input"],
    [{ input: [""] }, "input"],
    [{ input: "x", dimensions: 0 }, "dimensions"],
  ])("are refused for %j", async (members, param) => {
    const response = await createAccount().post("embeddings", members);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  test("fail with the job", async () => {
    const { emulator, post } = createAccount("mine");
    emulator.model("mine", (_, { fail }) => fail("out of memory"));
    const response = await post("embeddings", { input: "x" });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("out of memory");
  });
});
