import { createClient, ResponseError } from "cloud-compute-sdk";
import { estimateCost } from "cloud-compute-sdk/models";

globalThis.bundled = { createClient, ResponseError, estimateCost };
