import { expect, it } from "vitest";
import { useFakeTime } from "../support/fake-time.js";
import { answersWith, rentBehind, type Version } from "./support/gateway.js";

useFakeTime();

const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index);

it.each<Version>(["0.1.0", "2"])(
  "rentPod by version %s pays one Pod and leaves none, whatever status from 400 to 599, page, JSON, Retry-After or Via answers its accepted create",
  async (version) => {
    const problems: string[] = [];
    for (const answer of answersWith(STATUSES))
      for (const problem of await rentBehind(answer, 1, version))
        problems.push(`${JSON.stringify(answer)}: ${problem}`);
    expect(problems).toEqual([]);
  },
);
