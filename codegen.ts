import type { CodegenConfig } from "@graphql-codegen/cli";

/** graphql-codegen makes the types of what the shipped documents send and receive, and no others. */
const config: CodegenConfig = {
  schema: "specs/schema.graphql",
  documents: "specs/operations/*.graphql",
  generates: {
    "generated/graphql/types.ts": {
      plugins: ["typescript-operations"],
      config: {
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
      },
    },
  },
  silent: true,
};

export default config;
