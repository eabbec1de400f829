import { expect, it } from "vitest";
import { adviseSweep } from "../../src/machines/rent-advice.js";
import { createTag } from "../../src/machines/tag.js";

it.each([
  ["delete", 'sweep" deletes the Pod.', "deletes the Pod now"],
  [
    "stop",
    'sweep" stops the Pod.',
    "stops the Pod now. The disk of a stopped Pod still costs money",
  ],
] as const)(
  "the advice for a Pod whose rental ends with %s says what a sweep does",
  (action, later, now) => {
    const tag = createTag(Date.UTC(2026, 0, 1), action);
    const advice = adviseSweep(tag, "rent-job");
    expect(advice).toContain("The rental ends at 2026-01-01T00:00:00.000Z");
    expect(advice).toContain(later);
    expect(advice).toContain(`sweep --all --name rent-job" ${now}`);
    expect(advice.endsWith(now)).toBe(true);
  },
);
