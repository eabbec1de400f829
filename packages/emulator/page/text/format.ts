/** `"2026-11-22 11:31:04"`, in the time zone of the browser. Sweden writes moments so. */
export function formatMoment(time: number): string {
  return new Date(time).toLocaleString("sv-SE");
}

/** `"2026-11-22 11:31:04.093"`, in the time zone of the browser. */
export function formatPreciseMoment(time: number): string {
  const ms = new Date(time).getMilliseconds();
  return `${formatMoment(time)}.${String(ms).padStart(3, "0")}`;
}

/** `"0.8 ms"`, `"850 ms"`, `"12.3 s"`, `"4.0 min"`, `"2.5 h"`, `"3.0 days"` */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(1)} min`;
  if (ms < 48 * 3_600_000) return `${(ms / 3_600_000).toFixed(1)} h`;
  return `${(ms / 86_400_000).toFixed(1)} days`;
}

/** `"$0"`, `"$0.0024"`, `"$1.50"`, `"$12,345.60"`: at least two digits that count. */
export function formatUsd(usd: number): string {
  const size = Math.abs(usd);
  if (size === 0) return "$0";
  const sign = usd < 0 ? "−" : "";
  if (size >= 0.1)
    return `${sign}$${size.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  return `${sign}$${Number(size.toPrecision(2)).toLocaleString("en-US", { maximumFractionDigits: 10 })}`;
}

/** `"1,234"` */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `"1 job"`, `"2,000 jobs"` */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `"IN_PROGRESS"` becomes `"in progress"`. */
export function formatStatus(status: string): string {
  return status.replaceAll("_", " ").toLowerCase();
}

/** JSON with indentation. Any other text stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
