/** The id that a JSON value names as a text. */
export function idOf(value: unknown): string | undefined {
  const { id } = Object(value) as { readonly id?: unknown };
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Whether a JSON value has the member `id`: the body of a failure then names what the service may have made. */
export function namesId(value: unknown): boolean {
  const { id } = Object(value) as { readonly id?: unknown };
  return id !== undefined && id !== null;
}

/**
 * Matches a member `id` other than null at any depth of a JSON text, even inside quoted JSON. The text is searched,
 * because parsing drops all but the last of duplicate members.
 */
export const NAMED_ID = /"id\\*"\s*:(?!\s*null\b)/;

/** Whether a text begins like JSON. If the text cannot be parsed, then JSON broke off, which may have named an id. */
export function beginsAsJson(text: string): boolean {
  return /^\s*["[{]/.test(text);
}
