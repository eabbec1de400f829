import { readdirSync, watch, type FSWatcher } from "node:fs";
import { basename, join, relative } from "node:path";

/** The files of a program. Data such as JSON does not count, because the program may write it itself. */
const SOURCES = /\.[cm]?[jt]sx?$/;
const NOT_WATCHED = ["node_modules", "dist", "coverage"];
/** The system permits a limited number of watched folders. */
const MAX_FOLDERS = 1000;

/** The changes of the files below a folder. */
interface WatchedFiles {
  /** Resolves with the name of the next file that changes. */
  readonly nextChange: () => Promise<string>;
  readonly close: () => void;
}

/**
 * Watches the sources below a folder, without packages and hidden folders. Node watches a whole tree only with everything in
 * it, and a folder of packages may have more folders than the system permits.
 */
export function watchFiles(root: string): WatchedFiles {
  let report: (file: string) => void = () => undefined;
  const watchers: FSWatcher[] = [];
  for (const folder of foldersBelow(root)) {
    const watcher = watch(folder, (_, name) => {
      if (name === null || !SOURCES.test(name)) return;
      report(relative(root, join(folder, name)));
    });
    // A folder may be removed.
    watcher.on("error", () => watcher.close());
    watchers.push(watcher);
  }
  return {
    nextChange: () => new Promise((resolve) => (report = resolve)),
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function foldersBelow(root: string): string[] {
  const folders = [root];
  // The loop also visits the folders that it adds.
  for (const folder of folders)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      const isWatched =
        entry.isDirectory() &&
        !name.startsWith(".") &&
        !NOT_WATCHED.includes(basename(name));
      if (isWatched && folders.length < MAX_FOLDERS)
        folders.push(join(folder, name));
    }
  return folders;
}
