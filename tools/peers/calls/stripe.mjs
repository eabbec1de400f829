import Stripe from "stripe";

export function createCall({ url, key, fetch }) {
  const { protocol, hostname, port } = new URL(url);
  const stripe = new Stripe(key, {
    ...{ protocol: protocol.slice(0, -1), host: hostname, port },
    httpClient: Stripe.createFetchHttpClient(fetch),
  });
  return () => stripe.customers.list();
}
