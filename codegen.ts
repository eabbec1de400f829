import type { CodegenConfig } from "@graphql-codegen/cli";

/** GraphQL types: what the shipped documents ask for and answer, nothing more. */
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
