import { operationNames } from "../../../../generated/surfaces/operations.js";
import type { Capture } from "../document/capture.js";
import {
  isObject,
  member,
  objectOf,
  textOf,
  type Json,
} from "../document/json.js";

/** A call in a transcript of `doctor`, as far as it becomes a capture. */
interface Call {
  readonly surface: string;
  readonly call: string;
  readonly detail: string;
  readonly hasFailed: boolean;
  readonly route: string;
  readonly status: number;
  readonly response: Json | undefined;
}

/** What the address of a surface ends with, where the paths of its document do not say it. */
const PREFIXES: Readonly<Record<string, string>> = { rest: "/v1" };

/** The captures that a transcript of `doctor` holds; undefined for what is no such transcript. */
export function capturesOf(transcript: unknown): Capture[] | undefined {
  const time = member(transcript, "time");
  const examinations = member(transcript, "examinations");
  if (typeof time !== "string" || !isObject(examinations)) return undefined;
  const date = time.slice(0, 10);
  return Object.entries(examinations)
    .flatMap(([surface, examination]) => callsOf(surface, examination))
    .flatMap((call) => captureOf(call, date) ?? []);
}

/** The first host of a transcript that is this machine, where an emulator answers. */
export function localHostOf(transcript: unknown): string | undefined {
  const examinations = member(transcript, "examinations");
  return Object.values(isObject(examinations) ? examinations : {})
    .map((examination) => member(examination, "host"))
    .filter((host) => typeof host === "string")
    .find((host) => /^(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(host));
}

function callsOf(surface: string, examination: unknown): Call[] {
  const calls = member(examination, "calls");
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((tried: Json): Call[] => {
    const attempts = member(tried, "attempts");
    const last: unknown = Array.isArray(attempts) ? attempts.at(-1) : undefined;
    const route = member(last, "route");
    const status = member(last, "status");
    // Without a status no answer came.
    if (typeof route !== "string" || typeof status !== "number") return [];
    return [
      {
        surface,
        call: textOf(objectOf(tried)["call"]),
        detail: textOf(objectOf(tried)["detail"]),
        hasFailed: member(tried, "problem") !== undefined,
        route,
        status,
        response: member(tried, "response") as Json | undefined,
      },
    ];
  });
}

function captureOf(call: Call, date: string): Capture | undefined {
  const { surface, route, status, hasFailed, response } = call;
  const [, model, cost] =
    /^([a-z0-9-]+): (?:([\d.e-]+) USD|no cost)$/.exec(call.detail) ?? [];
  const isJob = model !== undefined && !hasFailed;
  const known = findOperation(call);
  if (!known) return undefined;
  const { operation, method, path } = known;
  const body = response === undefined ? undefined : valueOf(response);
  if (isJob && isObject(body)) {
    body["status"] = "COMPLETED";
    // Language models answer with a list.
    const [output] = [body["output"]].flat();
    if (isObject(output) && cost !== undefined) output["cost"] = Number(cost);
  }
  const folder = isJob ? "models" : surface;
  const slug = isJob ? `-${model}` : "";
  const file = `${kebab(operation)}--doctor${slug}-${date}`;
  return {
    name: `${folder}/${file}`,
    operation,
    condition: hasFailed
      ? `doctor's call ${call.call}, which the service refused, on ${date}`
      : `doctor's call ${call.call} on ${date}`,
    request: {
      method,
      path: path.replace("{slug}", model ?? "ENDPOINT_ID"),
      ...(route.includes("graphql") && {
        body: { query: "{ myself { id } }" },
      }),
    },
    status,
    ...(body !== undefined &&
      typeof body !== "string" && { bodyContains: body }),
    date,
    certainty: "captured",
    source: "a transcript of doctor",
  };
}

/** What an operation is called, and its path with placeholders for ids. */
function findOperation({ surface, call, route }: Call) {
  const [method = "", template = ""] = route.split(" ");
  if (surface === "graphql") {
    const [operation = ""] = call.split("(");
    return { operation, method: "POST", path: "/graphql" };
  }
  const operation = operationNames[route];
  if (operation === undefined) return undefined;
  const path = template.replace(/\{(\w+)\}/g, (parameter, name: string) =>
    name === "slug"
      ? parameter
      : kebab(name).replaceAll("-", "_").toUpperCase(),
  );
  return { operation, method, path: (PREFIXES[surface] ?? "") + path };
}

/** A value of the types that a transcript shows. The names of environment variables are left out. */
function valueOf(shape: Json): Json | undefined {
  switch (shape) {
    case "string":
      return "TEXT";
    case "number":
      return 0;
    case "boolean":
      return true;
    case "null":
      return null;
    case "undefined":
      return undefined;
  }
  if (!isObject(shape)) return {};
  if (typeof shape["items"] === "number") {
    const first =
      shape["first"] === undefined ? undefined : valueOf(shape["first"]);
    return first === undefined ? [] : [first];
  }
  const members: Record<string, Json> = {};
  for (const [name, type] of Object.entries(shape)) {
    const value = name === "env" ? {} : valueOf(type);
    if (value !== undefined) members[name] = value;
  }
  return members;
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(".", "-")
    .toLowerCase();
}
