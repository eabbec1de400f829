import { useEffect, useState } from "preact/hooks";
import { callEmulator } from "./calls.js";

/** What was loaded, or why that failed; both are undefined at first. */
interface Loaded<Value> {
  readonly value?: Value;
  readonly error?: string;
}

/** Loads from a path of the emulator, and again whenever `version` changes. */
export function useDetails<Value>(
  path: string,
  version: unknown,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value> & { path?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    callEmulator<Value>("GET", path)
      .then((value) => ({ path, value }))
      .catch((error: unknown) => ({ path, error: String(error) }))
      .then((result) => {
        if (isCurrent) setLoaded(result);
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [path, version]);
  return loaded.path === path ? loaded : {};
}
