import { z } from 'zod';
import { whole } from '../../lib/whole-schema.ts';
import { sentIdOrNone, sentLine, sentName, sentText, slugUpTo } from '../../kernel/input-kinds.ts';

/** Most items of a menu, written here or imported: every page of the site carries them. */
export const mostItems = 1000;

/** Place of an item in its menu, from 1. */
export const itemPosition = whole(1, 1_000_000);

/** What is said of a menu, beside its items. */
export const menuFields = {
  name: sentName(200),
  /** Left out: one is made of the name, and one that is there stays. A taken one gets a number. */
  slug: slugUpTo(200),
};

/** What is said of an item of a menu, beside its place. */
export const sentItem = {
  type: z.enum(['taxonomy', 'post_type', 'custom']),
  object: z
    .string()
    .max(32)
    .regex(/^[\w-]*$/, 'expected the name of a type or taxonomy'),
  objectId: sentIdOrNone,
  /** The writer empties addresses that run code. */
  url: sentText(2000),
  label: sentText(500),
  titleAttribute: sentLine(500),
  target: z.enum(['_blank', '']),
  rel: sentLine(200),
  classes: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[\w-]+$/, 'expected the name of a class'),
    )
    .max(20),
  description: sentText(2000),
  megaKind: z.enum(['', 'page', 'category']),
  megaId: sentIdOrNone,
};
