import type { ModelInfo } from "./info.js";

/**
 * What is known of the public model with this slug; undefined if this version of the package does not know the model. The
 * data of the models are large, so they are loaded at the first use.
 */
export async function loadModel(slug: string): Promise<ModelInfo | undefined> {
  const { models } = await import("../../generated/models/data.js");
  const known: Readonly<Record<string, ModelInfo>> = models;
  return Object.hasOwn(known, slug) ? known[slug] : undefined;
}
