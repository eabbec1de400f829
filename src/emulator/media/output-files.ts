import { film } from "./film.js";
import { paint } from "./picture.js";
import type { FileRecipe } from "../jobs/job-records.js";
import { Refusal } from "../server/refused-error.js";
import type { State } from "../resources/state.js";
import { tone } from "./tone.js";

const weekMs = 7 * 24 * 3_600_000;

const contentTypes = {
  png: "image/png",
  wav: "audio/wav",
  mp4: "video/mp4",
} as const;

/** An output file, made when it is fetched. 404 where no job made it, 410 after 7 days of the clock. */
export async function serveFile(
  { files, clock }: State,
  name: string,
): Promise<Response> {
  const file = files.get(name);
  if (!file) throw new Refusal(404, `there is no file "${name}"`);
  if (clock.now() > file.madeAt + weekMs)
    throw new Refusal(410, `the file "${name}" has expired`);
  const bytes = await make(file.recipe);
  const headers = {
    "content-type": contentTypes[file.recipe.kind],
    "content-length": String(bytes.length),
    "cache-control": "private, max-age=3600",
  };
  return new Response(bytes, { headers });
}

function make(recipe: FileRecipe) {
  if (recipe.kind === "png")
    return paint(recipe.width, recipe.height, recipe.seed);
  const { kind, seconds, seed } = recipe;
  return kind === "wav" ? tone(seconds, seed) : film(seconds, seed);
}
