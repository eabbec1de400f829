import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const NAMESPACE = ["--map-root-user", "--net"];
const probe = spawnSync("unshare", [...NAMESPACE, "ip", "link"], {
  encoding: "utf8",
});
const isPermitted = probe.status === 0;
if (!isPermitted)
  console.warn(
    `skipped: this platform permits no network namespaces (${probe.stderr || String(probe.error)})`,
  );

test.skipIf(!isPermitted)(
  "a submit is sent once when the route to the service is lost while the request is under way",
  { timeout: 60_000 },
  () => {
    const script = join(import.meta.dirname, "lost-route", "network.sh");
    const { stdout, stderr } = spawnSync(
      "unshare",
      [...NAMESPACE, "bash", script],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      error: "ConnectionError",
      maybeSent: true,
      // Which of the two depends on whether the last segments were answered by the router.
      reason: expect.stringMatching(
        /^read E(HOSTUNREACH|TIMEDOUT)$/,
      ) as unknown,
      submits: 1,
    });
  },
);
