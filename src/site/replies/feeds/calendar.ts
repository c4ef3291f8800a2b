import type ICAL from 'ical.js';
import type { CalendarEvent, EventTime } from '../../../modules/calendars/events.ts';
import { startOf } from '../../../lib/cut-text.ts';

/** An event with the texts of its post. URLs are absolute, times in milliseconds. */
export interface CalendarEntry extends CalendarEvent {
  /** Permanent. */
  readonly uid: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly revision: number;
}

/** Characters of a text; calendar apps show the beginning. */
const maxLength = 4000;
const maxLineLength = 500;

/** Text without characters that iCalendar forbids; tabs and line breaks remain. */
function textOf(text: string): string {
  const broken = text.toWellFormed().replace(/\r\n?/g, '\n');
  // oxlint-disable-next-line no-control-regex -- these very characters are meant
  return startOf(broken.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''), maxLength).trim();
}

const lineOf = (text: string): string => startOf(textOf(text).replace(/\s+/g, ' '), maxLineLength);

/** A URL in ASCII without white space and control characters. */
const urlOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : '');

/** Names of calendars, which ical.js writes unescaped. */
const escaped = (text: string): string => lineOf(text).replace(/[\\;,]/g, String.raw`\$&`);

/** Hours after which calendar apps ask again. */
const refreshHours = 1;

/** iCalendar (RFC 5545, RFC 7986) with times in UTC, which needs no descriptions of time zones. */
export async function calendarText(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const { default: ical } = await import('ical.js'); // loaded with the first calendar
  const calendar = new ical.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Broadsheet//Events//EN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', escaped(name));
  calendar.addPropertyWithValue('x-wr-calname', escaped(name));
  calendar.addProperty(new ical.Property(['refresh-interval', {}, 'duration', `PT${refreshHours}H`]));
  calendar.addPropertyWithValue('x-published-ttl', `PT${refreshHours}H`);
  for (const entry of entries) calendar.addSubcomponent(eventOf(ical, entry));
  return `${calendar.toString()}\r\n`;
}

function eventOf(ical: typeof ICAL, entry: CalendarEntry): ICAL.Component {
  const event = new ical.Component('vevent');
  const add = (name: string, value: unknown) => {
    if (value !== '' && value !== undefined) event.addPropertyWithValue(name, value as string);
  };
  const timeOf = (time: EventTime) =>
    'day' in time ? ical.Time.fromDateString(time.day) : utc(ical, time.at);
  add('uid', lineOf(entry.uid));
  add('dtstamp', utc(ical, entry.updatedAt));
  add('created', utc(ical, entry.publishedAt));
  add('last-modified', utc(ical, entry.updatedAt));
  add('sequence', entry.revision);
  add('dtstart', timeOf(entry.start));
  add('dtend', entry.end && timeOf(entry.end));
  add('summary', lineOf(entry.title));
  add('status', entry.status);
  add('location', textOf(entry.location));
  add('geo', entry.coordinates);
  add('description', textOf(entry.description));
  add('url', urlOf(entry.url));
  const categories = entry.categories.map(lineOf).filter(Boolean);
  if (categories.length > 0) event.addProperty(new ical.Property(['categories', {}, 'text', ...categories]));
  return event;
}

const utc = (ical: typeof ICAL, at: number) => ical.Time.fromJSDate(new Date(at), true);
