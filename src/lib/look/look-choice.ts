import { z } from 'zod';
import { lookNames, fontPairNames } from './looks.ts';
import { ownFonts } from './own-fonts.ts';

const hex = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a color such as #0b5cff');

/** A slug, without characters that are special in CSS, in attributes or in keys of the command line. */
const slug = z
  .string()
  .regex(/^[^\s.<>"'&{};\\]{1,200}$/u, 'expected the slug of a category, as in its address');
const maxOwn = 200;

const surfaces = z
  .strictObject({
    paper: hex.describe('Page background.'),
    surface: hex.describe('Secondary background: fields, code, highlighted areas.'),
    ink: hex.describe('Text and strong lines.'),
    accent: hex.describe('Links and buttons in this scheme; defaults to the common accent.'),
  })
  .partial();

/** Looks saved or exported before footers had layouts contain only the colour. */
const asFooter = (footer: unknown) =>
  typeof footer === 'string' ? { band: footer === 'plain' ? '' : footer } : footer;

/** Parts of a look, as in docs/guides/look.md. Missing parts are those of its base. */
export const lookFields = z
  .strictObject({
    colours: z
      .strictObject({
        accent: hex.describe('Links, buttons and selected items.'),
        categories: z
          .union([z.enum(['hues', 'accent']), z.array(hex).min(1).max(8)])
          .describe(
            'Category colours: eight hues of equal lightness, the accent, or up to eight custom colours.',
          ),
        category: z
          .record(slug, hex)
          .refine((own) => Object.keys(own).length <= maxOwn, `expected ${maxOwn} categories at most`)
          .describe('Colours of individual categories, by slug; subcategories inherit them.'),
        light: surfaces,
        dark: surfaces,
      })
      .partial(),
    fonts: z.enum(fontPairNames).describe('Font pair: one for headlines, one for all other text.'),
    ownFonts: ownFonts.describe('Custom font files; see broadsheet -- theme font.'),
    headlines: z
      .strictObject({
        weight: z.int().min(400).max(900).describe('400 is regular, 700 bold.'),
        capitals: z.boolean().describe('Headlines in uppercase.'),
        tracking: z.number().min(-0.05).max(0.1).describe('Letter spacing in em.'),
        size: z.number().min(0.8).max(1.75).describe('Factor of the default size.'),
      })
      .partial(),
    scale: z.number().min(0.9).max(1.15).describe('Size of body text and small text; 1 is the default.'),
    spacing: z.enum(['close', 'normal', 'airy']).describe('Space between columns and between sections.'),
    corners: z.int().min(0).max(24).describe('Radius in pixels.'),
    lines: z
      .strictObject({
        width: z.int().min(0).max(8).describe('Width of strong lines, in pixels.'),
        kind: z.enum(['solid', 'double', 'dotted']),
        accent: z.boolean(),
      })
      .partial(),
    titles: z.enum(['rule', 'bar', 'box', 'centred', 'large']).describe('Section titles.'),
    kickers: z
      .enum(['plain', 'capitals', 'box', 'italic', 'mono'])
      .describe('Category labels above headlines.'),
    cards: z.enum(['plain', 'filled', 'framed']).describe('Images with a headline below.'),
    lists: z.enum(['lines', 'dotted', 'bare']).describe('Between the entries of lists.'),
    header: z
      .strictObject({
        layout: z.enum(['centred', 'left', 'compact', 'big']),
        band: z.enum(['', 'accent', 'ink']).describe('Background of the site name.'),
        menu: z.enum(['', 'accent', 'ink']).describe('Background of the menu.'),
      })
      .partial(),
    footer: z.preprocess(
      asFooter,
      z
        .strictObject({
          layout: z.enum(['columns', 'centred', 'line', 'big']),
          band: z.enum(['', 'accent', 'ink']).describe('Background of the footer.'),
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
