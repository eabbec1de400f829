import { bullmqStore, type RedisConnection } from "../../batch/bullmq/index.js";
import { fileStore, type BatchStore } from "../../batch/index.js";
import { codeOf, CommandError } from "../command.js";
import { textOf, type FlagValues } from "../flags.js";

const DEFAULT_FOLDER = "./batches";

/** The store that the flags name. */
interface ChosenStore {
  readonly store: BatchStore;
  /** Ends the connections that the store has used. */
  readonly close: () => void;
}

/**
 * The part of the package `ioredis` that is used here. The package's own types exist only where `ioredis` is installed.
 */
interface RedisModule {
  readonly Redis: new (
    url: string,
    options: { readonly lazyConnect: boolean },
  ) => RedisConnection & { disconnect(): void };
}

/**
 * Returns the store in Redis with `--redis`, otherwise the store in the folder of `--store`.
 *
 * @throws CommandError if the flags do not fit together, the address is not a Redis address, or the packages are not
 * installed
 */
export async function chooseStore(values: FlagValues): Promise<ChosenStore> {
  const folder = textOf(values, "store");
  const url = textOf(values, "redis");
  const acceptLoss = values["accept-loss"] === true;
  if (url === undefined) {
    if (acceptLoss)
      throw new CommandError(2, "--accept-loss is for a batch with --redis");
    const store = fileStore(folder ?? DEFAULT_FOLDER);
    return { store, close: () => undefined };
  }
  if (folder !== undefined)
    throw new CommandError(2, "pass either --store or --redis");
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url))
    throw new CommandError(
      2,
      "--redis must be an address such as redis://localhost:6379",
    );
  const { Redis } = await loadRedis();
  // The store makes connections of its own.
  const connection = new Redis(url, { lazyConnect: true });
  const onWarning = (message: string) => console.error(message);
  return {
    store: bullmqStore({ connection, acceptLoss, onWarning }),
    close: () => connection.disconnect(),
  };
}

async function loadRedis(): Promise<RedisModule> {
  // The name is a variable because the compiler must not need the package's types.
  const name = "ioredis";
  try {
    return (await import(name)) as RedisModule;
  } catch (cause) {
    if (codeOf(cause) !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new CommandError(
      1,
      "--redis needs the packages bullmq and ioredis: npm install bullmq ioredis",
      { cause },
    );
  }
}
