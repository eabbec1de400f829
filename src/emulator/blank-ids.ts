import { isRecord } from "./check-arguments.js";

/** Members that official clients send as an empty text where nothing was given. */
const BLANK_MEMBERS = [
  "networkVolumeId",
  "templateId",
  "containerRegistryAuthId",
  "flashBootType",
  "dataCenterId",
  "gpuTypeId",
  "gpuIds",
  "instanceId",
  "countryCode",
];

/** A copy of JSON without the members whose empty text stands for nothing. */
export function withoutBlankIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlankIds);
  if (!isRecord(value)) return value;
  const given = Object.entries(value).filter(
    ([name, member]) => member !== "" || !BLANK_MEMBERS.includes(name),
  );
  return Object.fromEntries(
    given.map(([name, member]) => [name, withoutBlankIds(member)]),
  );
}
