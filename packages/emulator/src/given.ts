/** The members that are neither null nor undefined: any other member was not given. */
export function given<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const entries = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries) as {
    [Name in keyof Members]?: NonNullable<Members[Name]>;
  };
}
