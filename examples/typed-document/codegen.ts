import type { CodegenConfig } from "@graphql-codegen/cli";
import { fileURLToPath } from "node:url";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Makes types for your own documents from the schema that the package ships. */
const config: CodegenConfig = {
  schema: fileURLToPath(
    import.meta.resolve("cloud-compute-sdk/schema.graphql"),
  ),
  documents: here("spending.graphql"),
  generates: {
    [here("documents.ts")]: {
      plugins: ["typescript-operations", "typed-document-node"],
      config: {
        documentMode: "string",
        pureMagicComment: true,
        useTypeImports: true,
      },
    },
  },
};

export default config;
