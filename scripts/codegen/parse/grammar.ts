/**
 * The objects of an OpenAPI 3.0 or 3.1 document and their members, grouped by the rule that a member's value keeps:
 *
 * - `prose` is for people: kept where it is text, dropped where it is not; `ignored` is dropped whatever it is;
 * - `data` is kept whatever it is;
 * - `text`, `number`, `count`, `flag`, `texts`, `values`, `type`, `limit`, `pattern`, `discriminator`, `example` name the only value that can be right;
 * - any other rule is the name of an object here, and `list …` or `map …` many of them.
 */
const GRAMMAR = {
  document: {
    text: "openapi",
    info: "info",
    "list server": "servers",
    "map path": "paths",
    components: "components",
    data: "security",
    "list tag": "tags",
    ignored: "webhooks externalDocs jsonSchemaDialect $self",
  },
  info: {
    prose: "title description summary termsOfService",
    text: "version",
    ignored: "contact license",
  },
  server: { text: "url", prose: "description name", ignored: "variables" },
  tag: { text: "name", prose: "description summary", ignored: "externalDocs" },
  components: {
    "map schema": "schemas",
    "map response": "responses",
    "map parameter": "parameters",
    "map body": "requestBodies",
    "map header": "headers",
    data: "securitySchemes",
    "map path": "pathItems",
    ignored: "examples links callbacks",
  },
  path: {
    operation: "get put post delete patch",
    "list parameter": "parameters",
    prose: "summary description",
    ignored: "servers",
  },
  operation: {
    texts: "tags",
    prose: "summary description",
    text: "operationId",
    "list parameter": "parameters",
    body: "requestBody",
    "map response": "responses",
    flag: "deprecated",
    data: "security",
    ignored: "callbacks servers externalDocs",
  },
  parameter: {
    text: "name in style",
    prose: "description",
    flag: "required deprecated allowEmptyValue explode allowReserved",
    schema: "schema",
    "map media": "content",
    example: "example",
    ignored: "examples",
  },
  header: {
    text: "style",
    prose: "description",
    flag: "required deprecated allowEmptyValue explode allowReserved",
    schema: "schema",
    "map media": "content",
    example: "example",
    ignored: "examples",
  },
  body: {
    prose: "description summary",
    "map media": "content",
    flag: "required",
  },
  response: {
    prose: "description summary",
    "map header": "headers",
    "map media": "content",
    ignored: "links",
  },
  media: {
    schema: "schema",
    example: "example",
    ignored: "examples encoding",
  },
  schema: {
    type: "type",
    values: "enum",
    data: "const default dependentRequired",
    discriminator: "discriminator",
    prose: "title description format",
    example: "example",
    pattern: "pattern",
    texts: "required",
    number: "minimum maximum multipleOf",
    limit: "exclusiveMinimum exclusiveMaximum",
    count:
      "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
    flag: "nullable deprecated readOnly writeOnly uniqueItems",
    schema:
      "items additionalProperties not contains propertyNames if then else unevaluatedItems unevaluatedProperties",
    "list schema": "allOf anyOf oneOf prefixItems",
    "map schema":
      "properties patternProperties dependentSchemas $defs definitions",
    ignored:
      "examples externalDocs xml contentEncoding contentMediaType contentSchema $schema $id $anchor $dynamicAnchor $dynamicRef $comment $vocabulary",
  },
} as const;

/** An object of a document, by the name that it has in the grammar. */
export type Kind = keyof typeof GRAMMAR;

/** The rule of each member, by kind. */
export const MEMBERS = new Map<string, ReadonlyMap<string, string>>(
  Object.entries(GRAMMAR).map(([kind, rules]) => [
    kind,
    new Map(
      Object.entries(rules).flatMap(([rule, members]) =>
        members.split(" ").map((member) => [member, rule] as const),
      ),
    ),
  ]),
);
