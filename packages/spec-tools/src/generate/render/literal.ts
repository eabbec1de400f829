import { propertyKey } from "../../document/names.js";

/** JavaScript source of plain data: an object on one line where it fits, or a line for each member. */
export function literal(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return `[${value.map((item) => literal(item, indent)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([key, item]) => `${propertyKey(key)}: ${literal(item, inner)}`,
  );
  if (members.length === 0) return "{}";
  const line = `{ ${members.join(", ")} }`;
  return line.includes("\n") || line.length > MAX_LINE_CHARACTERS
    ? `{\n${members.map((member) => `${inner}${member},`).join("\n")}\n${indent}}`
    : line;
}

const MAX_LINE_CHARACTERS = 90;
