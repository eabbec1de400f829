/** What every client sends. */
export const INPUT = { prompt: "a lighthouse" };
export const POD = { name: "bench", imageName: "ubuntu:24.04" };
