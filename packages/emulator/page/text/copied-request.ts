/** A request that can be copied as a line of a shell or of this SDK. */
export interface CopiedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined without a body. */
  readonly body?: unknown;
}

/** The path with its query, without a key. */
export function pathWithQuery({ path, query }: CopiedRequest): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    if (name !== "api_key")
      for (const value of [values].flat()) search.append(name, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
