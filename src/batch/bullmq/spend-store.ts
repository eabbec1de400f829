import type { SpendEntry, SpendStore, SpendSums } from "../../spend/store.js";
import type { Connection } from "./connection.js";

const MAX_LISTED = 1000;

/**
 * KEYS[1] begins the names of: `s`, a hash of the sums; `e`, a hash of the units of entries; `x`, their expiries. The sums
 * are changed with HINCRBYFLOAT: HINCRBY fails beyond 64 bits, and what a script has written stays.
 */
const PRELUDE = `
local call = redis.call
local sums, entries, expiries = KEYS[1] .. 's', KEYS[1] .. 'e', KEYS[1] .. 'x'
local function sum(name) return tonumber(call('HGET', sums, name) or 0) end
`;

const RESERVE = `${PRELUDE}
if call('HEXISTS', entries, ARGV[1]) == 1 then return 1 end
if sum('spent') + sum('reserved') + ARGV[2] > tonumber(ARGV[4]) then return 0 end
call('HSET', entries, ARGV[1], ARGV[2])
call('ZADD', expiries, ARGV[3], ARGV[1])
call('HINCRBYFLOAT', sums, 'reserved', ARGV[2])
return 1`;

const ASSIGN = `${PRELUDE}
if call('HEXISTS', entries, ARGV[2]) == 1 then return 1 end
local units = call('HGET', entries, ARGV[1])
if not units then return 0 end
call('HDEL', entries, ARGV[1])
call('ZREM', expiries, ARGV[1])
call('HSET', entries, ARGV[2], units)
call('ZADD', expiries, ARGV[3], ARGV[2])
return 1`;

const SETTLE = `${PRELUDE}
local units = call('HGET', entries, ARGV[1])
if not units then return 0 end
call('HDEL', entries, ARGV[1])
call('ZREM', expiries, ARGV[1])
call('HINCRBYFLOAT', sums, 'reserved', -units)
call('HINCRBYFLOAT', sums, 'spent', ARGV[2])
return 1`;

const FIND = `${PRELUDE}
return { call('HGET', entries, ARGV[1]), call('ZSCORE', expiries, ARGV[1]) }`;

const LIST_EXPIRED = `${PRELUDE}
local found = {}
for _, id in ipairs(call('ZRANGEBYSCORE', expiries, '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])) do
  found[#found + 1] = { id, call('HGET', entries, id), call('ZSCORE', expiries, id) }
end
return found`;

const SUMS = `${PRELUDE}
return { call('HGET', sums, 'spent') or '0', call('HGET', sums, 'reserved') or '0' }`;

/** Keeps what is spent and reserved in Redis. */
export class RedisSpendStore implements SpendStore {
  readonly #redis: Connection;
  readonly #base: string;

  constructor(redis: Connection, base: string) {
    this.#redis = redis;
    this.#base = base;
  }

  async reserve(
    { id, units, expiresAt }: SpendEntry,
    limitUnits: number,
  ): Promise<boolean> {
    await this.#redis.connect();
    const args = [units, expiresAt, limitUnits].map(String);
    return (await this.#run(RESERVE, id, ...args)) === 1;
  }

  async assign(id: string, newId: string, expiresAt: number): Promise<boolean> {
    return (await this.#run(ASSIGN, id, newId, String(expiresAt))) === 1;
  }

  async settle(id: string, units: number): Promise<boolean> {
    // Redis refuses an amount that is infinite.
    const finite = Math.min(units, Number.MAX_VALUE);
    return (await this.#run(SETTLE, id, String(finite))) === 1;
  }

  async find(id: string): Promise<SpendEntry | undefined> {
    const [units, expiresAt] = (await this.#run(FIND, id)) as (string | null)[];
    return typeof units === "string"
      ? { id, units: Number(units), expiresAt: Number(expiresAt) }
      : undefined;
  }

  async listExpired(time: number): Promise<readonly SpendEntry[]> {
    const found = (await this.#run(
      LIST_EXPIRED,
      String(time),
      String(MAX_LISTED),
    )) as string[][];
    return found.map(([id = "", units, expiresAt]) => ({
      id,
      units: Number(units),
      expiresAt: Number(expiresAt),
    }));
  }

  async sums(): Promise<SpendSums> {
    const [spent, reserved] = (await this.#run(SUMS)) as string[];
    return { spent: Number(spent), reserved: Number(reserved) };
  }

  close(): void {
    this.#redis.close();
  }

  #run(script: string, ...args: readonly string[]): Promise<unknown> {
    return this.#redis.run(script, this.#base, ...args);
  }
}
