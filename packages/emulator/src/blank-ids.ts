import { isRecord } from "./check-arguments.js";

/** Members that official clients send as an empty text if the user gave no value. */
const BLANK_MEMBERS: readonly string[] = [
  "imageName",
  "image",
  "networkVolumeId",
  "templateId",
  "containerRegistryAuthId",
  "registry",
  "flashBootType",
  "dataCenterId",
  "dataCenter",
  "gpuTypeId",
  "gpuIds",
  "instanceId",
  "countryCode",
];

/** Whether a member is an empty text that stands for no value. */
export function isBlankId(name: string, value: unknown): boolean {
  return value === "" && BLANK_MEMBERS.includes(name);
}

/** A copy of a JSON value without its blank ids. The variables of a container may have any name, and are kept. */
export function withoutBlankIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlankIds);
  if (!isRecord(value)) return value;
  const given = Object.entries(value).filter(
    ([name, member]) => !isBlankId(name, member),
  );
  return Object.fromEntries(
    given.map(([name, member]) => [
      name,
      name === "env" ? member : withoutBlankIds(member),
    ]),
  );
}
