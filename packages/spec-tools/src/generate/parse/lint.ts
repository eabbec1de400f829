import {
  BaseResolver,
  createConfig,
  lintDocument,
  Source,
  type NormalizedProblem,
  type Oas3Rule,
} from "@redocly/openapi-core";
import type { Json, JsonObject, Path } from "../../document/json.js";
import { parsePointer } from "../../document/references.js";
import { toPath } from "./schema-errors.js";

/** One problem of a document: where it is, and what is wrong. */
interface Problem {
  readonly path: Path;
  readonly message: string;
}

/**
 * Checks that a document is valid in its version of OpenAPI and that the generator can use the document. redocly's rule
 * `struct` checks the first, and the rules below check the second.
 */
export async function lintStructure(document: JsonObject): Promise<Problem[]> {
  const problems = await lintDocument({
    document: { source: new Source("", ""), parsed: document },
    config: await config,
    // No reference leaves the document: `findBrokenReferences` and the import refuse those.
    externalRefResolver: new BaseResolver(),
  });
  return problems.map((problem) => ({
    path: pathOf(problem, document),
    message: messageOf(problem),
  }));
}

/** The keywords of JSON Schema from which the generator makes neither a type nor a check. */
const UNSUPPORTED_KEYWORDS = [
  "contains",
  "dependentSchemas",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "unevaluatedItems",
];

/** Reports keywords that OpenAPI permits, but from which the generator cannot make a correct type. */
const schemaKeywords: Oas3Rule = () => ({
  Schema(schema, context) {
    const { location } = context;
    const reportAt = (keyword: string, message: string) =>
      context.report({ message, location: location.child([keyword]) });
    for (const keyword of UNSUPPORTED_KEYWORDS)
      if (keyword in schema)
        reportAt(keyword, "The generator does not support this keyword.");
    const { pattern } = schema;
    if (typeof pattern === "string" && !isPattern(pattern))
      reportAt("pattern", "This is not a regular expression of JavaScript.");
  },
});

const config = createConfig({
  plugins: [
    { id: "codegen", rules: { oas3: { "schema-keywords": schemaKeywords } } },
  ],
  rules: { struct: "error", "codegen/schema-keywords": "error" },
});

function pathOf(
  { location: [first] }: NormalizedProblem,
  document: Json,
): Path {
  return toPath(parsePointer(first?.pointer ?? "#/"), document);
}

function messageOf({ message, suggest }: NormalizedProblem): string {
  const [, name = ""] =
    /^Property `(.*)` is not expected here\.$/s.exec(message) ?? [];
  if (name === "") return message;
  // redocly also suggests names that are not similar: only a name with the same first letter is shown.
  const nearest = suggest.find((near) => near.startsWith(name.charAt(0)));
  const hint = nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`;
  return `${message}${hint} Correct or remove it, or let its name begin with x-.`;
}

export function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
