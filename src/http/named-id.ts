/** Whether a JSON value has the member `id`: the body of a failure then names what the service may have made. */
export function namesId(value: unknown): boolean {
  const { id } = Object(value) as { readonly id?: unknown };
  return id !== undefined && id !== null;
}

/**
 * Found in JSON that has a member `id` other than null: at any depth, also in JSON that a text of the JSON quotes. The
 * text is searched, not its value: of two members with one name, the value has the last only.
 */
export const NAMED_ID = /"id\\*"\s*:(?!\s*null\b)/;

/** Whether a text begins like JSON. If the text cannot be parsed, then JSON broke off, which may have named an id. */
export function beginsAsJson(text: string): boolean {
  return /^\s*["[{]/.test(text);
}
