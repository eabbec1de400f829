import type { Client } from "cloud-compute-sdk";

const NAME = "notebook";

/** Rents a Pod for a notebook. Returns the id of the Pod. */
export async function rentNotebook(
  cloud: Pick<Client, "pods">,
): Promise<string> {
  const imageName = "example/notebook:1";
  const { id } = await cloud.pods.create({ name: NAME, imageName });
  return id;
}

/** Rents a Pod for a notebook with version 2 of the management API. Returns the id of the Pod. */
export async function rentNotebookV2(
  cloud: Pick<Client, "v2">,
): Promise<string> {
  const image = "example/notebook:1";
  const gpu = { id: "NVIDIA L4", count: 1 };
  const { id } = await cloud.v2.pods.create({ name: NAME, image, gpu });
  return id;
}

/** The one function that `hoursLeft` needs: a test can pass an object of its own. */
export interface AccountReader {
  readonly graphql: Pick<Client["graphql"], "myself">;
}

/** For how many hours the balance of the account lasts at the present spend. */
export async function hoursLeft(cloud: AccountReader): Promise<number> {
  const { myself } = await cloud.graphql.myself();
  return (myself.clientBalance ?? 0) / (myself.currentSpendPerHr ?? 0);
}
