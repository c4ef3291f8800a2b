import { z } from 'zod';
import { nestingFault } from '../lib/clean-html/parse.ts';
import { htmlToText } from '../lib/plain-text.ts';
import { foreignSlug } from '../lib/slugify.ts';
import { visibleName } from '../lib/visible-name.ts';
import { whole } from '../lib/schemas.ts';

/** Value types shared by commands. None accepts a null byte, which PostgreSQL can't store. */

const hasNull = /\0/;
const noNull = 'it contains a null byte; remove it';

export const sentText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !hasNull.test(text), noNull);

/** HTML, whose elements and blocks are nested no deeper than a post allows. */
export const sentMarkup = (maxLength: number) =>
  sentText(maxLength).check(({ value, issues }) => {
    const fault = nestingFault(value);
    if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
  });

/** Plain text on one line; tags are removed. */
export const sentLine = (maxLength: number) => sentText(maxLength).transform(htmlToText);

/** The same, with visible characters. */
export const sentName = (maxLength: number) =>
  sentLine(maxLength).refine((name) => visibleName(name) !== '', 'it has no visible characters');

const slugOf = (sent: string) =>
  foreignSlug(foreignSlug(sent.trim().toLowerCase().replace(/\s+/g, '-')).replace(/["'<>`&]+/g, ''));

/** A slug that is safe in URLs, attributes and tags; empty: one is generated. */
export const slugUpTo = (maxLength: number) => sentText(maxLength).transform(slugOf);

const maxSlugLength = 2000;

export const sentSlug = slugUpTo(maxSlugLength);

/** A post's slug: without dots, as in WordPress, since the site's files have URLs with dots. */
export const sentPostSlug = sentText(maxSlugLength).transform((slug) => slugOf(slug.replaceAll('.', ' ')));

export const sentAddress = sentText(2000).refine(
  (address) =>
    address === '' ||
    (/^(?:https?:\/\/|\/(?!\/))[^\s\\]*$/i.test(address) && URL.canParse(address, 'https://site.example')),
  'expected a URL that begins with http:// or https://, or a path that begins with /',
);

export const sentId = whole(1);

export const sentIdOrNone = whole(0);
