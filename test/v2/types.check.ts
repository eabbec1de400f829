import type { Client } from "../../src/index.js";

export async function requestUrlsOfAnEndpoint({
  v2,
}: Client): Promise<(string | undefined)[]> {
  const { requestUrls } = await v2.serverless.get("id");
  return [
    requestUrls?.base,
    requestUrls?.run,
    requestUrls?.health,
    // @ts-expect-error: Property 'bsae' does not exist on type
    String(requestUrls?.bsae),
  ];
}
