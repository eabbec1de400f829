/** Says how to find what a create may have made without naming it; empty for a call that creates nothing. */
export function adviceOnLostCreate(operation: string): string {
  const [, resource] = /^(.+)\.create$/.exec(operation) ?? [];
  if (resource === undefined) return "";
  return `; what was to be created may exist and cost money: search ${resource}.list for its name before you create it again`;
}
