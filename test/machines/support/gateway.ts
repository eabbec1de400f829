import type { Client } from "../../../src/index.js";
import {
  rentPod,
  type RentedPod,
  type RentError,
} from "../../../src/machines/index.js";
import { version2Of } from "../../support/version-2.js";
import { createAccount, IMAGE } from "./account.js";
import { settleInSteps } from "./settle.js";

/** How a gateway answers a create that the service has accepted. */
export interface GatewayAnswer {
  readonly status: number;
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every form of an answer with one of these statuses: a page or JSON, with and without Retry-After and Via. */
export function answersWith(statuses: readonly number[]): GatewayAnswer[] {
  const forms = [
    { isPage: true, headers: {} },
    { isPage: true, headers: { "retry-after": "5", via: "1.1 varnish" } },
    { isPage: false, headers: { via: "1.1 google" } },
    { isPage: false, headers: { "retry-after": "5" } },
  ];
  return statuses.flatMap((status) =>
    forms.map((form) => ({ status, ...form })),
  );
}

function respond({ status, isPage, headers }: GatewayAnswer): Response {
  const page = "<!DOCTYPE html><title>The server is busy</title>";
  const json = '{"error":"the server is busy"}';
  const type = isPage ? "text/html" : "application/json";
  return new Response(isPage ? page : json, {
    status,
    headers: { "content-type": type, ...headers },
  });
}

const BODY_V2 = {
  image: IMAGE.imageName,
  gpu: { id: "NVIDIA A40", count: 1 },
};

/** How to rent by each version of the management API. */
export const RENTS = {
  "0.1.0": (cloud: Client): Promise<RentedPod> =>
    rentPod(cloud, IMAGE, { maxHours: 1 }),
  "2": (cloud: Client): Promise<RentedPod> =>
    rentPod(version2Of(cloud), BODY_V2, { maxHours: 1 }),
};
export type Version = keyof typeof RENTS;

/**
 * Rents where each create is carried out, and the first `times` creates are answered by a gateway. Needs fake timers.
 * Returns what is wrong, in words: more than one Pod was paid, a Pod is left without a word, or a Pod of somebody else was touched.
 */
export async function rentBehind(
  answer: GatewayAnswer,
  times: number,
  version: Version,
): Promise<string[]> {
  let creates = 0;
  const { emulator, cloud } = createAccount(async (request, send) => {
    const response = await send(request);
    const isCreate = request.method === "POST" && request.url.endsWith("/pods");
    return isCreate && creates++ < times ? respond(answer) : response;
  });
  const created = await emulator.fetch(`${emulator.urls.baseUrl}/pods`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ...IMAGE, name: "of somebody else" }),
  });
  const foreign = (await created.json()) as { readonly id: string };
  const ours = () =>
    emulator.snapshot().pods.filter(({ id }) => id !== foreign.id);
  let most = 0;
  emulator.subscribe(() => {
    most = Math.max(most, ours().length);
  });
  const problems: string[] = [];
  try {
    const pod = await settleInSteps(RENTS[version](cloud));
    await settleInSteps(pod.release());
  } catch (error) {
    const { left, message } = error as RentError;
    for (const { id, name } of ours())
      if (!left.some((each) => each.id === id) && !message.includes(name))
        problems.push(`Pod ${id} is left without a word: ${message}`);
  }
  if (most !== 1) problems.push(`${most} Pods were paid at once`);
  if (ours().length > 0) problems.push(`${ours().length} Pods are left`);
  if (emulator.snapshot().pods.length !== ours().length + 1)
    problems.push("the Pod of somebody else was deleted");
  return problems;
}
