import Stripe from "stripe";

export function createCalls({ url, key, fetch }) {
  const { hostname: host, port } = new URL(url);
  const httpClient = Stripe.createFetchHttpClient(fetch);
  const stripe = new Stripe(key, { protocol: "http", host, port, httpClient });
  return {
    get: () => stripe.customers.retrieve("p1"),
    create: () => stripe.customers.create({ name: "bench" }),
  };
}
