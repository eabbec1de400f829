import { installPeers } from "./redis.js";

/** Installs the peers before the test files run, because two files must not install into one folder at once. */
export function setup(): void {
  installPeers();
}
