// Enlarges a network volume in steps, and shows why a volume cannot shrink:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx growing-volume.ts
import { createClient, ResponseError } from "cloud-compute-sdk";

const { networkVolumes } = createClient().v2;
const volume = await networkVolumes.create({
  name: "checkpoints",
  size: 10, // GB
  dataCenter: "EU-RO-1",
});
try {
  for (const size of [20, 40, 80]) {
    const grown = await networkVolumes.update(volume.id, { size });
    console.log(`${grown.name}: ${grown.size} GB`);
  }
  // A volume cannot shrink: the service refuses the update and changes nothing.
  await networkVolumes.update(volume.id, { size: 20 });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  console.log(String(error));
} finally {
  await networkVolumes.delete(volume.id);
}
