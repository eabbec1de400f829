import type { Capture } from "../../document/capture.js";
import { S3_ROUTES } from "../../../../emulator/src/http/s3-operations.js";
import type { GraphqlDocument } from "../parse/graphql.js";
import type { ModelSpec } from "../parse/models.js";
import type { SurfaceModel } from "./fetchers.js";

/** What evidence is about beside the operations of the OpenAPI documents. */
export interface EvidenceSources {
  readonly captures: readonly Capture[];
  /** The GraphQL documents of the client. */
  readonly documents: readonly GraphqlDocument[];
  /** The fields of Query and Mutation that the emulator answers. */
  readonly rootFields: readonly string[];
  /** The public models: the jobs of those of the kind `text` can stream. */
  readonly models: readonly ModelSpec[];
}

/** The operations that no OpenAPI document and no GraphQL schema has. */
const FURTHER = [
  "openai.chatCompletions",
  "openai.completions",
  "openai.embeddings",
  "openai.models",
  "loadBalancer.request",
  ...S3_ROUTES,
];

/** The surfaces of OpenAPI documents that the emulator serves. */
const SERVED: readonly string[] = ["rest", "jobs", "v2"];

/** How sure we are of each operation and each public model, from the captures. */
export function renderEvidence(
  surfaces: readonly SurfaceModel[],
  { captures, documents, rootFields, models }: EvidenceSources,
): string {
  const rowOf = (shown: string, operation: string) =>
    row(
      shown,
      answerEvidence(captures, (capture) => capture.operation === operation),
    );
  const operations = surfaces
    .filter(({ surface }) => SERVED.includes(surface.file))
    .flatMap(({ surface, functions }) =>
      functions.map(({ resource, name }) => {
        const operation = `${surface.prefix}${resource}.${name}`;
        return rowOf(operation, operation);
      }),
    );
  const graphqlRow = (name: string, field: string) =>
    rowOf(`graphql.${name}`, `graphql.${field}`);
  const called = documents.map(({ name, text }) => {
    const [, field = ""] = /\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(text) ?? [];
    return { name, field };
  });
  const named = called.flatMap(({ name, field }) => [name, field]);
  const further = [
    ...called.map(({ name, field }) => graphqlRow(name, field)),
    ...rootFields
      .filter((field) => !named.includes(field))
      .map((field) => graphqlRow(field, field)),
    ...FURTHER.map((name) => rowOf(name, name)),
  ];
  const outputs = models.map(({ slug }) => {
    const isOfModel = ({ request }: Capture) =>
      request.path === `/v2/${slug}/runsync` ||
      request.path.startsWith(`/v2/${slug}/status/`);
    return row(slug, answerEvidence(captures, isOfModel));
  });
  // No document describes the pieces of a public model.
  const languageModels = models.filter(({ kind }) => kind === "text");
  const pieces = languageModels.map(({ slug }) => {
    const isOfStream = ({ request }: Capture) =>
      request.path.startsWith(`/v2/${slug}/stream/`);
    const seen = captures.some(isOfStream);
    return row(
      `${slug} (pieces of job.stream)`,
      seen ? answerEvidence(captures, isOfStream) : { certainty: "assumed" },
    );
  });
  return `/** How sure we are of an answer of success, and when it was last seen. */
export interface Evidence {
  readonly certainty: "captured" | "stated" | "documented" | "assumed";
  /** A day, a month, a year, or two of these joined by " to ". */
  readonly date?: string;
}

/** The evidence for each operation, by its name. */
export const evidence: Readonly<Record<string, Evidence>> = {
${[...operations, ...further].join("\n")}
};

/** The evidence for the answer of each public model, by its slug, and for what the language models stream. */
export const modelEvidence: Readonly<Record<string, Evidence>> = {
${[...outputs, ...pieces].join("\n")}
};`;
}

function row(name: string, evidence: object): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(evidence)},`;
}

/** What the captures of a success say: a printed answer counts more than a statement, and a later one more than an earlier. */
function answerEvidence(
  captures: readonly Capture[],
  isMeant: (capture: Capture) => boolean,
) {
  const successes = captures.filter(
    (capture) =>
      isMeant(capture) &&
      isSuccess(capture) &&
      capture.replacedBy === undefined,
  );
  for (const certainty of ["captured", "stated"] as const) {
    const dates = successes
      .filter((capture) => capture.certainty === certainty)
      .map(({ date }) => date);
    const known = dates.filter((date) => date !== "unknown").sort(byEnd);
    const date = known.at(-1);
    if (dates.length > 0) return { certainty, ...(date && { date }) };
  }
  return { certainty: "documented" };
}

function isSuccess({ status, body, bodyContains }: Capture): boolean {
  const holdsErrors = "errors" in Object(body ?? bodyContains ?? {});
  return status !== "4xx" && status < 400 && !holdsErrors;
}

/** The earlier of two dates first; a period counts as its end. */
function byEnd(a: string, b: string): number {
  const [endOfA = ""] = a.split(" to ").slice(-1);
  const [endOfB = ""] = b.split(" to ").slice(-1);
  return endOfA < endOfB ? -1 : 1;
}
