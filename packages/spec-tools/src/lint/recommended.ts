import { createConfig, getLineColLocation, lint } from "@redocly/openapi-core";

/**
 * The errors of redocly's recommended rules in an OpenAPI document, a line each. Its warnings do not count, and neither do
 * missing summaries, which `lintOpenapi` lists with the other missing texts.
 */
export async function lintRecommended(file: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "operation-summary": "off" },
  });
  const problems = await lint({ ref: file, config });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ location: [first], message, ruleId }) => {
      const line = first ? getLineColLocation(first).start.line : 1;
      return `${file}:${line}: ${message} (${ruleId})`;
    });
}
