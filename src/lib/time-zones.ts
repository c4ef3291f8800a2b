/** The zone with this name of the time zone database; undefined for offsets, and for what this runtime doesn't know. */
export function timeZoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name.trim())) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name.trim() }).resolvedOptions().timeZone;
  } catch {
    return undefined; // RangeError: not a time zone
  }
}
