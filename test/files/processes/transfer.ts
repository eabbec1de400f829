import { openVolume } from "../../../src/files/index.js";

/** Uploads or downloads a file as the environment says. The test kills this process. */
const { DIRECTION, ENDPOINT, FILE = "", KEY = "", PART_SIZE } = process.env;
const networkVolumes = {
  get: () => Promise.resolve({ dataCenter: "EU-RO-1" }),
};
const volume = await openVolume({ networkVolumes }, "vol-1", {
  endpoint: ENDPOINT,
});
if (DIRECTION === "down") await volume.download(KEY, FILE);
else await volume.upload(FILE, KEY, { partSize: Number(PART_SIZE) });
process.exit(0);
