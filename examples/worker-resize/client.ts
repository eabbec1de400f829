import { readFile, writeFile } from "node:fs/promises";
import { createClient } from "cloud-compute-sdk";
import { resize } from "./contract.ts";

const [source = "picture.png", width = "64"] = process.argv.slice(2);
const cloud = createClient();
const endpointId = process.env["ENDPOINT_ID"] ?? "my-endpoint";
const { output } = await cloud.model(resize, endpointId).runSync({
  picture: await readFile(source, "base64"),
  width: Number(width),
});
await writeFile("small.png", output.picture, "base64");
console.log(`small.png: ${output.width} × ${output.height}`);
