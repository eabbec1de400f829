import type { Client } from "cloud-compute-sdk";

const MODEL = "qwen3-32b-awq";

/** Streams the answer of a language model to a visitor. The call of the model ends when the visitor leaves. */
export async function answerChat(
  cloud: Pick<Client, "model">,
  request: Request,
): Promise<Response> {
  const content = await request.text();
  const { baseURL, fetch } = cloud.model(MODEL).openai({ retries: 0 });
  const answer = await fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: MODEL,
      messages: [{ role: "user", content }],
      max_tokens: 1000,
      stream: true,
    }),
    signal: request.signal,
  });
  const type = answer.headers.get("content-type") ?? "text/plain";
  return new Response(answer.body, {
    status: answer.status,
    headers: { "content-type": type },
  });
}
