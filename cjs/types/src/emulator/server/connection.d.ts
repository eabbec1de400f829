/** What happens to the connection of one request beside its response. A listening server and the in-memory fetch apply it. */
export interface Connection {
    /** "reset" ends the connection without a response; a number ends it after so many bytes of the body. */
    cutAfter?: number | "reset";
}
/** Answers a request, and sets on the connection whether it is cut. */
export type AnswerRequest = (request: Request, connection: Connection) => Promise<Response>;
/** Applies a cut where there is no socket: fetch rejects, or the body ends in an error. */
export declare function cutInMemory(response: Response, { cutAfter }: Connection): Response;
//# sourceMappingURL=connection.d.ts.map