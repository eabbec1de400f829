import { JobError, type Client } from "cloud-compute-sdk";

export interface Thumbnail {
  readonly url: string;
  /** USD. */
  readonly cost: number;
}

/** Draws a thumbnail of 256 by 256 pixels. Returns undefined if the job fails. */
export async function drawThumbnail(
  cloud: Pick<Client, "model">,
  title: string,
): Promise<Thumbnail | undefined> {
  const prompt = `a thumbnail for "${title}"`;
  const model = cloud.model("black-forest-labs-flux-1-schnell");
  try {
    const job = await model.run({ prompt, width: 256, height: 256 });
    const { output } = await job.wait();
    return { url: output.image_url, cost: output.cost };
  } catch (error) {
    if (error instanceof JobError) return undefined;
    throw error;
  }
}
