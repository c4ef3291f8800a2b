import { useContext } from 'react';
import { permalinks } from '../../modules/types/permalinks.ts';
import { weekStart } from '../../modules/settings/site-facts.ts';
import { articleType } from '../../modules/types/names.ts';
import { fillIn } from '../../lib/messages.ts';
import { fromLocal, zoneOffset } from '../../lib/dates.ts';
import { classes } from '../../ui/class-names.ts';
import { DateScope, formatDate, formatMonth, useWords } from '../../ui/language.ts';
import type { LoadContext } from '../load-context.ts';
import { whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import type { CoreSettings } from './core-block.ts';

interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

interface Neighbour extends Month {
  readonly url: string;
}

interface CalendarData extends Month {
  /** URLs by day, of days with articles. */
  readonly urls: ReadonlyMap<number, string>;
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
  readonly today: number | undefined;
}

const attributes = { month: whole(0, { max: 12 }), year: whole(0, { max: 9998 }) };

export const block = defineCoreBlock({
  name: 'core/calendar',
  attributes,
  load: async (settings, context) => {
    const isFirst = context.claim('calendar');
    const current = await context.content.settings.current();
    const { timezone_string: zone } = current;
    const isGiven = settings.month > 0 && settings.year >= 1900;
    const month = isGiven
      ? { year: settings.year, month: settings.month }
      : monthOf(context.page.dates?.from ?? context.now, zone);
    const shown = await context.cache(`core/calendar ${month.year}-${month.month} ${zone}`, (inner) =>
      loadMonth(month, zone, inner),
    );
    return shown && { ...shown, isFirst, firstDay: weekStart(current) };
  },
  View: ({ settings, data }) => {
    const { wrapper, table } = elementsOf(settings);
    const words = useWords();
    const dates = { ...useContext(DateScope), zone: 'UTC' };
    const { names } = dates;
    const { firstDay } = data;
    return (
      <div {...wrapper}>
        <table id={data.isFirst ? 'wp-calendar' : undefined} {...table}>
          <caption>{formatMonth(Date.UTC(data.year, data.month - 1), dates)}</caption>
          <thead>
            <tr>
              {names.days
                .map((_name, place) => (firstDay + place) % 7)
                .map((day) => (
                  <th key={day} scope="col" aria-label={names.days[day]}>
                    {names.dayInitials[day]}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            <Weeks data={data} />
          </tbody>
        </table>
        <nav aria-label={words.calendar_months} className="wp-calendar-nav">
          <span className="wp-calendar-nav-prev">
            {data.previous ? (
              <a href={data.previous.url}>{`« ${names.shortMonths[data.previous.month - 1]}`}</a>
            ) : (
              '\u00a0'
            )}
          </span>
          <span className="pad">{'\u00a0'}</span>
          <span className="wp-calendar-nav-next">
            {data.next ? (
              <a href={data.next.url}>{`${names.shortMonths[data.next.month - 1]} »`}</a>
            ) : (
              '\u00a0'
            )}
          </span>
        </nav>
      </div>
    );
  },
});

/** The table has the colours. */
function elementsOf(settings: CoreSettings<typeof attributes>) {
  const { textColor, backgroundColor, style } = settings;
  const bare = {
    ...settings,
    textColor: '',
    backgroundColor: '',
    gradient: '',
    style: { ...style, color: {} },
  };
  const plain = {
    ...bare,
    align: '',
    textAlign: '',
    className: '',
    anchor: '',
    fontSize: '',
    fontFamily: '',
    borderColor: '',
    layout: {},
  } as const;
  const { className, style: colors } = wrapperProps('core/calendar', {
    ...plain,
    textColor,
    backgroundColor,
    style: { color: style.color },
  });
  return {
    wrapper: wrapperProps('core/calendar', bare),
    table: { className: className.replace('wp-block-calendar', 'wp-calendar-table'), style: colors },
  };
}

interface WeeksData extends CalendarData {
  readonly isFirst: boolean;
  readonly firstDay: number;
}

function Weeks({ data: { year, month, urls, today, isFirst, firstDay } }: { readonly data: WeeksData }) {
  const words = useWords();
  const dates = { ...useContext(DateScope), zone: 'UTC' };
  const { number } = dates.language;
  const { days, before } = shapeOf({ year, month }, firstDay);
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_week, week) => {
    const first = week * 7 - before + 1;
    const shown = Array.from({ length: 7 }, (_day, place) => first + place).filter(
      (day) => day >= 1 && day <= days,
    );
    const missing = 7 - shown.length;
    const pad = missing > 0 && (
      <td colSpan={missing} className="pad">
        {'\u00a0'}
      </td>
    );
    return (
      <tr key={first}>
        {week === 0 && pad}
        {shown.map((day) => {
          const url = urls.get(day);
          return (
            <td
              key={day}
              id={day === today && isFirst ? 'today' : undefined}
              className={classes(day === today && 'today') || undefined}
            >
              {url === undefined ? (
                number(day)
              ) : (
                <a
                  href={url}
                  aria-label={fillIn(
                    words.calendar_day,
                    formatDate(Date.UTC(year, month - 1, day), 'full', dates),
                  )}
                >
                  {number(day)}
                </a>
              )}
            </td>
          );
        })}
        {week > 0 && week === weeks - 1 && pad}
      </tr>
    );
  });
}

/** Number of days, and of the first week's days before the month. */
function shapeOf(
  { year, month }: Month,
  firstDay: number,
): { readonly days: number; readonly before: number } {
  return {
    days: daysOf({ year, month }),
    before: (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() - firstDay + 7) % 7,
  };
}

const daysOf = ({ year, month }: Month) => new Date(Date.UTC(year, month, 0)).getUTCDate();

function monthOf(at: number, zone: string): Month {
  const local = new Date(at + zoneOffset(at, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}

/** Undefined on a site without articles. */
async function loadMonth(
  { year, month }: Month,
  zone: string,
  context: LoadContext,
): Promise<CalendarData | undefined> {
  context.tag(`list:${articleType}`);
  const { content, now } = context;
  const { permalink_structure: structure } = await content.settings.current();
  const links = permalinks(structure);
  const startOf = (day: number) => fromLocal(Date.UTC(year, month - 1, day), zone);
  const days = daysOf({ year, month });
  const spans = Array.from({ length: days }, (_, index) => ({
    from: startOf(index + 1),
    to: startOf(index + 2),
  }));
  const {
    found,
    around: { before, after },
  } = await context.together.calendar(spans);
  if (found.size === 0 && before === undefined && after === undefined) return undefined;
  const neighbour = (at: number | undefined) => {
    if (at === undefined) return undefined;
    const there = monthOf(at, zone);
    return { ...there, url: links.date(there.year, there.month) };
  };
  const local = new Date(now + zoneOffset(now, zone));
  context.expireIn(
    fromLocal(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1), zone) - now,
  );
  const isNow = local.getUTCFullYear() === year && local.getUTCMonth() === month - 1;
  return {
    year,
    month,
    urls: new Map([...found].map((index) => [index + 1, links.date(year, month, index + 1)])),
    previous: neighbour(before),
    next: neighbour(after),
    today: isNow ? local.getUTCDate() : undefined,
  };
}
