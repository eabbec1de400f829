/** The batch of the processes. */
export const BATCH = { name: "test", model: "echo" } as const;

export const ITEMS = [0, 1, 2, 3, 4, 5].map((n) => ({
  key: String(n),
  input: { n },
}));
