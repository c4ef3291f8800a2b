const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Years before this one have eras and odd local times; nothing was published then. */
const earliest = Date.UTC(1900, 0, 1);

/** Milliseconds by which clocks of the zone are ahead of UTC at that moment. */
export function zoneOffset(milliseconds: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const second = Math.floor(Math.max(earliest, milliseconds) / 1000) * 1000;
  const part = new Map(formatterOf(zone).formatToParts(second).map(({ type, value }) => [type, Number(value)]));
  const get = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0;
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - second;
}

/** `2026-11-20T17:56:00` in the zone, as WordPress writes local times: without an offset. */
export function localIso(milliseconds: number, zone: string): string {
  return new Date(milliseconds + zoneOffset(milliseconds, zone)).toISOString().slice(0, 19);
}

/** The same in UTC. */
export function utcIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/** The moment at which clocks of the zone show `local` (milliseconds of the same digits in UTC). */
export function fromLocal(local: number, zone: string): number {
  const guess = local - zoneOffset(local, zone);
  return local - zoneOffset(guess, zone);
}
