/** A request that can be copied as a line of a shell. */
interface CopiedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined without a body. */
  readonly body?: unknown;
}

/** The request as a command. The key comes from the variable that the emulator prints at its start. */
export function curlCommand(request: CopiedRequest, origin: string): string {
  const { method, body } = request;
  const address = origin + pathWithQuery(request);
  // curl takes brackets for a pattern of several addresses.
  const command = /[[\]{}]/.test(address) ? "curl -g" : "curl";
  const parts = [`${command} ${quote(address)}`];
  const isDefault = method === (body === undefined ? "GET" : "POST");
  if (!isDefault) parts.push(`-X ${method}`);
  parts.push('-H "authorization: Bearer $CLOUD_COMPUTE_API_KEY"');
  if (body !== undefined) {
    parts.push("-H 'content-type: application/json'");
    parts.push(`-d ${quote(JSON.stringify(body))}`);
  }
  return parts.join(" \\\n  ");
}

/** The path with its query, without a key. */
function pathWithQuery({ path, query }: CopiedRequest): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    if (name !== "api_key")
      for (const value of [values].flat()) search.append(name, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
