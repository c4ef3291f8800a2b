const dayMs = 86_400_000;

/** Midnight of the Monday on which the first week of a year begins: the one with its first Thursday. Milliseconds of the same digits in UTC. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** The week of a day as ISO 8601 counts, and the year that it belongs to. `local`: milliseconds of the same digits in UTC. */
export function weekOf(local: number): { readonly year: number; readonly week: number } {
  const monday = Math.floor(local / dayMs) * dayMs - ((new Date(local).getUTCDay() + 6) % 7) * dayMs;
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  return { year, week: Math.round((monday - firstMonday(year)) / (7 * dayMs)) + 1 };
}

/** The days of a week, [from, to) in milliseconds of the same digits in UTC; undefined where the year has no such week, or nothing was published then. */
export function weekBounds(
  year: number,
  week: number,
): { readonly from: number; readonly to: number } | undefined {
  if (!(year >= 1900 && year <= 9998 && week >= 1)) return undefined;
  const from = firstMonday(year) + (week - 1) * 7 * dayMs;
  return from < firstMonday(year + 1) ? { from, to: from + 7 * dayMs } : undefined;
}
