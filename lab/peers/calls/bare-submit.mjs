/** What a submit costs without any client. */
export function createCall({ url, key, fetch }) {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
  };
  return async () => {
    const body = JSON.stringify({ input: { prompt: "a lighthouse" } });
    const request = { method: "POST", headers, body };
    const response = await fetch(`${url}/v2/flux-dev/run`, request);
    return response.json();
  };
}
