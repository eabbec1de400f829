import { expect, test } from "vitest";
import { findMeant } from "../src/similar.js";

const GPUS = [
  "NVIDIA GeForce RTX 4090",
  "NVIDIA RTX A4000",
  "NVIDIA H100 PCIe",
  "NVIDIA H100 NVL",
  "NVIDIA H200",
  "NVIDIA L4",
];

test.each([
  ["NVIDIA RTX 4090", "NVIDIA GeForce RTX 4090"],
  ["nvidia geforce rtx 4090", "NVIDIA GeForce RTX 4090"],
  ["NVIDIA RTX A400", "NVIDIA RTX A4000"],
  ["Nvidia l4", "NVIDIA L4"],
  // Two cards are an H100, and an H200 is none.
  ["NVIDIA H100", "NVIDIA H100 PCIe or NVIDIA H100 NVL"],
  ["GeForce NVIDIA RTX A4000 PCIe", undefined],
  ["card", undefined],
])("%s was meant to be %s", (name, meant) => {
  expect(findMeant(name, GPUS)).toBe(meant);
});
