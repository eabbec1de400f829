// Sends a document of your own. graphql-codegen writes its types to documents.ts before each start:
//   # until the packages are published, set the paths of their files in package.json
//   npm install && npm start -- "NVIDIA L4"
import { createClient } from "cloud-compute-sdk";
import { SpendingDocument } from "./documents.js";

const [gpu = "NVIDIA L4"] = process.argv.slice(2);
const { myself, gpuTypes } = await createClient().graphql.request(
  SpendingDocument,
  { gpu },
);
const [type] = gpuTypes ?? [];
const price = type?.securePrice ?? 0;
const left = (myself?.clientBalance ?? 0) / price;
console.log(`${type?.displayName ?? gpu}: ${price} USD an hour`);
console.log(`the balance lasts for ${Math.floor(left)} hours`);
