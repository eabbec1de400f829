/** What an act throws, as text. */
export function thrown(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return "nothing";
}
