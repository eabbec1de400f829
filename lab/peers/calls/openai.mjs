import OpenAI from "openai";

export function createCall({ url, key, fetch }) {
  const openai = new OpenAI({ apiKey: key, baseURL: url, fetch });
  return () => openai.models.list();
}
