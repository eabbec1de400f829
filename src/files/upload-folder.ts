import type { Journal } from "./journal.js";
import { listFiles, type VolumeFile } from "./list.js";
import { problemOf, refuseEntries, walkFolder } from "./local-folder.js";
import { forEachTogether } from "./slots.js";
import { uploadFile } from "./upload-file.js";
import type { UploadRun } from "./upload-run.js";

/** Uploads a folder with all that is in it. */
export async function uploadFolder(
  run: UploadRun,
  folder: string,
  prefix: string,
): Promise<void> {
  await checkFolder(run, folder, prefix);
  await run.conflicts.refuseFileAbove(prefix);
  const finished: Journal[] = [];
  await forEachTogether(
    run.settings.concurrency,
    walkFiles(run, folder, prefix),
    ({ file, key, present }) =>
      uploadFile(run, file, key, { present, finished }),
    run.failure,
  );
  for (const journal of finished) await journal.remove();
}

/** Counts the files of a folder, and refuses it as a whole if some of them cannot be uploaded. Nothing is sent before. */
async function checkFolder(
  run: UploadRun,
  folder: string,
  prefix: string,
): Promise<void> {
  const { call } = run.bounds;
  const problems: string[] = [];
  let total = 0;
  let totalFiles = 0;
  for await (const { files, problems: found } of walkFolder(folder, prefix)) {
    problems.push(...found);
    for (const { file, key } of files) {
      const problem = await problemOf(file.path, key);
      if (problem !== undefined) problems.push(problem);
      total += file.size;
      totalFiles++;
    }
  }
  refuseEntries(folder, problems, call);
  Object.assign(run.progress, { total, totalFiles });
}

/** The files of a folder and of the folders in it, each with what the volume has at its key. */
async function* walkFiles(run: UploadRun, folder: string, prefix: string) {
  for await (const level of walkFolder(folder, prefix)) {
    // What was made since the folder was checked.
    refuseEntries(folder, level.problems, run.bounds.call);
    const present = new Map<string, VolumeFile>();
    const request = { prefix: level.prefix, isFlat: true };
    if (level.files.length + level.folders.length > 0)
      for await (const entry of listFiles(run.connection, request, run.bounds))
        present.set(entry.key, entry);
    for (const name of level.folders)
      run.conflicts.refuse(present.get(`${level.prefix}${name}`));
    for (const { file, key } of level.files) {
      run.conflicts.refuse(present.get(`${key}/`));
      yield { file, key, present: present.get(key) };
    }
  }
}
