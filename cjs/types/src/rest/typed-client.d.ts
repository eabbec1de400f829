import type { CallOptions, UpdateMethod, UpdateOptions } from "../options.js";
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
type Method<Paths, Name extends string> = <Path extends PathWith<Paths, Name> & string>(path: Path, init: CallInit<`${Uppercase<Name>} ${Uninferred<Path>}`> & Arguments<OperationAt<Paths, Path, Name>>) => Promise<{
    readonly data?: SuccessOf<OperationAt<Paths, Path, Name>>;
}>;
/** `Type`, from which the compiler infers nothing: the first argument alone decides which path is meant. */
type Uninferred<Type> = [Type][Type extends unknown ? 0 : never];
/** The paths that have an operation of this method. */
type PathWith<Paths, Name extends string> = {
    [Path in keyof Paths]: Paths[Path] extends Record<Name, object> ? Path : never;
}[keyof Paths];
type OperationAt<Paths, Path extends keyof Paths, Name extends string> = Paths[Path] extends Record<Name, infer Operation> ? Operation : never;
/** What is passed to the library beside what `Calls` gives it. */
type Arguments<Operation> = ParametersOf<Operation> & (BodyOf<Operation> extends never ? {
    readonly body?: never;
} : Operation extends {
    requestBody: unknown;
} ? {
    readonly body: BodyOf<Operation>;
} : {
    readonly body?: BodyOf<Operation> | undefined;
});
type ParametersOf<Operation> = Operation extends {
    parameters: {
        path: infer Path;
    };
} ? {
    readonly params: {
        readonly path: {
            readonly [Name in keyof Path]: string;
        };
        readonly query?: QueryOf<Operation> | undefined;
    };
} : {
    readonly params?: {
        readonly query?: QueryOf<Operation> | undefined;
    };
};
/** The query parameters of an operation; no member can be set when it has none. */
export type QueryOf<Operation> = Operation extends {
    parameters: {
        query?: infer Query;
    };
} ? [Query] extends [undefined] ? Record<string, never> : InputOf<NonNullable<Query>> : never;
/** The JSON body that an operation is sent with. */
export type BodyOf<Operation> = Operation extends {
    requestBody?: infer Body;
} ? InputOf<JsonOf<NonNullable<Body>>> : never;
/** The JSON body of the first success that an operation documents. */
export type SuccessOf<Operation> = Operation extends {
    responses: infer Responses;
} ? JsonOf<FirstOf<Responses, SuccessStatuses>> : never;
type SuccessStatuses = [
    200,
    201,
    202,
    203,
    204,
    205,
    206,
    207,
    208,
    226,
    "2XX"
];
type FirstOf<Responses, Statuses> = Statuses extends [
    infer Status,
    ...infer Rest
] ? Status extends keyof Responses ? Responses[Status] : FirstOf<Responses, Rest> : never;
type JsonOf<Message> = Message extends {
    content: infer Content;
} ? Content[keyof Content & `application/${string}json${string}`] : never;
/** A value to be sent: `undefined` counts as absent, in every optional member of it. */
export type InputOf<Value> = Value extends string | readonly unknown[] ? Value : Value extends object ? {
    [Name in keyof Value]: object extends Pick<Value, Name> ? InputOf<Value[Name]> | undefined : InputOf<Value[Name]>;
} : Value;
/** The options that the library takes for one call, whose route is `Route`. */
export interface CallInit<Route extends string> {
    /** Exists for the compiler only: the route that a call names is the route that it sends. */
    readonly route?: Route;
    readonly fetch: unknown;
    readonly pathSerializer: unknown;
    readonly querySerializer: unknown;
    readonly bodySerializer: unknown;
    readonly parseAs: unknown;
}
/** What sends the calls of the generated functions and judges their responses. */
export interface Calls {
    /** Sends a call whose success is promised to hold JSON, and resolves with that. */
    readonly json: <Route extends string, Data>(operation: string, route: Route, options: CallOptions | undefined, send: (init: CallInit<Route>) => Promise<{
        readonly data?: Data;
    }>) => Promise<Data>;
    /** Sends a call whose success is promised no body. */
    readonly empty: <Route extends string>(operation: string, route: Route, options: CallOptions | undefined, send: (init: CallInit<Route>) => Promise<unknown>) => Promise<void>;
    /** Sends an update by the method that the call or the client asks for. */
    readonly update: <Result>(operation: string, options: UpdateOptions | undefined, methods: Readonly<Record<UpdateMethod, () => Promise<Result>>>) => Promise<Result>;
}
export {};
//# sourceMappingURL=typed-client.d.ts.map