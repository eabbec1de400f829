import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../packages/spec-tools/src/generate/parse/spec-error.js";
import {
  lintGraphql,
  lintModels,
} from "../packages/spec-tools/src/lint/descriptions.js";
import { lintOpenapi } from "../packages/spec-tools/src/lint/openapi.js";

/**
 * A part of `npm run lint`: our own specs describe what they name. What redocly's rules say of an OpenAPI document is listed,
 * but is no failure: the publisher of an imported document wrote it.
 */
await runCommand(async () => {
  const documents = (await readdir("specs")).filter((name) =>
    name.endsWith(".openapi.yaml"),
  );
  for (const name of documents.sort())
    for (const notice of await lintOpenapi(join("specs", name)))
      console.log(notice);
  const problems = [
    ...(await lintGraphql("specs/schema.graphql")),
    ...(await lintModels("specs")),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
