/** Says how to find what a create may have made without naming it; empty for a call that creates nothing. */
export function adviceOnLostCreate(operation: string): string {
  const [, resource] = /^(.+)\.create$/.exec(operation) ?? [];
  if (resource === undefined) return "";
  return `; what was to be created may exist and cost money: look for its name with ${resource}.list before you create it again`;
}
