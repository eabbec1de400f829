import { writeFileSync } from "node:fs";

/** Writes what the process used, when it exits. */
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = {
    seconds: process.uptime(),
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    // Node reports kilobytes on every system.
    megabytes: maxRSS / 1024,
  };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
