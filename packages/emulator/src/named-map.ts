/** A map that finds an item by its name without a search. A restored account may hold a name twice. */
export class NamedMap<Value extends { readonly name: string }> extends Map<
  string,
  Value
> {
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
