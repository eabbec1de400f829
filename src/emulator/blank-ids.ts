import { isRecord } from "./check-arguments.js";

/** Members that official clients send as an empty text if the user gave no value. */
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

/** A copy of a JSON value without those of these members that are an empty text. */
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
