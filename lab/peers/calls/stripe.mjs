import Stripe from "stripe";

export function createCall({ url, key, fetch }) {
  const { hostname: host, port } = new URL(url);
  const httpClient = Stripe.createFetchHttpClient(fetch);
  const stripe = new Stripe(key, { protocol: "http", host, port, httpClient });
  return () => stripe.customers.list();
}
