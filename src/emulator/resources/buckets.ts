/** How long the periods are that billed time is gathered in. */
export type Bucket = "hour" | "day" | "week" | "month" | "year";

/** Buckets begin on the hour, the day, the Monday, the month or the year, in UTC. */
export function bucketStart(time: number, size: Bucket): number {
  const date = new Date(time);
  date.setUTCMinutes(0, 0, 0);
  if (size !== "hour") date.setUTCHours(0);
  if (size === "week")
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (size === "month" || size === "year") date.setUTCDate(1);
  if (size === "year") date.setUTCMonth(0);
  return date.getTime();
}

/** The beginning of the bucket after the one that begins at `start`. */
export function nextBucket(start: number, size: Bucket): number {
  const days = { hour: 1 / 24, day: 1, week: 7, month: 31, year: 366 }[size];
  return bucketStart(start + days * dayMs, size);
}

const dayMs = 24 * 3_600_000;
