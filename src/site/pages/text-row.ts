import type { LoadedBlock, LoadedNode } from './load-blocks.ts';
import { eachHtmlToken, readAttribute } from '../../lib/markup/html-tokens.ts';

/** How a row shows a text next to a sidebar. */
export interface TextRow {
  /** Height reserved for the sidebar, in pixels. Below it, wide content spans the whole row. */
  readonly track: number;
  /** Whether the text continues below the sidebar; otherwise the row has two columns down to its end. */
  readonly isFree: boolean;
}

/** Pixels by which a main column must be longer than its sidebar before the row gives up its two columns. */
const minBelow = 400;
/** Safety factor for titles that need one more line than estimated. */
const slack = 1.06;

/** Undefined for rows without a post's content next to a sidebar. `parts`: the HTML of the row's children. */
export function textRowOf(
  { block, settings, children }: LoadedBlock,
  parts: readonly string[],
): TextRow | undefined {
  if (block.definition.name !== 'broadsheet/row' || (settings as { layout?: string }).layout !== 'sidebar')
    return undefined;
  const sidebar = children.findIndex(isSidebar);
  const main = children.findIndex((child) => !isSidebar(child) && holdsContent(child));
  if (sidebar < 0 || main < 0) return undefined;
  const track = Math.ceil((sidebarHeight(parts[sidebar] ?? '') * slack) / 20) * 20;
  return {
    track,
    isFree: !sticksThroughout(children[sidebar]) && textHeight(parts[main] ?? '') > track + minBelow,
  };
}

export function withTextRow(html: string, { track, isFree }: TextRow): string {
  return html.replace(
    /^<div class="([^"]*)"(?: style="([^"]*)")?/,
    (_tag, names: string, style: string | undefined) =>
      `<div class="${names} text-row${isFree ? ' is-free' : ''}" style="${style === undefined ? '' : `${style};`}--track:${track}px"`,
  );
}

const columnSettings = (node: LoadedNode | undefined) =>
  typeof node === 'object' && node.block.definition.name === 'broadsheet/column'
    ? (node.settings as Record<string, unknown>)
    : undefined;

const isSidebar = (node: LoadedNode) =>
  String(columnSettings(node)?.className ?? '')
    .split(' ')
    .includes('column-sidebar');

const contents: ReadonlySet<string> = new Set(['broadsheet/post-content', 'core/post-content']);
const holdsContent = (node: LoadedNode): boolean =>
  typeof node === 'object' && (contents.has(node.block.definition.name) || node.children.some(holdsContent));

/** A column that names the screens it sticks on stays in view down to the end of its row. */
function sticksThroughout(node: LoadedNode | undefined): boolean {
  const screens = String(columnSettings(node)?.['sticky-enabled-on'] ?? '');
  return screens !== '' && screens !== 'site';
}

/** Pixels of cards without their text, by shape. */
const cardHeights: ReadonlyMap<string, number> = new Map([
  ['thumb', 46],
  ['text', 26],
  ['list', 100],
  ['grid', 290],
  ['lead', 260],
  ['slip', 280],
]);
/** Without a picture. */
const bareHeight = 28;
/** With a picture of 88 px and its lines. */
const minThumbHeight = 116;

const wide = /[\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF]/g;
/** Width in characters; CJK characters count twice. */
const lettersOf = (text: string): number => {
  const shown = text.trim();
  return shown.length + (shown.match(wide)?.length ?? 0);
};
const lines = (letters: number, perLine: number, pixels: number): number =>
  Math.ceil(letters / perLine) * pixels;

const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'cite',
  'code',
  'em',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
]);
const pictures: ReadonlySet<string> = new Set(['img', 'video', 'iframe']);

/** Visits each text box and tag of HTML; skips templates, and the tokenizer skips scripts. */
function walk(
  html: string,
  visit: {
    readonly words: (letters: number) => void;
    readonly tag: (name: string, isOpen: boolean, tag: string) => void;
  },
): void {
  let letters = 0;
  let hidden = 0;
  eachHtmlToken(html, ({ kind, start, end, name }) => {
    if (name === 'template') hidden += kind === 'open' ? 1 : -1;
    if (hidden > 0) return;
    if (kind === 'text') letters += lettersOf(html.slice(start, end));
    if (kind !== 'open' && kind !== 'close') return;
    if (!inline.has(name) && letters > 0) {
      visit.words(letters);
      letters = 0;
    }
    visit.tag(name, kind === 'open', html.slice(start, end));
  });
  if (letters > 0) visit.words(letters);
}

interface OpenCard {
  readonly shape: string;
  readonly isBare: boolean;
  height: number;
}

/** Estimates the height of a sidebar's HTML in a column of 324 px, rather too high. */
export function sidebarHeight(html: string): number {
  let height = 0;
  let card: OpenCard | undefined;
  let heading = false;
  walk(html, {
    words: (letters) => {
      if (card) card.height += heading ? lines(letters, 25, 23) : lines(letters, 40, 23);
      else height += lines(letters, 38, 26);
    },
    tag: (name, isOpen, tag) => {
      if (/^h[1-6]$/.test(name)) heading = isOpen;
      if (name === 'article') {
        if (card)
          height += Math.max(card.height, card.shape === 'thumb' && !card.isBare ? minThumbHeight : 0);
        const names = isOpen ? (readAttribute(tag, 'class') ?? '').split(' ') : [];
        const shape = names.find((one) => cardHeights.has(one.slice('card-'.length)))?.slice('card-'.length);
        const isBare = names.includes('card-bare');
        card =
          shape === undefined
            ? undefined
            : { shape, isBare, height: isBare ? bareHeight : (cardHeights.get(shape) ?? 0) };
      }
      if (!isOpen || card) return;
      const classNames = (readAttribute(tag, 'class') ?? '').split(' ');
      if (name === 'section' || name === 'aside') height += 40;
      if (classNames.includes('section-title')) height += 16;
      if (classNames.includes('ad'))
        height += Number(/--desktop-height:(\d{1,5})px/.exec(tag)?.[1] ?? 0) + 30;
      else if (pictures.has(name)) height += 220;
      if (classNames.includes('button') || ['button', 'select', 'textarea', 'input'].includes(name))
        height += 68;
    },
  });
  return height;
}

/** Estimates the height of an article's HTML in a text column, rather too low. */
export function textHeight(html: string): number {
  let height = 0;
  walk(html, {
    words: (letters) => {
      height += lines(letters, 75, 28) + 16;
    },
    tag: (name, isOpen) => {
      if (isOpen && pictures.has(name)) height += 160;
    },
  });
  return height;
}
