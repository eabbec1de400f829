import { createConfig, getLineColLocation, lint } from "@redocly/openapi-core";

/**
 * The errors of redocly's recommended rules in an OpenAPI document, and its operations and parameters without a
 * description, a line each. Redocly's warnings do not count.
 */
export async function lintOpenapi(file: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "operation-description": "error",
      "parameter-description": "error",
    },
  });
  const problems = await lint({ ref: file, config });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ location: [first], message, ruleId }) => {
      const line = first ? getLineColLocation(first).start.line : 1;
      return `${file}:${line}: ${message} (${ruleId})`;
    });
}
