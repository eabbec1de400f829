import { readFile } from "node:fs/promises";
import { buildSchema, isEnumType, type GraphQLNamedType } from "graphql";
import {
  MODELS_FILE,
  readModels,
  type Members,
} from "../generate/parse/models.js";

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** A line for each type, field and value of a GraphQL schema that is not described. */
export async function lintGraphql(file: string): Promise<string[]> {
  const schema = buildSchema(await readFile(file, "utf8"));
  return Object.values(schema.getTypeMap())
    .filter(({ name, astNode }) => astNode && !name.startsWith("__"))
    .flatMap((type) => [
      ...lintDescription(file, type),
      ...membersOf(type).flatMap((member) =>
        lintDescription(`${file}: ${type.name}`, member),
      ),
    ]);
}

function membersOf(type: GraphQLNamedType): readonly Described[] {
  if (isEnumType(type)) return type.getValues();
  return "getFields" in type ? Object.values<Described>(type.getFields()) : [];
}

/** The same of the public models in a folder: the models, their parameters and the members of their outputs. */
export async function lintModels(folder: string): Promise<string[]> {
  const file = `${folder}/${MODELS_FILE}`;
  const models = await readModels(folder);
  return models.flatMap(({ slug, description, input, output }) => [
    ...lintDescription(file, { name: slug, description }),
    ...lintMembers(`${file}: ${slug} input`, input),
    ...lintMembers(`${file}: ${slug} output`, output),
  ]);
}

function lintMembers(where: string, members: Members): string[] {
  return Object.entries(members).flatMap(([name, parameter]) => {
    const { description, properties, items } = parameter;
    const inner = properties ?? items?.properties ?? {};
    return [
      ...lintDescription(where, { name, description }),
      ...lintMembers(`${where} ${name}`, inner),
    ];
  });
}

function lintDescription(
  where: string,
  { name, description }: Described,
): string[] {
  const isDescribed = description != null && description.trim() !== "";
  return isDescribed ? [] : [`${where}: ${name} is not described`];
}
