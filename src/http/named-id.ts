/** Whether a JSON value has the member `id`: the body of a failure then names what the service may have made. */
export function namesId(value: unknown): boolean {
  const { id } = Object(value) as { readonly id?: unknown };
  return id !== undefined && id !== null;
}

/** The name of a member `id` that is not null, also within JSON that is quoted in a text of the JSON. */
const NAMED_ID = /"id\\*"\s*:(?!\s*null\b)/;

/**
 * Whether the text of JSON names an id at any depth. The text is searched, not its value: of two members with the same
 * name, the value has the last one only.
 */
export function namesIdInside(json: string): boolean {
  return NAMED_ID.test(json);
}

/** Whether a text begins like JSON. If the text cannot be parsed, then JSON broke off, which may have named an id. */
export function beginsAsJson(text: string): boolean {
  return /^\s*["[{]/.test(text);
}
