import { z } from 'zod';
import type { Look } from './looks.ts';
import { lookNames, looks, fontPairNames, ownFonts } from './looks.ts';

const hex = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a colour such as #0b5cff');

/** A slug, without characters that are special in CSS, in attributes or in keys of the command line. */
const slug = z
  .string()
  .regex(/^[^\s.<>"'&{};\\]{1,200}$/u, 'expected the slug of a category, as its address has it');
const mostOwn = 200;

const surfaces = z
  .strictObject({
    paper: hex.describe('What everything stands on.'),
    surface: hex.describe('A second ground: fields, code, what is set apart.'),
    ink: hex.describe('Text and strong lines.'),
    accent: hex.describe('Links and buttons in this scheme; without it the accent of both.'),
  })
  .partial();

/** Looks saved or exported before footers had layouts contain only the colour. */
const asFooter = (said: unknown) =>
  typeof said === 'string' ? { band: said === 'plain' ? '' : said } : said;

/** Parts of a look, as in docs/guides/look.md. Missing parts are those of its base. */
export const lookFields = z
  .strictObject({
    colours: z
      .strictObject({
        accent: hex.describe('Links, buttons, what is chosen.'),
        categories: z
          .union([z.enum(['hues', 'accent']), z.array(hex).min(1).max(8)])
          .describe('Colours of categories: eight of one lightness, the accent, or up to eight of your own.'),
        category: z
          .record(slug, hex)
          .refine((own) => Object.keys(own).length <= mostOwn, `expected ${mostOwn} categories at most`)
          .describe('Colours of single categories, by slug; those below one have its colour, too.'),
        light: surfaces,
        dark: surfaces,
      })
      .partial(),
    fonts: z.enum(fontPairNames).describe('A pair of fonts: headlines, and text with everything else.'),
    ownFonts: ownFonts.describe('Font files of your own, by broadsheet -- theme font.'),
    headlines: z
      .strictObject({
        weight: z.int().min(400).max(900).describe('400 is regular, 700 bold.'),
        capitals: z.boolean().describe('Headlines in capitals.'),
        tracking: z.number().min(-0.05).max(0.1).describe('Between letters, in em.'),
        size: z.number().min(0.8).max(1.75).describe('How many times as large as usual.'),
      })
      .partial(),
    scale: z.number().min(0.9).max(1.15).describe('Size of running text and everything small: 1 is usual.'),
    spacing: z.enum(['close', 'normal', 'airy']).describe('Between columns and between bands.'),
    corners: z.int().min(0).max(24).describe('Radius in pixels.'),
    lines: z
      .strictObject({
        width: z.int().min(0).max(8).describe('Of strong lines, in pixels.'),
        kind: z.enum(['solid', 'double', 'dotted']),
        accent: z.boolean(),
      })
      .partial(),
    titles: z.enum(['rule', 'bar', 'box', 'centred', 'large']).describe('Titles of sections.'),
    kickers: z.enum(['plain', 'capitals', 'box', 'italic', 'mono']).describe('Categories above headlines.'),
    cards: z.enum(['plain', 'filled', 'framed']).describe('Pictures with a headline below.'),
    lists: z.enum(['lines', 'dotted', 'bare']).describe('Between the entries of lists.'),
    header: z
      .strictObject({
        layout: z.enum(['centred', 'left', 'compact', 'big']),
        band: z.enum(['', 'accent', 'ink']).describe('Colour behind the name.'),
        menu: z.enum(['', 'accent', 'ink']).describe('Colour behind the menu.'),
      })
      .partial(),
    footer: z.preprocess(
      asFooter,
      z
        .strictObject({
          layout: z.enum(['columns', 'centred', 'line', 'big']),
          band: z.enum(['', 'accent', 'ink']).describe('Colour behind the footer.'),
        })
        .partial(),
    ),
  })
  .partial();

/** The setting: the base look and the differences to it. */
export const lookSchema = lookFields.extend({
  base: z.enum(lookNames).describe('The look that this one is based on.').optional(),
});

export type LookChoice = z.output<typeof lookSchema>;

/** The complete look of a choice. `themeColor` (the setting, if changed) applies unless the choice has an accent of its own. */
export function wholeLook(choice: LookChoice, themeColor?: string): Look {
  const base = looks[choice.base ?? 'broadsheet'];
  const { colours, headlines, lines, header, footer, base: _base, ...rest } = choice;
  const accent = colours?.accent ?? themeColor;
  const scheme = (name: 'light' | 'dark') => ({
    ...base.colours[name],
    ...(accent === undefined ? {} : { accent: undefined }),
    ...given(colours?.[name]),
  });
  return {
    ...base,
    ...given(rest),
    colours: {
      accent: accent ?? base.colours.accent,
      categories: colours?.categories ?? base.colours.categories,
      category: colours?.category ?? base.colours.category,
      light: scheme('light'),
      dark: scheme('dark'),
    },
    headlines: { ...base.headlines, ...given(headlines) },
    lines: { ...base.lines, ...given(lines) },
    header: { ...base.header, ...given(header) },
    footer: { ...base.footer, ...given(footer) },
  };
}

type Given<Values> = { [Key in keyof Values]: Exclude<Values[Key], undefined> };

/** Without undefined values, which would overwrite others. */
function given<Values extends object>(values: Values | undefined): Partial<Given<Values>> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Given<Values>>;
}
