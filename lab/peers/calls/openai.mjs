import OpenAI from "openai";

export function createCalls({ url, key, fetch }) {
  const openai = new OpenAI({ apiKey: key, baseURL: url, fetch });
  return {
    get: () => openai.models.retrieve("p1"),
    create: () => openai.vectorStores.create({ name: "bench" }),
  };
}
