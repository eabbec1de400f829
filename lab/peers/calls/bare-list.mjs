/** What a list costs without any client. */
export function createCall({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  return async () => {
    const response = await fetch(`${url}/pods`, { headers });
    return response.json();
  };
}
