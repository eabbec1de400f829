/** The argument of the child that this process is. */
export function argumentOf(): unknown {
  return JSON.parse(process.argv[2] ?? "null");
}
