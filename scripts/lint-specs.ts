import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./codegen/parse/spec-error.js";
import { lintGraphql, lintModels, lintOpenapi } from "./lint/descriptions.js";
import { lintRecommended } from "./lint/recommended.js";

/** A part of `npm run lint`: the specs follow redocly's recommended rules, and describe everything they name. */
await runCommand(async () => {
  const problems = await lintGraphql("specs/schema.graphql");
  problems.push(...(await lintModels("specs")));
  const documents = (await readdir("specs")).filter((name) =>
    name.endsWith(".openapi.yaml"),
  );
  for (const name of documents.sort()) {
    const file = join("specs", name);
    problems.push(...(await lintRecommended(file)));
    problems.push(...(await lintOpenapi(file)));
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
