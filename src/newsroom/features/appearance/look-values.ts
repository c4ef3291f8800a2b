import type { LookChoice } from '../../../lib/look/look-choice.ts';
import { looks } from '../../../lib/look/looks.ts';
import type { lookNames } from '../../../lib/look/looks.ts';
import { contrast } from '../../../lib/colour.ts';
import { schemeTokens } from '../../../lib/look/look-tokens.ts';
import type { Look } from '../../../lib/look/looks.ts';
import { isRecord } from '../../../lib/records.ts';
import { say, sayCount } from '../../words.ts';
import { isSame } from '../settings/is-same.ts';

export type LookName = (typeof lookNames)[number];
export type Scheme = 'light' | 'dark';

export const lookLabels: Readonly<Record<LookName, string>> = {
  broadsheet: 'Broadsheet',
  tabloid: say('Tabloid'),
  review: say('Review'),
  technology: say('Technology'),
  local: say('Local'),
};

/** The value of a part such as `header.layout`. */
export const partOf = (look: unknown, path: string): unknown =>
  path.split('.').reduce((within, name) => (isRecord(within) ? within[name] : undefined), look);

/** The look with one part changed; `undefined` resets it to the base look. */
export function withPart(look: LookChoice, path: string, value: unknown): LookChoice {
  const put = (within: unknown, [name = '', ...rest]: readonly string[]): Record<string, unknown> => {
    const { [name]: old, ...others } = isRecord(within) ? within : {};
    const next = rest.length > 0 ? put(old, rest) : value;
    return next === undefined || (rest.length > 0 && isRecord(next) && Object.keys(next).length === 0)
      ? others
      : { ...others, [name]: next };
  };
  return put(look, path.split('.')) as LookChoice;
}

export const baseOf = ({ base = 'broadsheet' }: LookChoice): LookName => base;

/** Whether a part differs from the base look. */
export function isPartChanged(look: LookChoice, path: string): boolean {
  const own = partOf(look, path);
  return own !== undefined && !isSame(own, partOf(looks[baseOf(look)], path));
}

/** Changed parts: fields of groups such as `header`, colours of categories as one. */
export function changedParts(look: LookChoice): readonly string[] {
  const paths = Object.entries(look).flatMap(([name, value]) => {
    if (name === 'base' || value === undefined) return [];
    if (name === 'colours')
      return Object.entries(value).flatMap(([part, inside]) =>
        part === 'light' || part === 'dark'
          ? Object.keys(inside as object).map((field) => `colours.${part}.${field}`)
          : [`colours.${part}`],
      );
    return isRecord(value) && name !== 'ownFonts'
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name];
  });
  return paths.filter((path) => isPartChanged(look, path) && !isEmptyRecord(partOf(look, path)));
}

const isEmptyRecord = (value: unknown) => isRecord(value) && Object.keys(value).length === 0;

/** A look in a conflict: `Tabloid, 2 changes`. */
export function lookText(look: LookChoice): string {
  const count = changedParts(look).length;
  const name = lookLabels[baseOf(look)];
  return count === 0 ? name : sayCount('%s, %d change|%s, %d changes', count, name, count);
}

export interface ColourContrast {
  readonly scheme: Scheme;
  readonly paper: string;
  readonly surface: string;
  /** Ratios of the chosen colour on the background and on the second background. */
  readonly ratios: readonly [number, number];
  /** The colour that text gets: the chosen one, or its correction. */
  readonly shown: string;
  readonly isCorrected: boolean;
}

const isAccentOfLook = (light: string, dark: string): boolean =>
  Object.values(looks).some(({ colours }) => colours.accent === light && colours.dark.accent === dark);

/** Contrast of text in a scheme, in the ink or accent colour, and the site's automatic correction. */
export function contrastOf(look: Look, scheme: Scheme, role: 'ink' | 'accent'): ColourContrast {
  const { paper = '#fff', 'paper-2': surface = '#fff', ink, 'blue-ink': link } = schemeTokens(look, scheme);
  const colours = look.colours[scheme];
  const shown = role === 'ink' ? ink : link;
  const own = role === 'ink' ? colours.ink : colours.accent;
  const stated = own ?? look.colours.accent;
  // Accents of looks are for areas; for text they are adapted, as is the light scheme's accent in the dark.
  const isAdapted =
    role === 'accent' && scheme === 'dark' && (own === undefined || isAccentOfLook(look.colours.accent, own));
  const chosen = isAdapted ? (shown ?? stated) : stated;
  return {
    scheme,
    paper,
    surface,
    ratios: [contrast(chosen, paper), contrast(chosen, surface)],
    shown: shown ?? chosen,
    isCorrected: shown !== undefined && shown !== chosen,
  };
}
