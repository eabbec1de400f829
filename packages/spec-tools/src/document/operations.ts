import { receivedContent, readContents, sentContent } from "./contents.js";
import {
  isObject,
  listOf,
  objectOf,
  own,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import type {
  Answer,
  Body,
  Content,
  Operation,
  Parameter,
  Problem,
  Response,
  Schema,
} from "./model.js";
import {
  CLIENT_MEMBERS,
  argumentName,
  isPossibleId,
  methodName,
  resourceName,
  toUsableName,
} from "./names.js";
import {
  isOwnHeader,
  readParameters,
  type PlacedParameter,
} from "./parameters.js";
import { componentName, resolve } from "./references.js";
import { openReceived } from "./rules.js";
import type { SchemaReader } from "./schemas.js";
import {
  problemOfSecurity,
  problemOfServers,
  readSecurity,
} from "./security.js";
import type { SurfaceRules } from "./surface-rules.js";
import { innerSchemas, mapInner } from "./walk.js";

/** An operation before the client's functions are known: without synonyms and signature. */
export type ReadOperation = Omit<
  Operation,
  "signature" | "synonym" | "synonymOf"
>;

/** One operation as it stands in its document. */
export interface RawOperation {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly at: Path;
  /** The path item, whose parameters every operation of the path shares. */
  readonly item: JsonObject;
  readonly node: JsonObject;
}

/** The methods that the client sends, as a document spells them. */
export const METHODS: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "patch",
];

/** The member of a document in which an import notes why it has skipped a route. */
export const SKIPPED_KEY = "x-skipped";

/** Why an import has skipped routes of a document, by route. */
export function skippedIn(document: JsonObject): Record<string, string> {
  const reasons = Object.entries(objectOf(document[SKIPPED_KEY]));
  return Object.fromEntries(
    reasons.map(([route, why]) => [route, textOf(why).replace(/\.$/, "")]),
  );
}

/** Every operation of a document; members of a path that are no operations are skipped. */
export function rawOperations(document: JsonObject): RawOperation[] {
  return Object.entries(objectOf(document["paths"])).flatMap(
    ([path, value]) => {
      const item = resolve(document, value, ["paths", path]);
      return Object.entries(item).flatMap(([key, node]) => {
        if (!METHODS.includes(key) || !isObject(node)) return [];
        const method = key.toUpperCase();
        const at = ["paths", path, key];
        return [{ route: `${method} ${path}`, method, path, at, item, node }];
      });
    },
  );
}

/** Reads the operations of one document into the model. */
export class OperationReader {
  readonly #document: JsonObject;
  readonly #schemas: SchemaReader;
  readonly #rules: SurfaceRules;
  readonly problems: Problem[] = [];
  readonly warnings: string[] = [];

  constructor(
    document: JsonObject,
    schemas: SchemaReader,
    rules: SurfaceRules,
  ) {
    this.#document = document;
    this.#schemas = schemas;
    this.#rules = rules;
  }

  /** The operation, without the parts that are reported as problems. */
  read(raw: RawOperation): ReadOperation {
    const { route, method, path, at, item, node } = raw;
    const { parameters, problems } = readParameters({
      document: this.#document,
      schemas: this.#schemas,
      lists: [
        [item["parameters"], at.slice(0, 2)],
        [node["parameters"], at],
      ],
    });
    const unsupported = [
      problemOfServers(this.#document, item, node) ?? [],
      problemOfSecurity(this.#document, node) ?? [],
      ...problems,
    ].flat();
    const security = readSecurity(this.#document, node["security"]);
    const body = this.#readBody(raw, unsupported);
    const responses = this.#readResponses(raw);
    const isIn = (location: string) => (parameter: PlacedParameter) =>
      parameter.in === location;
    const query = parameters.filter(isIn("query")).map(withoutPlace);
    const hasCursor = query.some(({ name }) => name === "cursor");
    const answer = this.#readAnswer(raw, responses, hasCursor);
    for (const text of unsupported) this.#report("unsupported", raw, text);
    const headers = parameters
      .filter((each) => each.in === "header" && !isOwnHeader(each))
      .map(withoutPlace);
    for (const { name, required } of headers)
      if (required)
        this.warnings.push(
          `${route} requires the header ${name}: a program passes it in the option headers`,
        );
    const pathParameters = this.#readPath(raw, parameters.filter(isIn("path")));
    const texts = (["summary", "description"] as const).flatMap((name) =>
      textOf(node[name]) === "" ? [] : [[name, textOf(node[name])] as const],
    );
    return {
      ...this.#readNames(raw),
      method,
      path,
      route,
      pathParameters,
      queryParameters: query,
      headerParameters: headers,
      ...(body && { body }),
      responses,
      answer,
      ...Object.fromEntries(texts),
      ...(node["deprecated"] === true && { deprecated: true }),
      ...(security && { security }),
    };
  }

  #report(
    kind: Problem["kind"],
    { at, route }: RawOperation,
    text: string,
    ...steps: Path
  ): void {
    this.problems.push({ kind, at: [...at, ...steps], text, route });
  }

  /** The name of the operation in the document and in the client; ./names.ts makes the latter. */
  #readNames(raw: RawOperation): Pick<Operation, "id" | "resource" | "name"> {
    const { node, path, route } = raw;
    const { operationId: id } = node;
    const decided = own(this.#rules.names ?? {}, route);
    const [first] = listOf(node["tags"]);
    const tag = typeof first === "string" ? first : undefined;
    const text = typeof id === "string" ? id : "";
    if (!isPossibleId(text)) {
      const problem =
        text === ""
          ? "is missing: the name of the function is derived from it"
          : `${text} must consist of letters and digits, such as ListPods, and must not be a reserved name`;
      this.#report("mistake", raw, problem, "operationId");
      if (decided === undefined) return { id: "", resource: "", name: "" };
    }
    const naming = { id: text, tag, path };
    const [resource = "", name = ""] = decided
      ?.split(".")
      .map(toUsableName) ?? [resourceName(naming), methodName(naming)];
    if (CLIENT_MEMBERS.includes(resource))
      this.#report(
        "mistake",
        raw,
        `${resource} is already a property of the client: choose another tag, or ${hintFor(route)}`,
        "tags",
      );
    if (resource !== "" && name !== "") return { id: text, resource, name };
    this.#report(
      "mistake",
      raw,
      `no name can be derived from the tag ${tag ?? "(none)"} and the operationId ${text}: change one, or ${hintFor(route)}`,
      "operationId",
    );
    return { id: text, resource: "", name: "" };
  }

  /** The names in braces. Each name must be declared as a path parameter, and occur once in the path. */
  #readPath(
    raw: RawOperation,
    declared: readonly PlacedParameter[],
  ): Parameter[] {
    const { path } = raw;
    const refuse = (text: string) => this.#report("unsupported", raw, text);
    if (!/^\/[\w\-.~!$&'()*+,;=:@%/{}]*$/.test(path))
      refuse(
        "a path begins with / and consists of letters, digits and -._~!$&'()*+,;=:@%/: write anything else as %XX",
      );
    const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(
      ([, name = ""]) => name,
    );
    return names.map((name, index) => {
      const parameter = declared.find((each) => each.name === name);
      const argument = argumentName(name);
      if (argument === undefined)
        refuse(`{${name}} is not possible as a parameter name`);
      else if (names.map(argumentName).indexOf(argument) !== index)
        refuse(
          `the path contains {${name}} twice, or beside a parameter that differs from it only in signs`,
        );
      else if (!parameter)
        refuse(
          `the path contains {${name}}, but declares no path parameter of this name`,
        );
      return parameter
        ? withoutPlace(parameter)
        : { name, required: true, schema: {} };
    });
  }

  #readBody(raw: RawOperation, unsupported: string[]): Body | undefined {
    const { node, at, method } = raw;
    const place = [...at, "requestBody"];
    const declared = node["requestBody"];
    if (declared === undefined) return undefined;
    const message = resolve(this.#document, declared, place);
    const contents = readContents(this.#schemas, message, place).map(
      (content) => ({
        ...content,
        schema: this.#withoutReadOnly(content.schema),
      }),
    );
    const sent = sentContent(contents);
    const mediaTypes = contents.map(({ mediaType }) => mediaType);
    if (method === "GET")
      unsupported.push("is a GET with a body: `fetch` refuses a body in a GET");
    else if (mediaTypes.length === 0)
      unsupported.push("has a body without a media type");
    else if (!sent)
      unsupported.push(
        `has a body of ${mediaTypes.join(", ")}, which the client cannot send: it sends JSON`,
      );
    const description = textOf(message["description"]);
    return {
      ...(description !== "" && { description }),
      required: message["required"] === true,
      contents,
      sent,
      isObject: sent !== undefined && this.#isOnly(sent.schema, "object"),
    };
  }

  #readResponses({ node, at }: RawOperation): Response[] {
    const place = [...at, "responses"];
    const responses = resolve(this.#document, node["responses"], place);
    return Object.entries(responses)
      .filter(([status]) => !status.startsWith("x-"))
      .map(([status, value]): Response => {
        const message = resolve(this.#document, value, [...place, status]);
        const description = textOf(message["description"]);
        const ref = componentName(objectOf(value)["$ref"], "responses");
        return {
          ...(ref !== undefined && { ref }),
          status,
          ...(description !== "" && { description }),
          // HTTP permits no body with these, whatever the document says.
          contents: ["204", "205", "304"].includes(status)
            ? []
            : readContents(this.#schemas, message, [...place, status]).map(
                (content) => ({
                  ...content,
                  schema: openReceived(content.schema),
                }),
              ),
          headers: this.#readHeaders(message["headers"], [...place, status]),
        };
      });
  }

  #readHeaders(headers: Json | undefined, at: Path): Parameter[] {
    return Object.entries(objectOf(headers)).map(([name, value]): Parameter => {
      const place = [...at, "headers", name];
      const header = resolve(this.#document, value, place);
      const description = textOf(header["description"]);
      const ref = componentName(objectOf(value)["$ref"], "headers");
      const { example } = header;
      return {
        ...(ref !== undefined && { ref }),
        name,
        required: header["required"] === true,
        ...(description !== "" && { description }),
        ...(example !== undefined && { example }),
        schema: this.#schemas.read(header["schema"], [...place, "schema"]),
      };
    });
  }

  /** The answer of an operation. An operation without a success, or with successes of two kinds, is refused. */
  #readAnswer(
    raw: RawOperation,
    responses: readonly Response[],
    hasCursor: boolean,
  ): Answer {
    const refuse = (text: string, ...steps: Path) =>
      this.#report("unsupported", raw, text, "responses", ...steps);
    const successes = successesOf(responses);
    if (successes.length === 0) refuse("lists no response for a success (2xx)");
    const received = successes.map(({ status, contents }) => {
      const content = receivedContent(contents);
      if (!content && contents.length > 0) {
        const types = contents.map(({ mediaType }) => mediaType).join(", ");
        refuse(`answers with ${types}, which the client cannot read`, status);
      }
      return content;
    });
    const filled = received.filter((content) => content !== undefined);
    const [first] = filled;
    const empty = successes
      .filter((_, index) => received[index] === undefined)
      .map(({ status }) => Number(status));
    const isListed = empty.length > 0 && !empty.includes(NaN);
    const emptyStatuses = isListed && { emptyStatuses: empty };
    if (!first) return { kind: "nothing", schemas: [], ...emptyStatuses };
    if (filled.some(({ kind }) => kind !== first.kind))
      refuse(
        "the successful responses of the operation hold different kinds of content: no single type describes them",
      );
    const schemas = uniqueSchemas(filled.map(({ schema }) => schema));
    const mayBeEmpty = filled.length < received.length;
    const container =
      first.kind === "json"
        ? (["object", "array"] as const).find((type) =>
            schemas.every((schema) => this.#isOnly(schema, type)),
          )
        : undefined;
    const [schema = {}, ...others] = schemas;
    const mayBeList =
      first.kind === "json" && others.length === 0 && !mayBeEmpty;
    const list = mayBeList
      ? this.#listIn(raw.route, schema, hasCursor)
      : undefined;
    return {
      kind: first.kind,
      schemas,
      ...(container && { container }),
      ...(mayBeEmpty && { mayBeEmpty }),
      ...emptyStatuses,
      ...(list && { list }),
    };
  }

  /** Whether every value of a schema is an object, or an array. */
  #isOnly(schema: Schema, container: "object" | "array"): boolean {
    const { types, nullable, anyOf } = this.#schemas.target(schema);
    if (nullable) return false;
    return anyOf
      ? anyOf.every((each) => this.#isOnly(each, container))
      : types?.join() === container;
  }

  /**
   * The list that a rule names of the response of a route. Members beside the list do not change what a function returns,
   * so that a document may add one.
   */
  #listIn(route: string, schema: Schema, hasCursor: boolean): Answer["list"] {
    const { lists } = this.#rules;
    if (!lists) return undefined;
    const { members = {} } = this.#schemas.target(schema);
    const { pagination, ...others } = members;
    const isList = (value: Schema | undefined) =>
      value && this.#schemas.target(value).types?.join() === "array";
    const member = own(lists, route);
    if (member === undefined) {
      const [[name, value] = ["", {}], ...further] = Object.entries(others);
      if (isList(value) && further.length === 0)
        this.warnings.push(
          `${route} returns an object with the list ${name} alone: to return the list itself, write lists: { ${JSON.stringify(route)}: ${name} } in specs/surfaces.yaml`,
        );
      return undefined;
    }
    const named = own(others, member);
    if (!named || !isList(named)) {
      this.warnings.push(
        `${route} returns no list ${member}, which specs/surfaces.yaml names in lists: the function returns the whole response`,
      );
      return undefined;
    }
    const { items = {} } = this.#schemas.target(named);
    const isPaged = pagination !== undefined && hasCursor;
    return { member, item: items, isPaged };
  }

  /** The schema as requests have it: without the members that only responses have. */
  #withoutReadOnly(schema: Schema, within: readonly string[] = []): Schema {
    const { ref = "" } = schema;
    if (!this.#holdsReadOnly(schema) || within.includes(ref)) return schema;
    const { members, required = [], ...others } = this.#schemas.target(schema);
    const sent = Object.entries(members ?? {}).filter(
      ([, member]) => !this.#schemas.target(member).readOnly,
    );
    const whole: Schema = {
      ...others,
      ...(members && { members: Object.fromEntries(sent) }),
      required: required.filter(
        (name) => !own(members ?? {}, name) || sent.some(([it]) => it === name),
      ),
    };
    const inner = [...within, ref];
    return mapInner(whole, (each) => this.#withoutReadOnly(each, inner));
  }

  /** Whether a member, at any depth, is one that only responses have. */
  #holdsReadOnly(schema: Schema, visited = new Set<string>()): boolean {
    const { ref } = schema;
    if (ref !== undefined && visited.has(ref)) return false;
    if (ref !== undefined) visited.add(ref);
    return innerSchemas(this.#schemas.target(schema)).some(
      (each) =>
        this.#schemas.target(each).readOnly === true ||
        this.#holdsReadOnly(each, visited),
    );
  }
}

type SentParts = Pick<
  Operation,
  "pathParameters" | "queryParameters" | "headerParameters"
> & { readonly body?: Message };

/** A body or a response, as far as its contents matter. */
interface Message {
  readonly contents: readonly Pick<Content, "schema">[];
}

/** The schemas that a request of an operation holds. */
export function sentSchemas(operation: SentParts): Schema[] {
  const parameters = [
    ...operation.pathParameters,
    ...operation.queryParameters,
    ...operation.headerParameters,
  ];
  const contents = operation.body?.contents ?? [];
  return [...parameters, ...contents].map(({ schema }) => schema);
}

/** The schemas that the responses of an operation hold. */
export function receivedSchemas({
  responses,
}: {
  readonly responses: readonly Message[];
}): Schema[] {
  return responses.flatMap(({ contents }) =>
    contents.map(({ schema }) => schema),
  );
}

/** The responses of the successes, in the order of their statuses. */
export function successesOf<Listed extends Pick<Response, "status">>(
  responses: readonly Listed[],
): Listed[] {
  return responses
    .filter(({ status }) => /^2(\d\d|XX)$/.test(status))
    .toSorted((a, b) => (a.status < b.status ? -1 : 1));
}

/** Each schema once, wherever it stands. */
function uniqueSchemas(schemas: readonly Schema[]): Schema[] {
  const withoutPlaces = (key: string, value: unknown) =>
    key === "at" ? undefined : value;
  const unique = new Map(
    schemas.map((schema) => [JSON.stringify(schema, withoutPlaces), schema]),
  );
  return [...unique.values()];
}

/** How to name a function by hand. */
export function hintFor(route: string): string {
  return `name the function in specs/surfaces.yaml: names: { ${JSON.stringify(route)}: resource.name }`;
}

function withoutPlace({ in: _, ...parameter }: PlacedParameter): Parameter {
  return parameter;
}
