"use client";

import { createClient } from "cloud-compute-sdk";
import { estimateCost } from "cloud-compute-sdk/models";

const SLUG = "black-forest-labs-flux-1-schnell";

export default function Page() {
  const list = () => createClient({ apiKey: "of the visitor" }).pods.list();
  const cost = estimateCost(SLUG, { prompt: "a pier" });
  return <button onClick={() => void list()}>{cost} USD</button>;
}
