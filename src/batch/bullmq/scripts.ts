import { MAX_TAKE_BYTES } from "../store.js";

/** How many bytes of inputs and outputs a reply holds at most, without its last item. */
export const MAX_REPLY_BYTES = 8_000_000;

/**
 * The Lua scripts of a batch in Redis. Each script is one atomic step. All keys of a batch begin with KEYS[1], which holds
 * the hash tag of the batch:
 *
 * - `m`: a hash with the definition, the pause, a mark of the deletion, the number of items, of claims, and a counter for
 *   each state and sum
 * - `i:<position>`: the row of an item, a hash with short names (see rows.ts); `n:` its input, `o:` its output
 * - `k:<bucket>`: the positions of keys, by the hash of the key
 * - `a`: a bit for each position whose item is queued, free and of the usual priority; `p`: free items of other priorities;
 *   `r`: free items that run
 * - `f`: positions in the order of completion; `u`: a bit for each place in that order whose result is not delivered
 * - `x:<state>`: positions in the states failed (f), lost (l) and in doubt (d)
 * - `w`: workers with the end of their lease; `h:<worker>`: the positions that a worker holds; `t:<worker>`: what the
 *   worker took last
 */
const PRELUDE = `
local base = KEYS[1]
local call = redis.call
local meta = base .. 'm'

local function now()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function whole(number) return string.format('%.0f', number) end

-- Redis sorts members of one score as text, so all have the same width.
local function prioritized(pos) return string.format('%016.0f', pos) end

local function read(pos)
  local flat = call('HGETALL', base .. 'i:' .. pos)
  local row = {}
  for i = 1, #flat, 2 do row[flat[i]] = flat[i + 1] end
  return row
end

local function replyWithoutInput(pos)
  return {
    tostring(pos), call('HGETALL', base .. 'i:' .. pos), call('GET', base .. 'o:' .. pos) or ''
  }
end

local function reply(pos)
  local item = replyWithoutInput(pos)
  item[4] = call('GET', base .. 'n:' .. pos) or ''
  return item
end

-- The first set bit from one place to another, both included; -1 if there is none.
local function nextBit(key, from, to)
  while from <= to and from % 8 ~= 0 do
    if call('GETBIT', key, from) == 1 then return from end
    from = from + 1
  end
  if from > to then return -1 end
  local found = call('BITPOS', key, 1, from / 8, math.floor(to / 8))
  if found > to then return -1 end
  return found
end

-- Whether the batch was deleted, or is being deleted, or Redis was emptied.
local function isGone()
  return call('HEXISTS', meta, 'definition') == 0 or call('HEXISTS', meta, 'deleted') == 1
end

local function isFinal(state) return state == 'c' or state == 'f' or state == 'l' end

-- Adds an item to the indexes that its state belongs to, or removes the item from these indexes.
local function index(pos, row, enter)
  if row.w then
    call(enter and 'SADD' or 'SREM', base .. 'h:' .. row.w, pos)
  elseif row.s == 'r' then
    if enter then call('ZADD', base .. 'r', pos, pos) else call('ZREM', base .. 'r', pos) end
  elseif row.s == 'q' and row.p then
    local member = prioritized(pos)
    if enter then
      call('ZADD', base .. 'p', string.format('%.17g', -row.p), member)
    else
      call('ZREM', base .. 'p', member)
    end
  elseif row.s == 'q' then
    call('SETBIT', base .. 'a', pos, enter and 1 or 0)
  end
  if row.s == 'f' or row.s == 'l' or row.s == 'd' then
    if enter then call('ZADD', base .. 'x:' .. row.s, pos, pos) else call('ZREM', base .. 'x:' .. row.s, pos) end
  end
  if row.f then call('SETBIT', base .. 'u', row.f, (enter and not row.d) and 1 or 0) end
end

-- Writes members of a row: an empty value removes the member. Keeps the indexes and the counters.
local function update(pos, row, set, token)
  index(pos, row, false)
  local was = { s = row.s, m = row.m or 0, r = row.r or 0 }
  set.v = whole((row.v or 0) + 1)
  set.y = token
  if set.s and set.s ~= row.s then
    if isFinal(set.s) then
      set.f = whole(call('RPUSH', base .. 'f', pos))
    else
      set.f = ''
    end
    call('HINCRBY', meta, 's:' .. was.s, -1)
    call('HINCRBY', meta, 's:' .. set.s, 1)
  end
  local write, remove = {}, {}
  for name, value in pairs(set) do
    if value == '' then
      row[name] = nil
      remove[#remove + 1] = name
    else
      row[name] = value
      write[#write + 1] = name
      write[#write + 1] = value
    end
  end
  local key = base .. 'i:' .. pos
  if #write > 0 then call('HSET', key, unpack(write)) end
  if #remove > 0 then call('HDEL', key, unpack(remove)) end
  -- HINCRBY fails beyond 64 bits, and what a script has written stays.
  if (row.m or 0) ~= was.m then call('HINCRBYFLOAT', meta, 'cost', whole((row.m or 0) - was.m)) end
  if (row.r or 0) ~= was.r then call('HINCRBYFLOAT', meta, 'reserved', whole((row.r or 0) - was.r)) end
  index(pos, row, true)
end

local function release(worker, limit)
  local held = call('SRANDMEMBER', base .. 'h:' .. worker, limit)
  for _, pos in ipairs(held) do
    local row = read(pos)
    local set = { w = '' }
    -- A claimed item with a job id was a retry of that job: the status of the job shows whether the retry arrived.
    if row.s == 's' then set.s = row.j and 'r' or 'd' end
    update(pos, row, set, '')
  end
  if call('EXISTS', base .. 'h:' .. worker) == 1 then return 1 end
  call('ZREM', base .. 'w', worker)
  call('DEL', base .. 't:' .. worker)
  return 0
end
`;

const create = (body: string) => `${PRELUDE}\n${body}`;

/** ARGV: the definition. */
export const OPEN = create(`
call('HSETNX', meta, 'definition', ARGV[1])
return call('HGET', meta, 'definition')`);

/** ARGV: for each item the bucket and field of its key, key, input, policy, priority. Replies with a letter for each. */
export const ADD = create(`
if isGone() then return false end
local outcomes = {}
for i = 1, #ARGV, 6 do
  local bucket = base .. 'k:' .. ARGV[i]
  local there = call('HGET', bucket, ARGV[i + 1])
  if there then
    local same = call('GET', base .. 'n:' .. there) == ARGV[i + 3]
    outcomes[#outcomes + 1] = same and 'present' or 'different'
    if not same then break end
  else
    local pos = call('HINCRBY', meta, 'items', 1)
    call('HSET', bucket, ARGV[i + 1], pos)
    local row = { s = 'q', k = ARGV[i + 2] }
    if ARGV[i + 4] ~= '' then row.l = ARGV[i + 4] end
    if ARGV[i + 5] ~= '0' then row.p = ARGV[i + 5] end
    local write = {}
    for name, value in pairs(row) do
      write[#write + 1] = name
      write[#write + 1] = value
    end
    call('HSET', base .. 'i:' .. pos, unpack(write))
    call('SET', base .. 'n:' .. pos, ARGV[i + 3])
    index(pos, row, true)
    call('HINCRBY', meta, 's:q', 1)
    outcomes[#outcomes + 1] = 'added'
  end
end
return { call('HGET', meta, 'items') or '0', unpack(outcomes) }`);

/**
 * ARGV: worker, limit, the number of this call, which queued items to take besides those that run (`any`, those of
 * `chunks` or `none`), the size of a chunk, and chunks. The same number again gives the same items, because the reply to
 * the first call may have been lost. Replies with the items, and with the chunks that have no free items left.
 */
export const TAKE = create(`
local worker, limit, number, scope, size = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[5])
local lease = call('ZSCORE', base .. 'w', worker)
if not lease or tonumber(lease) < now() then return { {}, {} } end
local last = base .. 't:' .. worker
local taken, bytes = {}, 0
if call('LINDEX', last, 0) == number then
  taken = call('LRANGE', last, 1, -1)
else
  local function take(pos)
    update(pos, read(pos), { w = worker }, '')
    taken[#taken + 1] = tostring(pos)
    bytes = bytes + call('STRLEN', base .. 'n:' .. pos)
    if bytes >= ${MAX_TAKE_BYTES} then limit = #taken end
  end
  local function takeAll(positions)
    for _, pos in ipairs(positions) do
      if #taken < limit then take(whole(pos)) end
    end
  end
  local function takeBits(from, to, most)
    while most > 0 and #taken < limit do
      local pos = nextBit(base .. 'a', from, to)
      if pos < 0 then return end
      take(pos)
      from = pos + 1
      most = most - 1
    end
  end
  local function takeQueued()
    if #taken < limit then
      takeAll(call('ZRANGEBYSCORE', base .. 'p', '-inf', '(0', 'LIMIT', 0, limit - #taken))
    end
    for i = 6, #ARGV do
      takeBits(ARGV[i] * size, (ARGV[i] + 1) * size - 1, limit - #taken)
    end
    if scope == 'any' and #taken < limit then
      local share = math.ceil(call('BITCOUNT', base .. 'a') / math.max(1, call('ZCARD', base .. 'w')))
      takeBits(0, tonumber(call('HGET', meta, 'items') or 0), math.min(share, limit - #taken))
    end
    if #taken < limit then
      takeAll(call('ZRANGEBYSCORE', base .. 'p', '0', '+inf', 'LIMIT', 0, limit - #taken))
    end
  end
  takeAll(call('ZRANGE', base .. 'r', 0, limit - 1))
  if scope ~= 'none' then takeQueued() end
  call('DEL', last)
  call('RPUSH', last, number, unpack(taken))
end
local items, done = {}, {}
for _, pos in ipairs(taken) do items[#items + 1] = reply(pos) end
for i = 6, #ARGV do
  if nextBit(base .. 'a', ARGV[i] * size, (ARGV[i] + 1) * size - 1) < 0 then done[#done + 1] = ARGV[i] end
end
return { items, done }`);

/**
 * ARGV: the bucket and field of the key, the version, a token, the limit of the cost, whether this is a claim, the output
 * or an empty text, and members of the row with their values. The same change with the same token again gives the same
 * result, because the reply to the first call may have been lost.
 */
export const CHANGE = create(`
local pos = call('HGET', base .. 'k:' .. ARGV[1], ARGV[2])
if not pos then return { 'conflict' } end
local row = read(pos)
local version = tonumber(row.v or 0)
local expected = tonumber(ARGV[3])
if version == expected + 1 and row.y == ARGV[4] then return { 'changed', replyWithoutInput(pos), row.n or '0' } end
if version ~= expected then return { 'conflict' } end
local set = {}
for i = 8, #ARGV, 2 do set[ARGV[i]] = ARGV[i + 1] end
local function after(name) return set[name] and (tonumber(set[name]) or 0) or (row[name] or 0) end
local more = after('m') - (row.m or 0) + after('r') - (row.r or 0)
if more > 0 and ARGV[5] ~= '' then
  local committed = (call('HGET', meta, 'cost') or 0) + (call('HGET', meta, 'reserved') or 0)
  if committed + more > tonumber(ARGV[5]) then return { 'over limit' } end
end
if ARGV[6] == '1' then
  local lease = call('ZSCORE', base .. 'w', set.w)
  if not lease or tonumber(lease) < now() then return { 'no lease' } end
  set.n = whole(call('HINCRBY', meta, 'claims', 1))
end
if ARGV[7] ~= '' then call('SET', base .. 'o:' .. pos, ARGV[7]) end
if set.o == '' then
  call('DEL', base .. 'o:' .. pos)
  set.o = nil
end
update(pos, row, set, ARGV[4])
return { 'changed', replyWithoutInput(pos), row.n or '0' }`);

/** ARGV: the bucket and field of the key. */
export const READ = create(`
local pos = call('HGET', base .. 'k:' .. ARGV[1], ARGV[2])
return pos and reply(pos)`);

/**
 * ARGV: the order, the place after which to begin, the limit, whether to list only what is not delivered, how many places
 * to search at most, and the letters of states. Replies with the items, the last place, and whether it is the end.
 */
export const LIST = create(`
local after, limit, scan = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5])
local wanted, indexed = {}, true
for i = 6, #ARGV do
  wanted[ARGV[i]] = true
  if not string.find('fld', ARGV[i], 1, true) then indexed = false end
end
local items, bytes = {}, 0
local function give(pos)
  if bytes > ${MAX_REPLY_BYTES} then return end
  local item = reply(pos)
  items[#items + 1] = item
  bytes = bytes + #item[3] + #item[4]
end
if ARGV[1] == 'position' and indexed and ARGV[4] == '0' then
  local found = {}
  for state in pairs(wanted) do
    for _, pos in ipairs(call('ZRANGEBYSCORE', base .. 'x:' .. state, '(' .. ARGV[2], '+inf', 'LIMIT', 0, limit)) do
      found[#found + 1] = tonumber(pos)
    end
  end
  table.sort(found)
  for i = 1, math.min(limit, #found) do give(whole(found[i])) end
  return { items, ARGV[2], 1 }
end
local last = ARGV[1] == 'position' and tonumber(call('HGET', meta, 'items') or 0) or call('LLEN', base .. 'f')
local place = after
while place < last and scan > 0 and #items < limit and bytes <= ${MAX_REPLY_BYTES} do
  scan = scan - 1
  place = place + 1
  if ARGV[4] == '1' and ARGV[1] ~= 'position' then
    place = nextBit(base .. 'u', place, last)
    if place < 0 then return { items, whole(last), 1 } end
  end
  local pos = ARGV[1] == 'position' and whole(place) or call('LINDEX', base .. 'f', place - 1)
  local row = read(pos)
  local isThere = ARGV[1] == 'position' or row.f == whole(place)
  if isThere and wanted[row.s] and not (ARGV[4] == '1' and row.d) then give(pos) end
end
return { items, whole(place), place >= last and 1 or 0 }`);

/**
 * Replies with nothing when the batch is gone. The oldest result is searched among a hundred, because a search through all
 * results would block Redis.
 */
export const TOTALS = create(`
if isGone() then return false end
local counts = call('HMGET', meta, 's:q', 's:s', 's:r', 's:c', 's:f', 's:l', 's:d', 'cost', 'reserved')
for i = 1, #counts do counts[i] = counts[i] or '0' end
local oldest = ''
local last = call('LLEN', base .. 'f')
local place = nextBit(base .. 'u', 0, last)
for searched = 1, 100 do
  if place < 0 then break end
  local result = call('HMGET', base .. 'i:' .. call('LINDEX', base .. 'f', place - 1), 's', 'x')
  if result[1] == 'c' or searched == 100 then
    oldest = result[2] or ''
    break
  end
  place = nextBit(base .. 'u', place + 1, last)
end
counts[#counts + 1] = whole(call('BITCOUNT', base .. 'u'))
counts[#counts + 1] = oldest
return counts`);

/** ARGV: the worker, the length of its lease in milliseconds. Replies with the number of the last claim, or with nothing. */
export const RENEW = create(`
if isGone() then return false end
call('ZADD', base .. 'w', now() + ARGV[2], ARGV[1])
return call('HGET', meta, 'claims') or '0'`);

/** ARGV: how many items to free. Replies with 1 while items of workers whose lease is over are left. */
export const RELEASE_EXPIRED = create(`
local expired = call('ZRANGEBYSCORE', base .. 'w', '-inf', '(' .. whole(now()), 'LIMIT', 0, 1)
if not expired[1] then return 0 end
release(expired[1], ARGV[1])
return 1`);

/** ARGV: how many items to free, the worker. Replies with 1 while the worker has more. */
export const LEAVE = create(`return release(ARGV[2], ARGV[1])`);

/** ARGV: the size of a chunk, the chunk to begin with, how many to find. Replies with chunks that have free items. */
export const FIND_CHUNKS = create(`
local size, place = tonumber(ARGV[1]), ARGV[1] * ARGV[2]
local last = tonumber(call('HGET', meta, 'items') or 0)
local chunks = {}
while #chunks < tonumber(ARGV[3]) do
  place = nextBit(base .. 'a', place, last)
  if place < 0 then return chunks end
  local chunk = math.floor(place / size)
  chunks[#chunks + 1] = whole(chunk)
  place = (chunk + 1) * size
end
return chunks`);

/**
 * ARGV: whether jobs may be abandoned. Replies with the number of workers and the number of jobs that run or may run. Closes
 * the batch if there are none.
 */
export const BEGIN_DELETE = create(`
if isGone() then return { 0, 0 } end
local workers, jobs = call('ZCARD', base .. 'w'), 0
for _, count in ipairs(call('HMGET', meta, 's:s', 's:r', 's:d')) do jobs = jobs + tonumber(count or 0) end
if workers == 0 and (jobs == 0 or ARGV[1] == '1') then call('HSET', meta, 'deleted', '1') end
return { workers, jobs }`);

/** ARGV: how many items to delete. Replies with 1 while more are left. */
export const DELETE = create(`
local last = tonumber(call('HGET', meta, 'items') or 0)
local first = math.max(1, last - ARGV[1] + 1)
for pos = last, first, -1 do
  call('UNLINK', base .. 'i:' .. pos, base .. 'n:' .. pos, base .. 'o:' .. pos)
end
if first > 1 then
  call('HSET', meta, 'items', first - 1)
  return 1
end
for bucket = 0, 4095 do call('UNLINK', base .. 'k:' .. bucket) end
for _, worker in ipairs(call('ZRANGE', base .. 'w', 0, -1)) do
  call('UNLINK', base .. 'h:' .. worker, base .. 't:' .. worker)
end
call('UNLINK', meta, base .. 'a', base .. 'p', base .. 'r', base .. 'f', base .. 'u', base .. 'w',
  base .. 'x:f', base .. 'x:l', base .. 'x:d')
return 0`);
