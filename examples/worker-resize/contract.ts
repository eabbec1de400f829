import * as z from "zod";
import { defineModel } from "cloud-compute-sdk";

/** A picture goes in and comes out as the base64 of its bytes. */
export const resize = defineModel({
  input: z.strictObject({
    picture: z.base64(),
    width: z.number().int().min(1).max(4096).default(512),
  }),
  output: z.object({
    picture: z.base64(),
    width: z.number(),
    height: z.number(),
  }),
});
