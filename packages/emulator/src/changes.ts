/** The collections of an account, as a snapshot names them. */
export type CollectionName =
  | "pods"
  | "endpoints"
  | "templates"
  | "networkVolumes"
  | "containerRegistryAuths"
  | "jobs"
  | "jobQueues"
  | "files"
  | "charges";

/** Collects which items of an account were added, changed or removed. It collects nothing until it is switched on. */
export class ChangeTracker {
  isOn = false;
  /** Whether everything was replaced at once. */
  #isReplaced = false;
  readonly #keys = new Map<CollectionName, Set<string>>();

  touch(name: CollectionName, key: string): void {
    if (!this.isOn || this.#isReplaced) return;
    const keys = this.#keys.get(name) ?? new Set();
    this.#keys.set(name, keys.add(key));
  }

  replaceAll(): void {
    this.#keys.clear();
    this.#isReplaced = this.isOn;
  }

  /** The keys that were touched since the last call; "all" where everything was replaced. */
  take(): ReadonlyMap<CollectionName, ReadonlySet<string>> | "all" {
    const taken = this.#isReplaced ? "all" : new Map(this.#keys);
    this.#keys.clear();
    this.#isReplaced = false;
    return taken;
  }
}

/** A map that reports each change of its entries. */
export class TrackedMap<Value> extends Map<string, Value> {
  readonly #name: CollectionName;
  readonly #tracker: ChangeTracker;

  constructor(name: CollectionName, tracker: ChangeTracker) {
    super();
    this.#name = name;
    this.#tracker = tracker;
  }

  override set(key: string, value: Value): this {
    this.#tracker.touch(this.#name, key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#tracker.touch(this.#name, key);
    return super.delete(key);
  }

  override clear(): void {
    this.#tracker.replaceAll();
    super.clear();
  }

  /** To be called after a change inside of an item. */
  touch(key: string): void {
    this.#tracker.touch(this.#name, key);
  }
}

/** A tracked map that finds an item by its name without a search. A restored account may hold a name twice. */
export class NamedMap<
  Value extends { readonly name: string },
> extends TrackedMap<Value> {
  readonly #idsByName = new Map<string, Set<string>>();

  findByName(name: string): Value | undefined {
    const [id] = this.#idsByName.get(name) ?? [];
    return id === undefined ? undefined : this.get(id);
  }

  override set(id: string, value: Value): this {
    this.#forget(id);
    const ids = this.#idsByName.get(value.name) ?? new Set();
    this.#idsByName.set(value.name, ids.add(id));
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    this.#forget(id);
    return super.delete(id);
  }

  override clear(): void {
    this.#idsByName.clear();
    super.clear();
  }

  #forget(id: string): void {
    const name = this.get(id)?.name;
    if (name === undefined) return;
    const ids = this.#idsByName.get(name);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByName.delete(name);
  }
}
