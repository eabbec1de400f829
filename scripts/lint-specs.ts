import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../packages/spec-tools/src/generate/parse/spec-error.js";
import {
  lintGraphql,
  lintModels,
  lintOpenapi,
} from "../packages/spec-tools/src/lint/descriptions.js";
import { lintRecommended } from "../packages/spec-tools/src/lint/recommended.js";

/**
 * A part of `npm run lint`: the specs follow redocly's recommended rules, and describe what they name. What an OpenAPI
 * document leaves undescribed, or says in a way that we would not, is counted and listed, but is no failure: the publisher
 * of an imported document wrote it.
 */
await runCommand(async () => {
  const problems = await lintGraphql("specs/schema.graphql");
  problems.push(...(await lintModels("specs")));
  const documents = (await readdir("specs")).filter((name) =>
    name.endsWith(".openapi.yaml"),
  );
  for (const name of documents.sort()) {
    const file = join("specs", name);
    const { undescribed, repeated } = await lintOpenapi(file);
    const notices = [...(await lintRecommended(file)), ...repeated];
    if (notices.length > 0)
      console.log(
        `${file}: ${notices.length} texts that only its publisher can better:`,
      );
    for (const notice of notices) console.log(`  ${notice}`);
    if (undescribed.length === 0) continue;
    console.log(`${file}: ${undescribed.length} parts are not described:`);
    for (const part of undescribed) console.log(`  ${part}`);
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
