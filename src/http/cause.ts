import { isError } from "./is-error.js";
import type { Disclosure } from "./disclosure.js";
import { OMITTED } from "./redact-value.js";

/** Objects that are nested deeper are dropped. No error of a runtime nests so deep. */
const MAX_CAUSE_DEPTH = 6;
/**
 * The most members that all objects of a cause have together; further members are dropped. No error of a runtime has
 * more.
 */
const MAX_CAUSE_MEMBERS = 200;
/** A longer name of a member or of a class, or text on a prototype, is no part of an interface. */
const MAX_NAME_LENGTH = 100;
/** All texts of a cause together are cut here. */
const MAX_CAUSE_LENGTH = 2 ** 13;

/**
 * Copies an error of `fetch`, so that the copy can be the `cause` of an error of this package: plain values, each text
 * as `redactForCause` returns the text, and no name of a member with a key. An error stays an instance of its class,
 * unless its prototypes hold accessors or objects, which could show what the copy hides. A value that is neither plain nor
 * an error, such as a `Request`, is dropped.
 */
export function safeCause(
  value: unknown,
  { redact, redactForCause }: Pick<Disclosure, "redact" | "redactForCause">,
): unknown {
  let members = MAX_CAUSE_MEMBERS;
  let length = MAX_CAUSE_LENGTH;

  const copyText = (text: string): string => {
    const cut = text.slice(0, Math.max(0, length));
    length -= cut.length;
    return redactForCause(cut);
  };
  const copyNumber = (number: number | bigint): unknown =>
    copyText(String(number)) === String(number) ? number : undefined;

  /** Whether a name is one of an interface, without a key. */
  const isClean = (name: string): boolean =>
    name.length <= MAX_NAME_LENGTH && redact(name) === name;
  /** The name of a member; undefined for a symbol that repeats a key. */
  const copyName = (name: string | symbol): string | symbol | undefined => {
    if (typeof name === "symbol")
      return isClean(String(name.description)) ? name : undefined;
    // An identifier belongs to an interface, even if it repeats what was sent.
    return /^\w*$/.test(name) && isClean(name) ? name : copyText(name);
  };

  const mayShow = (value: unknown): boolean => {
    // Node prints the name of a class, which may be a static member of any type.
    const { name } = Object(value) as { readonly name?: unknown };
    if (typeof value === "function") return isClean(String(name));
    if (Object(value) === value) return false;
    const text = String(value);
    return text.length <= MAX_NAME_LENGTH && redactForCause(text) === text;
  };

  const copyObject = (value: object, depth: number): object | undefined => {
    const isFailure = isError(value);
    if (depth > MAX_CAUSE_DEPTH || !(isFailure || isPlain(value)))
      return undefined;
    const copy = emptyLike(value, mayShow);
    // The keys of a long list would take long to write.
    const shown = Array.isArray(value) ? value.slice(0, members) : value;
    const names = Reflect.ownKeys(shown);
    // The name and the message of a DOMException are accessors of its prototype.
    if (isFailure) names.unshift("name", "message");
    for (const name of new Set(names)) {
      if (members-- <= 0) break;
      let member = copyValue(Reflect.get(value, name), depth + 1);
      // A stack begins with the message.
      if (name === "stack" && member === OMITTED)
        member = Error.prototype.toString.call(copy);
      if (member === Reflect.get(copy, name)) continue;
      const shownName = copyName(name);
      if (shownName === undefined) continue;
      Reflect.defineProperty(copy, shownName, {
        value: member,
        configurable: true,
        enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      });
    }
    return copy;
  };

  const copyValue = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return copyText(value);
    if (typeof value === "number" || typeof value === "bigint")
      return copyNumber(value);
    if (typeof value === "function") return undefined;
    if (typeof value !== "object" || value === null) return value;
    try {
      return copyObject(value, depth);
    } catch {
      // An object whose members throw cannot be shown.
      return undefined;
    }
  };

  return copyValue(value, 0);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return [Object.prototype, Array.prototype, null].includes(prototype);
}

/** An object or an error without members, of the same class where its prototypes hold only methods and what `mayShow` permits. */
function emptyLike(
  value: object,
  mayShow: (member: unknown) => boolean,
): object {
  if (Array.isArray(value)) return [];
  if (!isError(value)) return {};
  const copy = new Error();
  // The stack of this line says nothing.
  Reflect.defineProperty(copy, "stack", { value: "", configurable: true });
  let prototype: object | null = value;
  while ((prototype = Object.getPrototypeOf(prototype) as object | null)) {
    if (prototype === Error.prototype)
      return Object.setPrototypeOf(
        copy,
        Object.getPrototypeOf(value) as object,
      ) as object;
    if (!ownMembersOf(prototype).every(mayShow)) break;
  }
  return copy;
}

/** The values of the own members of a prototype; its property descriptor for an accessor. */
function ownMembersOf(prototype: object): unknown[] {
  return Reflect.ownKeys(prototype).map((name) => {
    const member = Reflect.getOwnPropertyDescriptor(prototype, name);
    return member && "value" in member ? (member.value as unknown) : member;
  });
}
