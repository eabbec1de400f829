import type { CodegenConfig } from "@graphql-codegen/cli";

/**
 * The fields that the service answers to every valid key, by type. The schema allows null for them, and stays as the
 * service publishes it: only the types of the results follow these rules.
 */
export const REQUIRED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Query: ["myself"],
  User: ["id", "email"],
};

/** How graphql-codegen writes types. */
export const PLUGIN_CONFIG = {
  scalars: {
    DateTime: "string",
    JSON: "unknown",
    Port: "number",
    Void: "null",
  },
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  avoidOptionals: false,
  maybeValue: "T | null",
};

/** graphql-codegen makes the types of what the shipped documents send and receive, and no others. */
const config: CodegenConfig = {
  schema: "specs/schema.graphql",
  documents: "specs/operations/*.graphql",
  generates: {
    "generated/graphql/types.ts": {
      plugins: ["typescript-operations"],
      config: PLUGIN_CONFIG,
    },
  },
  silent: true,
};

export default config;
