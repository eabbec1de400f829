import {
  mkdir,
  mkdtemp,
  readFile,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { writePageCodes } from "../support/page-code.js";

export const GUIDE = "guides/files.md";

/** Runs the rehearsal of the guide to files, and then its other programs in order, against the emulator of the rehearsal. */
export async function runGuide({
  withBatch,
}: {
  readonly withBatch: boolean;
}): Promise<void> {
  const codes = await writePageCodes([GUIDE]);
  const before = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), "files-guide-"));
  process.chdir(folder);
  try {
    const isRehearsal = (program: string) => program.includes("createEmulator");
    const exports = await codes.of(GUIDE).run(isRehearsal);
    for (const [line] of exports) {
      const [, name = "", value = ""] =
        /^export (\w+)='(.*)'$/.exec(String(line)) ?? [];
      vi.stubEnv(name, value);
    }
    await mkdir("weights");
    await mkdir("videos");
    await writeFile("weights/config.json", "{}");
    await writeFile("a.mp4", "a video");
    for (const name of ["b.mp4", "c.mp4"])
      await writeFile(`videos/${name}`, `video ${name}`);
    // An upload that somebody began two days ago.
    const left = "volumes/your-volume-id/.s3compat_uploads/left";
    await mkdir(left, { recursive: true });
    await writeFile(`${left}/key`, "x");
    await writeFile(`${left}/1`, "part");
    const longAgo = Date.now() / 1000 - 172_800;
    await utimes(`${left}/key`, longAgo, longAgo);
    const printed = await codes
      .of(GUIDE)
      .run(
        (program) =>
          !isRehearsal(program) &&
          (withBatch || !program.includes("openBatch")),
      );
    const lines = printed.map((line) => line.join(" "));
    expect(lines[0]).toBe("models/flux/config.json 2");
    expect(lines).toContain("100 %");
    expect(lines).toContain("1 files, 1 of them were there already");
    expect(await readFile("config.json", "utf8")).toBe("{}");
    expect(await readFile("result.mp4", "utf8")).toBe("a video");
    await expect(readFile(`${left}/1`)).rejects.toThrow("ENOENT");
    if (!withBatch) return;
    for (const name of ["b.mp4", "c.mp4"])
      expect(await readFile(`results/${name}`, "utf8")).toBe(`video ${name}`);
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
    await codes.remove();
    await rm(folder, { recursive: true });
  }
}
