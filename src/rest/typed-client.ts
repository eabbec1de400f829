import type { Client } from "openapi-fetch";
import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import type { SuccessFormat } from "../http/success-format.js";
import type {
  CallOptions,
  EventStreamOptions,
  UpdateMethod,
  UpdateOptions,
} from "../options.js";

/**
 * openapi-fetch's client with the types that the generated functions need. The library's own types let a misspelt field
 * of a body compile, and refuse `undefined` where a member is optional. The compiler checks each call of a generated file
 * against the types that openapi-typescript made: its route, its parameters and its body.
 */
export interface TypedClient<Paths> {
  readonly GET: Method<Paths, "get">;
  readonly PUT: Method<Paths, "put">;
  readonly POST: Method<Paths, "post">;
  readonly DELETE: Method<Paths, "delete">;
  readonly PATCH: Method<Paths, "patch">;
}

type Method<Paths, Name extends string> = <
  Path extends PathWith<Paths, Name> & string,
>(
  path: Path,
  init: CallInit<`${Uppercase<Name>} ${Uninferred<Path>}`> &
    Arguments<OperationAt<Paths, Path, Name>>,
) => Promise<Outcome<SuccessOf<OperationAt<Paths, Path, Name>>>>;

/** What openapi-fetch resolves with. */
export interface Outcome<Data> {
  readonly data?: Data;
  /** The body of a failure. */
  readonly error?: unknown;
  readonly response: Response;
}

/** `Type`, from which the compiler infers nothing: only the first argument decides which path is meant. */
type Uninferred<Type> = [Type][Type extends unknown ? 0 : never];

/** The paths that have an operation of this method. */
type PathWith<Paths, Name extends string> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Name, object>
    ? Path
    : never;
}[keyof Paths];

type OperationAt<Paths, Path extends keyof Paths, Name extends string> =
  Paths[Path] extends Record<Name, infer Operation> ? Operation : never;

/** The arguments of a call to the library, apart from those that `Calls` provides. */
type Arguments<Operation> = ParametersOf<Operation> &
  (BodyOf<Operation> extends never
    ? { readonly body?: never }
    : Operation extends { requestBody: unknown }
      ? { readonly body: BodyOf<Operation> }
      : { readonly body?: BodyOf<Operation> | undefined });

type ParametersOf<Operation> = Operation extends {
  parameters: { path: infer Path };
}
  ? {
      readonly params: {
        readonly path: { readonly [Name in keyof Path]: string };
        readonly query?: QueryOf<Operation> | undefined;
      };
    }
  : { readonly params?: { readonly query?: QueryOf<Operation> | undefined } };

/** The query parameters of an operation; no member can be set when it has none. */
export type QueryOf<Operation> = Operation extends {
  parameters: { query?: infer Query };
}
  ? [Query] extends [undefined]
    ? Record<string, never>
    : InputOf<NonNullable<Query>>
  : never;

/** The JSON body that an operation is sent with. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? InputOf<Content[keyof Content & JsonType]>
    : never
  : never;

type JsonType = `application/${string}json${string}`;
type EventType = `text/event-stream${string}`;

/** The JSON body of the successes that an operation documents, or the data of its events. */
export type SuccessOf<Operation> = Operation extends {
  responses: infer Responses;
}
  ? AnswerIn<Responses[keyof Responses & SuccessStatus]>
  : never;

type SuccessStatus =
  | 200
  | 201
  | 202
  | 203
  | 204
  | 205
  | 206
  | 207
  | 208
  | 226
  | "2XX";

type AnswerIn<Message> = Message extends { content: infer Content }
  ? [keyof Content & JsonType] extends [never]
    ? Content[keyof Content & EventType]
    : Content[keyof Content & JsonType]
  : never;

/** A value to be sent: `undefined` counts as absent, in every optional member of it. */
export type InputOf<Value> = Value extends string
  ? Value
  : Value extends readonly (infer Item)[]
    ? InputOf<Item>[]
    : Value extends object
      ? {
          [Name in keyof Value]: object extends Pick<Value, Name>
            ? InputOf<Value[Name]> | undefined
            : InputOf<Value[Name]>;
        }
      : Value;

/** The options that openapi-fetch takes for one call, whose route is `Route`. */
export interface CallInit<Route extends string> {
  /** Exists for the compiler only: the route that a call names is the route that it sends. */
  readonly route?: Route;
}

/** What the document of a surface says of a call beside its types. */
export interface CallFormat extends SuccessFormat {
  /** The media type of the body, where it is another spelling of JSON, or the body may be something else than an object. */
  readonly bodyType?: string;
  /** The call that shows whether a change was carried out. */
  readonly shownBy?: string;
  /** The lists in the query that are written as in `a=1,2`, rather than as in `a=1&a=2`. */
  readonly commaLists?: readonly string[];
}

/** The items of one page. */
export interface Page<Item> extends Array<Item> {
  /** Asks for the next page as the query parameter `cursor`; undefined on the last page. Not enumerable. */
  readonly nextCursor: string | undefined;
}

/**
 * A list that comes in pages. Awaiting the list gives the first page. Iterating over the list gives the items of all
 * pages: each page is requested when the iteration reaches the page, and a failure rejects there.
 */
export interface PagedList<Item>
  extends Promise<Page<Item>>, AsyncIterable<Item> {}

/** Lets openapi-fetch send one call. */
export type LibraryCall<Route extends string, Data> = (
  init: CallInit<Route>,
) => Promise<Outcome<Data>>;

/** Sends one call whose answer is JSON. */
type SendJson<Empty> = <Route extends string, Data>(
  operation: string,
  route: Route,
  options: CallOptions | undefined,
  invoke: LibraryCall<Route, Data>,
  format?: CallFormat,
) => Promise<Data | Empty>;

/** What sends the calls of the generated functions, and checks their responses. */
export interface Calls {
  /** Sends a call whose success is promised to hold JSON, and resolves with that. */
  readonly json: SendJson<never>;
  /** As `json`; a success without a body is undefined. */
  readonly jsonIfAny: SendJson<undefined>;
  /** As `json`; a success that holds no object is refused. */
  readonly object: SendJson<never>;
  /** As `object`; a success without a body is undefined. */
  readonly objectIfAny: SendJson<undefined>;
  /** As `json`; a success that holds no list is refused. */
  readonly array: SendJson<never>;
  /** Sends a call whose success is promised no body. */
  readonly empty: <Route extends string>(
    operation: string,
    route: Route,
    options: CallOptions | undefined,
    invoke: LibraryCall<Route, unknown>,
    format?: CallFormat,
  ) => Promise<void>;
  /** Sends an update by the method that the call or the client asks for. */
  readonly update: <Result>(
    operation: string,
    options: UpdateOptions | undefined,
    methods: Readonly<
      Record<UpdateMethod, (options: CallOptions) => Promise<Result>>
    >,
  ) => Promise<Result>;
  /** As `json`, and resolves with the list that `pick` finds in the response; a response without a list is refused. */
  readonly list: <Route extends string, Data, List extends unknown[]>(
    operation: string,
    route: Route,
    options: CallOptions | undefined,
    invoke: LibraryCall<Route, Data>,
    pick: (answer: Data) => List | null | undefined,
    format?: CallFormat,
  ) => Promise<List>;
  /** As `list`, over pages. */
  readonly pages: <
    Route extends string,
    Query extends { readonly cursor?: string | undefined },
    Data,
    Item,
  >(
    operation: string,
    route: Route,
    query: Query | undefined,
    options: CallOptions | undefined,
    invoke: (
      init: CallInit<Route>,
      query: Query | undefined,
    ) => Promise<Outcome<Data>>,
    pick: (answer: Data) => Item[] | null | undefined,
    format?: CallFormat,
  ) => PagedList<Item>;
  /** Sends a call whose success is a stream of events, and iterates over their data, which is JSON. */
  readonly events: <Route extends string, Data>(
    operation: string,
    route: Route,
    options: EventStreamOptions | undefined,
    invoke: LibraryCall<Route, Data>,
    format?: CallFormat,
  ) => AsyncIterable<Data>;
}

/** openapi-fetch's own client of a surface. */
export type RawClient<Paths extends object> = Client<Paths>;

/** A surface of the client: what its generated functions stand on, and openapi-fetch's own client of it. */
export interface Connection<Paths extends object> {
  readonly client: TypedClient<Paths>;
  readonly calls: Calls;
  readonly rest: Client<Paths>;
  /** What `cloud-compute-sdk/machines` needs to find the proxy of Pods. */
  readonly proxySource: object;
}

/** Connects a surface that is not built in. */
export type Connect = <Paths extends object>(
  surface: SurfaceName,
) => Connection<Paths>;
