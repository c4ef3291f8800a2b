import { defined } from '../records.ts';
import type { LookChoice } from './look-choice.ts';
import type { Look } from './looks.ts';
import { looks } from './looks.ts';

/** The complete look of a choice. `themeColor` (the setting, if changed) applies unless the choice has an accent of its own. */
export function wholeLook(choice: LookChoice, themeColor?: string): Look {
  const base = looks[choice.base ?? 'broadsheet'];
  const { colours, headlines, lines, header, footer, base: _base, ...rest } = choice;
  const accent = colours?.accent ?? themeColor;
  const scheme = (name: 'light' | 'dark') => ({
    ...base.colours[name],
    ...(accent === undefined ? {} : { accent: undefined }),
    ...defined(colours?.[name] ?? {}),
  });
  return {
    ...base,
    ...defined(rest),
    colours: {
      accent: accent ?? base.colours.accent,
      categories: colours?.categories ?? base.colours.categories,
      category: colours?.category ?? base.colours.category,
      light: scheme('light'),
      dark: scheme('dark'),
    },
    headlines: { ...base.headlines, ...defined(headlines ?? {}) },
    lines: { ...base.lines, ...defined(lines ?? {}) },
    header: { ...base.header, ...defined(header ?? {}) },
    footer: { ...base.footer, ...defined(footer ?? {}) },
  };
}
