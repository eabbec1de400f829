import { createClient } from "cloud-compute-sdk";
import { INPUT, POD } from "./inputs.mjs";

export function createCalls(service) {
  const cloud = connect(service);
  const model = cloud.model("flux-dev");
  return {
    get: () => cloud.pods.get("p1"),
    create: () => cloud.pods.create(POD),
    submit: () => model.run(INPUT),
    runSync: () => model.runSync(INPUT),
    query: () => cloud.graphql.request("query { pods { id name } }"),
  };
}

/** Submits a job and waits for it until it ends. */
export function createWait(service) {
  const cloud = connect(service);
  return async () => (await cloud.model("flux-dev").run(INPUT)).wait();
}

/** The ways to submit a job and to wait for it. */
export function createWaits(service) {
  const polled = () => createWait({ ...service, longPolling: false })();
  return {
    "`wait`": createWait(service),
    "`wait`, by polls": polled,
    "`runSync`": () => connect(service).model("flux-dev").runSync(INPUT),
  };
}

/** Waits for a job that somebody else has submitted. */
export function createResume(service) {
  const cloud = connect(service);
  return (id) => cloud.job({ slug: "flux-dev", id }).wait();
}

function connect({ url, key, fetch, longPolling }) {
  return createClient({
    apiKey: key,
    baseUrl: url,
    publicBaseUrl: url,
    graphqlUrl: `${url}/graphql`,
    fetch,
    longPolling,
  });
}
