import type { Reader } from '../../kernel/db/open-database.ts';
import { fromLocal } from '../../lib/dates.ts';
import { timeZoneNamed } from '../../lib/time-zones.ts';
import { isRecord } from '../../lib/records.ts';
import { fieldOfKind, findFieldValues, findIdsByNumber, findRunningIds } from '../fields/index.ts';
import { listFilteredIds } from '../posts/index.ts';
import { eventType, postTypeNamed } from '../types/index.ts';

const kinds = {
  starts_at: 'date_time',
  ends_at: 'date_time',
  time_zone: 'text',
  all_day: 'boolean',
  place: 'place',
  place_name: 'text',
  address: 'textarea',
  event_status: 'choice',
  event_url: 'link',
} as const;

/** A day without a time (`2026-12-24`), or milliseconds since 1970. */
export type EventTime = { readonly day: string } | { readonly at: number };

export interface CalendarEvent {
  readonly start: EventTime;
  /** Later than the start; for days, the day after the last one. */
  readonly end: EventTime | undefined;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  /** Plain text, possibly several lines; empty if unknown. */
  readonly location: string;
  readonly coordinates: readonly [number, number] | undefined;
  /** As stored: absolute, root-relative, or of another scheme than http; empty if unknown. */
  readonly link: string;
}

const startField = () =>
  postTypeNamed(eventType).isPublic ? fieldOfKind(eventType, 'starts_at', 'date_time') : undefined;

/** Whether the site has events with a start. Runs no query. */
export const hasCalendar = (): boolean => startField() !== undefined;

export const calendarLimits = { upcoming: 500, recent: 100, recentDays: 365 } as const;
const dayMs = 86_400_000;

/** Ids of listed events: those that last since an earlier day, the next ones, then those that began lately, newest first. */
export async function findCalendarIds(read: Reader, now: number): Promise<number[]> {
  const field = startField();
  if (!field) return [];
  const { upcoming, recent, recentDays } = calendarLimits;
  // The index holds local times; the day that begins last on Earth is a day behind UTC.
  const today = Math.floor(now / dayMs) * dayMs - dayMs;
  const next = await findIdsByNumber(read, field, { min: today, descending: false, limit: upcoming });
  if (!next)
    return listFilteredIds(read, {
      type: eventType,
      order: 'published_at',
      descending: true,
      limit: upcoming,
      offset: 0,
    });
  const end = fieldOfKind(eventType, 'ends_at', 'date_time');
  const running = end ? await findRunningIds(read, field, end, today) : [];
  const past = await findIdsByNumber(read, field, {
    min: today - recentDays * dayMs,
    max: today,
    descending: true,
    limit: recent,
    excludeIds: running,
  });
  return [...running, ...next, ...(past ?? [])];
}

/** Whether the calendar of all events shows an event; its field's index may not be complete yet. */
export function isUpcomingOrRecent(
  { start, end = start }: Pick<CalendarEvent, 'start' | 'end'>,
  now: number,
): boolean {
  const isSince = (time: EventTime, earliestAt: number) =>
    ('at' in time ? time.at : Date.parse(time.day)) >= earliestAt;
  return isSince(start, now - (calendarLimits.recentDays + 2) * dayMs) || isSince(end, now - 2 * dayMs);
}

/** Events by post, without those whose start is missing or out of range. `siteZone`: zone of events without a valid one. */
export async function findEvents(
  read: Reader,
  ids: readonly number[],
  siteZone: string,
): Promise<Map<number, CalendarEvent>> {
  const found = await findFieldValues(read, eventType, ids, kinds);
  return new Map(
    [...found].flatMap(([id, values]) => {
      const event = eventOf(values, siteZone);
      return event ? [[id, event] as const] : [];
    }),
  );
}

type Values = Readonly<Partial<Record<keyof typeof kinds, unknown>>>;

function eventOf(values: Values, siteZone: string): CalendarEvent | undefined {
  const zone = timeZoneNamed(textOf(values.time_zone)) ?? siteZone;
  const isAllDay = values.all_day === true;
  const start = timeOf(textOf(values.starts_at), isAllDay, zone);
  if (!start) return undefined;
  const place = isRecord(values.place) ? values.place : {};
  const { lat, lng, label } = place;
  const name = textOf(values.place_name).trim();
  return {
    start,
    end: endOf(start, textOf(values.ends_at), isAllDay, zone),
    status: statuses[textOf(values.event_status)] ?? 'CONFIRMED',
    location: [name || textOf(label).trim(), textOf(values.address).trim()].filter(Boolean).join('\n'),
    coordinates: typeof lat === 'number' && typeof lng === 'number' ? [lat, lng] : undefined,
    link: isRecord(values.event_url) ? textOf(values.event_url['url']) : '',
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const statuses: Readonly<Partial<Record<string, CalendarEvent['status']>>> = {
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

/** Years that calendars write with four digits, without those whose local times Node doesn't know. */
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(9999, 11, 31);
const isInRange = (at: number) => at >= earliest && at < latest;

function timeOf(text: string, isAllDay: boolean, zone: string): EventTime | undefined {
  const local = Date.parse(`${text}Z`);
  if (Number.isNaN(local) || !isInRange(local)) return undefined;
  if (isAllDay) return { day: text.slice(0, 10) };
  const at = fromLocal(local, zone);
  return isInRange(at) ? { at } : undefined;
}

function endOf(start: EventTime, text: string, isAllDay: boolean, zone: string): EventTime | undefined {
  const end = timeOf(text, isAllDay, zone);
  if (!end) return undefined;
  if ('at' in end) return 'at' in start && end.at > start.at ? end : undefined;
  if (!('day' in start) || end.day < start.day) return undefined;
  return { day: new Date(Date.parse(end.day) + dayMs).toISOString().slice(0, 10) };
}
