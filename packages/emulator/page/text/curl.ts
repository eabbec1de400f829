import { pathWithQuery, type CopiedRequest } from "./copied-request.js";

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

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
