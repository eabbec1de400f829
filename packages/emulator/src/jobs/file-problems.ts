import type { ModelInfo } from "cloud-compute-sdk/models";
import type { ModelInput } from "./built-in-models.js";
import type { InputProblem } from "./input-problems.js";

/** The parameters of public models that take the address of a file, or of several. */
const ADDRESSES: readonly string[] = [
  "image",
  "images",
  "last_image",
  "video",
  "audio",
  "voice_url",
  "default_audio_url",
];

/** What is wrong with the files of the input of a public model: their addresses, and files that are base64 text. */
export function fileProblems(
  model: ModelInfo,
  input: ModelInput,
): InputProblem[] {
  return Object.keys(model.parameters).flatMap((name) => {
    const given = input[name];
    const files: readonly unknown[] = Array.isArray(given) ? given : [given];
    return files
      .filter((file) => typeof file === "string")
      .flatMap((file) => problemOf(model, name, file) ?? []);
  });
}

function problemOf(
  { slug, parameters, needsOneOf = [] }: ModelInfo,
  name: string,
  file: string,
): InputProblem | undefined {
  const isText = name.endsWith("_base64");
  if (!isText && !ADDRESSES.includes(name)) return undefined;
  const isNeeded = parameters[name]?.required || needsOneOf.includes(name);
  const certainty = "stated";
  if (file === "" && isNeeded)
    return { kind: "missing", certainty, message: `${name} is empty` };
  if (!isText)
    return /^(https?:\/\/|data:)/i.test(file)
      ? undefined
      : {
          kind: "value",
          certainty,
          message: `${name} is no http, https or data URL: ${slug} can read no file of a network volume or of your machine`,
        };
  if (/^[\w+/-]+={0,2}$/.test(file.replaceAll(/\s/g, ""))) return undefined;
  return {
    // A worker may take the base64 text of a data URL.
    kind: /^data:/i.test(file) ? "value" : "type",
    certainty,
    message: `${name} must be base64 text for ${slug}`,
  };
}
