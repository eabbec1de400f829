// Enlarges a network volume in steps. If a proxy blocks PATCH, the POST synonym does the same:
//   npm install cloud-compute-sdk tsx && npm pkg set type=module
//   npx cloud-compute-sdk emulator -- npx tsx growing-volume.ts
import {
  createClient,
  ResponseError,
  type NetworkVolume,
} from "cloud-compute-sdk";

const cloud = createClient();
const volume = await cloud.networkVolumes.create({
  name: "checkpoints",
  size: 10,
  dataCenterId: "EU-RO-1",
});
try {
  for (const size of [20, 40, 80]) {
    const grown = await grow(volume.id, size);
    console.log(`${grown.name}: ${grown.size} GB`);
  }
  // A volume cannot shrink: the service refuses the update and changes nothing.
  await grow(volume.id, 20).catch((error: unknown) =>
    console.log(String(error)),
  );
} finally {
  await cloud.networkVolumes.delete(volume.id);
}

async function grow(id: string, size: number): Promise<NetworkVolume> {
  try {
    return await cloud.networkVolumes.update(id, { size });
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 405) throw error;
    return cloud.networkVolumes.update(id, { size }, { updateMethod: "post" });
  }
}
