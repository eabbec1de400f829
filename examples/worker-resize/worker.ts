// Takes pictures, and makes them as wide as the job asks.
import { implement, startWorker } from "cloud-compute-sdk/worker";
import { Jimp } from "jimp";
import { resize } from "./contract.ts";

const handler = implement(resize, async ({ picture, width }, job) => {
  const image = await Jimp.read(Buffer.from(picture, "base64"));
  job.log(`${image.width} × ${image.height}`);
  // jimp works in this thread until it is done, so this is the last moment to notice a cancel.
  job.signal.throwIfAborted();
  image.resize({ w: width });
  const bytes = await image.getBuffer("image/png");
  return {
    picture: bytes.toString("base64"),
    width: image.width,
    height: image.height,
  };
});

const worker = await startWorker(handler);
await worker.done;
