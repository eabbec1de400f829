import { createClient, ResponseError } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";

export async function GET() {
  const { apiKey, fetch, urls } = createEmulator({ speed: 100 });
  const cloud = createClient({ apiKey, fetch, ...urls });
  try {
    await cloud.pods.get("none");
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
  }
  const { myself } = await cloud.graphql.myself();
  return Response.json({ id: myself.id });
}
