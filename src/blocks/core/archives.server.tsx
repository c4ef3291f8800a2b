import { useContext } from 'react';
import { permalinks } from '../../modules/types/permalinks.ts';
import { listPeriods } from '../../modules/posts/periods.ts';
import type { Period, PeriodKind } from '../../modules/posts/periods.ts';
import { articleType } from '../../modules/types/names.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { weekOf } from '../../lib/dates.ts';
import { classes } from '../../ui/class-names.ts';
import { DateScope, formatAs, formatDate, formatMonth, useWords } from '../../ui/language.ts';
import { flag, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { Dropdown } from './dropdown.tsx';

const maxPeriods = 600;

export const block = defineCoreBlock({
  name: 'core/archives',
  attributes: {
    displayAsDropdown: flag(false),
    showLabel: flag(true),
    showPostCounts: flag(false),
    type: word(['monthly', 'yearly', 'weekly', 'daily']),
  },
  load: async ({ type }, context) => {
    const { timezone_string: zone, permalink_structure: structure } =
      await context.content.settings.current();
    const links = permalinks(structure);
    const periods = await context.cache(`periods ${type} ${zone}`, (inner) => {
      const { content } = inner;
      inner.tag(`list:${articleType}`);
      return listPeriods(content.database.read, type, zone, maxPeriods);
    });
    return { archives: periods.map((period) => ({ ...period, ...addressOf(type, period, links) })) };
  },
  View: ({ settings, data: { archives }, blockId }) => {
    const { type, displayAsDropdown, showPostCounts, showLabel } = settings;
    const words = useWords();
    const acting = useActing();
    const dates = { ...useContext(DateScope), zone: 'UTC' }; // days are in the site's time zone already
    const nameOf = ({ first, last }: Period) => {
      switch (type) {
        case 'yearly':
          return formatAs('Y', first, dates);
        case 'monthly':
          return formatMonth(first, dates);
        case 'weekly':
          return `${formatDate(first, 'full', dates)}–${formatDate(last, 'full', dates)}`;
        case 'daily':
          return formatDate(first, 'full', dates);
      }
    };
    const countOf = ({ count }: Period) => (showPostCounts ? `\u00a0(${dates.language.number(count)})` : '');
    if (displayAsDropdown) {
      return (
        <div {...wrapperProps('core/archives', settings, 'wp-block-archives-dropdown')}>
          <Dropdown
            id={`wp-block-archives-${blockId}`}
            label={words.archives}
            go={words.go}
            acting={acting}
            first={words[`archives_${type}`]}
            labelClass={classes(
              'wp-block-archives__label',
              !showLabel && 'screen-reader-text visually-hidden',
            )}
            name={type === 'weekly' ? 'w' : 'm'}
            options={archives.map((archive) => ({
              key: archive.first,
              value: archive.value,
              text: `${nameOf(archive)}${countOf(archive)}`,
            }))}
          />
        </div>
      );
    }
    const wrapper = wrapperProps('core/archives', settings, 'wp-block-archives-list');
    if (archives.length === 0) return <div {...wrapper}>{words.archives_none}</div>;
    return (
      <ul {...wrapper}>
        {archives.map((archive) => (
          <li key={archive.first}>
            <a href={archive.url}>{nameOf(archive)}</a>
            {countOf(archive)}
          </li>
        ))}
      </ul>
    );
  },
});

function addressOf(
  type: PeriodKind,
  { first }: Period,
  links: ReturnType<typeof permalinks>,
): { readonly url: string; readonly value: string } {
  const local = new Date(first);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  const two = (number: number) => String(number).padStart(2, '0');
  switch (type) {
    case 'yearly':
      return { url: links.date(year), value: String(year) };
    case 'monthly':
      return { url: links.date(year, month), value: `${year}${two(month)}` };
    case 'daily':
      return { url: links.date(year, month, day), value: `${year}${two(month)}${two(day)}` };
    case 'weekly': {
      const { year: ofWeek, week } = weekOf(first);
      return { url: links.week(ofWeek, week), value: `${ofWeek}${two(week)}` };
    }
  }
}
