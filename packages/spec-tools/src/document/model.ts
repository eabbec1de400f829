import type { Json, JsonObject, Path } from "./json.js";
import type { SurfaceRules } from "./surface-rules.js";

// The plain model that an OpenAPI document is read into, once. Types, functions, validators, response shapes, the
// reference, the shipped description and the comparison of documents are made from this model, and from nothing else.

/** One document, with the rules of its surface applied. */
export interface DocumentModel {
  readonly title: string;
  readonly version: string;
  /** What the document says about each of its tags. */
  readonly tags: readonly Tag[];
  /** Every operation in the order of the document; both spellings of an update are operations. */
  readonly operations: readonly Operation[];
  /** Every named schema of the document, and the enumerations that rules name. */
  readonly schemas: Schemas;
  /** The name of the type of each schema, by the name of the schema. */
  readonly typeNames: Readonly<Record<string, string>>;
  /** The named schemas that requests lead to, directly or through other schemas. */
  readonly sent: readonly string[];
  /** The named schemas that responses lead to. */
  readonly received: readonly string[];
  /** The address of the first server; empty where the document names none. */
  readonly address: string;
  /** The authentication of every operation that declares none of its own; absent when none is required. */
  readonly security?: Security;
  /** What was decided about the document, beside what the document says. */
  readonly rules: SurfaceRules;
}

interface Tag {
  readonly name: string;
  readonly description: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Whether a client sends a value or receives it. */
export type Direction = "request" | "response";

/** The names of the types that a JSON value may have, apart from null. */
export type JsonType =
  | "null"
  | "boolean"
  | "integer"
  | "number"
  | "string"
  | "array"
  | "object";

/**
 * What a value may be. A schema without members permits any value. The parts of an `allOf` are merged; `nullable` permits
 * null, whatever the version of OpenAPI.
 */
export interface Schema extends Annotations {
  /** Where the schema stands; absent in the model that the package ships. */
  readonly at?: Path;
  /** The named schema that this one stands for. Only annotations, `nullable` and `listed` stand beside the name; `additional` where this use permits no other member. */
  readonly ref?: string;
  /** The types that the document names, or that the listed values have; absent when a value of any type is valid. */
  readonly types?: readonly JsonType[];
  /** The named schemas that are merged into this one, as parts of an `allOf`. */
  readonly parts?: readonly string[];
  readonly nullable?: true;
  /** The values of an enumeration or a constant, without null. */
  readonly values?: readonly Json[];
  readonly isConstant?: true;
  /** The values that this place lists of an enumeration of many places, to which a rule gave the name in `ref`. */
  readonly listed?: readonly Json[];
  /**
   * Other texts are valid beside `values`: `always` where the document or a rule says so; `received` where only
   * responses hold the enumeration, because the service may return a new value before its document lists the value.
   */
  readonly open?: "always" | "received";
  readonly members?: Readonly<Record<string, Schema>>;
  /** The members that an object must have, those included that another part of an `allOf` requires. */
  readonly required?: readonly string[];
  /** Every member that `members` does not name: a schema, or `false` where the document permits none. */
  readonly additional?: Schema | false;
  readonly items?: Schema;
  /** A value matches one of these schemas; what stands beside the alternatives is merged into each. */
  readonly anyOf?: readonly Schema[];
  /** Whether a value matches exactly one of `anyOf`. */
  readonly isExclusive?: true;
  /** Which alternative a value names in one of its members. */
  readonly discriminator?: Discriminator;
  /** Limits such as `maximum`, by the names and in the form of OpenAPI 3.1. */
  readonly limits?: Readonly<Record<string, Limit>>;
  /** Keywords of JSON Schema that say nothing about a type, such as `not` and `if`, as the document holds them. */
  readonly conditions?: readonly JsonObject[];
}

/** What a schema says for people, and for the direction in which a value is sent. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: Json;
  readonly example?: Json;
  readonly deprecated?: true;
  readonly readOnly?: true;
}

export type Limit = number | string | boolean;

export interface Discriminator {
  readonly propertyName: string;
  /** References by value. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/** Alternatives, of which a request needs one. Each alternative lists everything that it asks for: `["http bearer"]`. */
export type Security = readonly (readonly string[])[];

/** One operation of a document, and the function that the client has for it. */
export interface Operation {
  readonly id: string;
  /** `"GET"` */
  readonly method: string;
  /** `"/pods/{podId}"` */
  readonly path: string;
  /** `"GET /pods/{podId}"` */
  readonly route: string;
  /** `"pods"`: the member of the client that holds the function; empty where no name can be derived. */
  readonly resource: string;
  /** `"get"`: the name of the function; empty where no name can be derived. */
  readonly name: string;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** Without the headers that the client writes itself. A program passes them in the option `headers`. */
  readonly headerParameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  readonly answer: Answer;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: true;
  /** The authentication of this operation, when it differs from that of the document; empty when none is required. */
  readonly security?: Security;
  /** The route of the POST that means the same as this PATCH. */
  readonly synonym?: string;
  /** The route of the PATCH that this POST is a spelling of: the client has one function for both. */
  readonly synonymOf?: string;
  readonly signature: Signature;
}

/** How the function of an operation is called. */
export interface Signature {
  readonly parameters: readonly SignatureParameter[];
  /** `"Promise<Pod>"` */
  readonly returns: string;
}

export interface SignatureParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** A parameter or a header, as its document declares it. */
export interface Parameter {
  /** The name of the parameter in the document, where several operations may share it. */
  readonly ref?: string;
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: true;
  readonly example?: Json;
  readonly schema: Schema;
  /** How the value is written, if not in the default style of its place. */
  readonly style?: ParameterStyle;
}

/** How the value of a parameter is written, by the names of OpenAPI. */
export interface ParameterStyle {
  readonly style?: string;
  readonly explode?: boolean;
}

/** How a body is written, and how an answer is read. */
export type ContentKind = "json" | "events";

/** One content of a body or of an answer. */
export interface Content {
  /** Undefined for a media type that the client neither sends nor reads. */
  readonly kind: ContentKind | undefined;
  /** As the document spells it. */
  readonly mediaType: string;
  readonly example?: Json;
  readonly schema: Schema;
}

/** The body of a request: the content that the client sends, and all contents that the service accepts. */
export interface Body {
  readonly description?: string;
  readonly required: boolean;
  readonly contents: readonly Content[];
  /** Undefined where the client can send none of the contents. */
  readonly sent: Content | undefined;
  /** Whether the body is JSON that the schema permits as an object only. */
  readonly isObject: boolean;
}

/** The response of one status. */
export interface Response {
  /** The name of the response in the document, where several operations may share it. */
  readonly ref?: string;
  /** `"200"`, `"4XX"` or `"default"` */
  readonly status: string;
  readonly description?: string;
  readonly contents: readonly Content[];
  readonly headers: readonly Parameter[];
}

/** What the successful responses of an operation contain, over all their statuses. */
export interface Answer {
  readonly kind: "nothing" | ContentKind;
  /** The schemas of the JSON, or of the data of an event; more than one where the statuses differ. */
  readonly schemas: readonly Schema[];
  /** What every success with JSON holds; absent where its schema permits other values. */
  readonly container?: "object" | "array";
  /** Whether some successful statuses have a body and others have none. */
  readonly mayBeEmpty?: true;
  /** The successful statuses that have no body, if the document lists each by its number. */
  readonly emptyStatuses?: readonly number[];
  /** The list that the function returns instead of the whole answer. */
  readonly list?: ListAnswer;
}

/** The list of an answer that a rule names. */
export interface ListAnswer {
  /** `"pods"` */
  readonly member: string;
  /** The schema of one item. */
  readonly item: Schema;
  /** Whether further pages are asked for with the query parameter `cursor`. */
  readonly isPaged: boolean;
}

/** What is wrong with a part of a document. A reader that only compares documents goes on without the part. */
export interface Problem {
  /**
   * A part that is `broken` cannot be read at all; a `mistake` of the document, or of a rule about it; `unsupported` by the
   * generator.
   */
  readonly kind: "broken" | "mistake" | "unsupported";
  readonly at: Path;
  readonly text: string;
  /** Where the other part stands, if two parts do not fit each other. */
  readonly other?: Path;
  /** The route of the operation that the problem belongs to. */
  readonly route?: string;
}

/** What a document is read into. */
export interface Reading {
  readonly model: DocumentModel;
  readonly problems: readonly Problem[];
  /** The rules that name what the document lacks, and the lists that a function could return. */
  readonly warnings: readonly string[];
}
