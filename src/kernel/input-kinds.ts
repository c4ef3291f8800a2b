import { z } from 'zod';
import { nestingFault } from '../lib/clean-html/parse.ts';
import { htmlToText } from '../lib/plain-text.ts';
import { foreignSlug } from '../lib/slugify.ts';
import { visibleName } from '../lib/visible-name.ts';
import { whole } from '../lib/schemas.ts';

/** Kinds of values that people send to several commands. None takes a null byte, which PostgreSQL can't hold. */

const hasNull = /\0/;
const noNull = 'it holds a null byte; leave that out';

/** A text of several lines, HTML or not, of at most `longest` UTF-16 units. */
export const sentText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !hasNull.test(text), noNull);

/** The same of HTML, whose elements and blocks nest no deeper than those of a post may. */
export const sentMarkup = (longest: number) =>
  sentText(longest).check(({ value, issues }) => {
    const fault = nestingFault(value);
    if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
  });

/** The words of what was sent, on one line: tags go. */
export const sentLine = (longest: number) => sentText(longest).transform(htmlToText);

/** The same, and something must be left that can be seen. */
export const sentName = (longest: number) =>
  sentLine(longest).refine((name) => visibleName(name) !== '', 'no word is left of it; write something');

const slugOf = (sent: string) =>
  foreignSlug(foreignSlug(sent.trim().toLowerCase().replace(/\s+/g, '-')).replace(/["'<>`&]+/g, ''));

/** A slug as it may stand in an address, without what could end an attribute or begin a tag; empty: one is made. */
export const slugUpTo = (longest: number) => sentText(longest).transform(slugOf);

const longestSlug = 2000;

/** The same of what has no bound of its own. */
export const sentSlug = slugUpTo(longestSlug);

/** That of a post, which may stand where files and scripts of the site are asked for: as in WordPress without dots. */
export const sentPostSlug = sentText(longestSlug).transform((slug) => slugOf(slug.replaceAll('.', ' ')));

/** Web address, path of this site, or empty. */
export const sentAddress = sentText(2000).refine(
  (address) =>
    address === '' ||
    (/^(?:https?:\/\/|\/(?!\/))[^\s\\]*$/i.test(address) && URL.canParse(address, 'https://site.example')),
  'expected an address that begins with http:// or https://, or a path that begins with /',
);

/** Id of a thing that must exist; the command looks. */
export const sentId = whole(1);

/** Id, or 0 for none. */
export const sentIdOrNone = whole(0);
