import { blockTokens } from '../markup/block-markup.ts';
import { readJson } from '../json.ts';
import { splice } from '../markup/html-tokens.ts';
import { parseShortcodeAttributes } from '../shortcodes/attributes.ts';
import { scanShortcodes } from '../shortcodes/scan.ts';
import type { DataSources } from './parts.ts';

/** Post types in which builders store parts shared by several pages. */
export const globalPartTypes = [
  'et_pb_layout',
  'fusion_element',
  'fusion_template',
  'templatera',
  'vc_templates',
] as const;
/** Meta of a part that had no URL at the old site and was only visible within pages. */
export const shownInPagesKey = '_broadsheet_shown_in_pages';

const globalBlock = 'divi/global-layout';
/** Limits: nesting of parts, parts of one text, and characters that they add to it. */
export const deepestGlobals = 4;
const maxGlobals = 200;
const maxAdded = 2_000_000;

/** A place where a builder shows another post. */
export interface GlobalPart {
  readonly name: string;
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export const mayHoldGlobalParts = (content: string): boolean =>
  content.includes('global_module=') ||
  content.includes('[fusion_global ') ||
  content.includes('[templatera ') ||
  content.includes(`<!-- wp:${globalBlock} `);

/** The posts that a text shows, in order, without parts that contain a copy of the post. */
export function globalPartsIn(content: string): GlobalPart[] {
  if (!mayHoldGlobalParts(content)) return [];
  const found = [...globalShortcodes(content), ...globalBlocks(content)];
  return found.toSorted((a, b) => a.start - b.start).slice(0, maxGlobals);
}

function globalShortcodes(content: string): GlobalPart[] {
  const tokens = scanShortcodes(content);
  const closings = new Map(tokens.filter(({ closing }) => closing).map((token) => [token.start, token]));
  return tokens.flatMap(({ kind, closing, name, text, start, end, closedAt }) => {
    if (kind !== 'drop' || closing) return [];
    const { named } = parseShortcodeAttributes(text.slice(0, 5000));
    const id = (name === 'fusion_global' || name === 'templatera' ? named.id : named.global_module) ?? '';
    if (!isId.test(id)) return [];
    const closingTag = closedAt === undefined ? undefined : closings.get(closedAt);
    if (closingTag && content.slice(end, closingTag.start).trim() !== '') return [];
    return [{ name: `[${name}]`, id, start, end: closingTag?.end ?? end }];
  });
}

function globalBlocks(content: string): GlobalPart[] {
  const tokens = blockTokens(content);
  return tokens.flatMap(({ kind, name, json, start, end }, index) => {
    if (name !== globalBlock || kind === 'close') return [];
    const id = String(readJson(json)?.globalModule ?? '');
    if (!isId.test(id)) return [];
    const next = tokens[index + 1];
    if (kind === 'void') return [{ name: `block ${name}`, id, start, end }];
    const isBlank =
      next?.kind === 'close' && next.name === name && content.slice(end, next.start).trim() === '';
    return isBlank ? [{ name: `block ${name}`, id, start, end: next.end }] : [];
  });
}

const isId = /^[1-9]\d{0,12}$/;

/** Replaces the parts by the posts they show; unknown ones stay as written. */
export function withGlobalParts(content: string, { globals }: Pick<DataSources, 'globals'>): string {
  if (globals.size === 0) return content;
  let room = maxAdded;
  let parts = maxGlobals;
  const fill = (text: string, open: readonly string[]): string =>
    splice(
      text,
      globalPartsIn(text).flatMap(({ id, start, end }) => {
        const inner = globals.get(id);
        if (inner === undefined || open.includes(id) || open.length >= deepestGlobals) return [];
        if (parts-- <= 0 || inner.length > room) return [];
        room -= inner.length;
        return [{ start, end, text: `\n\n${fill(inner, [...open, id])}\n\n` }];
      }),
    );
  return fill(content, []);
}
