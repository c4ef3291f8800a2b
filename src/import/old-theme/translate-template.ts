import { foreignList } from '../../blocks/document/lists/foreign-list.ts';
import type { TemplateType } from '../../modules/templates/model.ts';
import { hiddenOn, twelfths } from './composer-values.ts';
import { textBlocks, wordBlocks } from './composer-texts.ts';
import { counterparts, withoutParts } from './counterparts.ts';
import type { Counterpart } from './counterparts.ts';
import type { ForeignIds } from './composer-values.ts';
import { layOutPage, layOutRow, made, shortcodeBlock } from './lay-out.ts';
import type { LaidOutColumn, LaidOutBlock } from './lay-out.ts';
import { readSettings } from './read-settings.ts';
import { isShownModule } from '../../lib/shortcodes/builders.ts';
import { isHiddenShortcode } from '../../lib/shortcodes/hidden-shortcodes.ts';
import { isStructure, readShortcodes, writeShortcode } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';

export interface TranslatedLine {
  readonly depth: number;
  readonly was: string;
  /** Empty when there is no equivalent. */
  readonly is: string;
}

export interface Translation {
  readonly blocks: readonly LaidOutBlock[];
  readonly lines: readonly TranslatedLine[];
  readonly unknown: readonly { readonly name: string; readonly uses: number; readonly text: string }[];
  readonly notes: readonly string[];
}

export interface TranslateOptions {
  readonly type: TemplateType;
  readonly isMobile: boolean;
  readonly ids: ForeignIds;
  /** Whether the source is a post's text: elements that belong around a text are left out, and text outside of elements is retained. */
  readonly isText?: boolean;
  /** Whether each article appears only once: lists leave out those shown above. */
  readonly isOnce?: boolean;
}

const headings: Readonly<Partial<Record<TemplateType, string>>> = {
  single: 'broadsheet/post-title',
  page: 'broadsheet/post-title',
  cpt: 'broadsheet/post-title',
  attachment: 'broadsheet/post-title',
  woo_product: 'broadsheet/post-title',
  category: 'broadsheet/archive-title',
  tag: 'broadsheet/archive-title',
  author: 'broadsheet/archive-title',
  date: 'broadsheet/archive-title',
  cpt_tax: 'broadsheet/archive-title',
  woo_archive: 'broadsheet/archive-title',
  woo_shop_base: 'broadsheet/archive-title',
  search: 'broadsheet/search-results',
  woo_search_archive: 'broadsheet/search-results',
  '404': 'broadsheet/not-found',
};
/** Blocks that a page has once; old templates may contain them twice, in a variant for phones. */
const onceAPage: ReadonlySet<string> = new Set(
  [
    'post-title',
    'post-meta',
    'post-content',
    'post-comments',
    'post-author-box',
    'post-featured-image',
    'post-tags',
    'post-neighbours',
    'archive-title',
    'archive-loop',
    'search-results',
    'not-found',
    'breadcrumbs',
    'attachment',
    'ticker',
    'mobile-menu',
  ].map((name) => `broadsheet/${name}`),
);
/** The main content of each kind of page; it is added when missing. */
const essentials: Readonly<Partial<Record<TemplateType, string>>> = Object.fromEntries(
  Object.entries(headings).flatMap(([type, heading]) =>
    heading === 'broadsheet/not-found'
      ? []
      : [[type, heading === 'broadsheet/post-title' ? 'broadsheet/post-content' : 'broadsheet/archive-loop']],
  ),
);

/** Blocks that already surround a text, or would contain it again. */
const aroundTexts: ReadonlySet<string> = new Set([
  ...[...onceAPage].filter((name) => name !== 'broadsheet/ticker'),
  ...['header-search', 'account-link', 'site-title', 'nav-menu'].map((name) => `broadsheet/${name}`),
]);

const listBlock = 'broadsheet/post-list';
const gridsRepeat =
  'each article appeared only once; lists still do that, but big grids and slides may repeat articles of a list';
const nothingLikeIt = '– no equivalent';
const hiddenOnBoth = 'hidden on the old site and hidden here as well';
const maxTextLength = 200;
const maxUnknown = 200;
const maxWordLength = 100;

export function translateTemplate(source: string, options: TranslateOptions): Translation {
  const tree = readShortcodes(source);
  const translator = new Translator(tree.nodes, options);
  const top = translator.inside(tree.nodes, 12, 0);
  const { type } = options;
  const essential = essentials[type];
  const notes = [...tree.faults, ...translator.notes];
  const blocks = [...top];
  if (blocks.length > 0 && essential !== undefined && !translator.has(essential)) {
    blocks.push(made(essential));
    notes.push(`it had no ${shortName(essential)}; one was added at the end`);
  }
  if (type === '404' && blocks.length > 0 && !translator.has('broadsheet/not-found')) {
    if (!headed(blocks)) {
      blocks.unshift(made('broadsheet/not-found', { limit: 0 }));
      notes.push('it had no heading; the default message was added at the top');
    }
  }
  return { blocks: layOutPage(blocks, type), lines: translator.lines, unknown: translator.unknown(), notes };
}

const shortName = (name: string) => name.replace(/^broadsheet\//, '');

/** Makes the first heading the page's `<h1>`; returns whether there is one. */
function headed(blocks: LaidOutBlock[]): boolean {
  for (const [index, block] of blocks.entries()) {
    if (block.name === 'core/heading') {
      const html = (block.html ?? '').replace(/^<h\d/, '<h1').replace(/<\/h\d>$/, '</h1>');
      blocks[index] = { ...block, attributes: { ...block.attributes, level: 1 }, html };
      return true;
    }
    const children = [...block.children];
    if (!headed(children)) continue;
    blocks[index] = { ...block, children };
    return true;
  }
  return false;
}

export class Translator {
  readonly lines: TranslatedLine[] = [];
  readonly #notes = new Set<string>();
  readonly #unknown = new Map<string, { uses: number; readonly text: string }>();
  readonly #options: TranslateOptions;
  /** Blocks that a page has once, with their settings, which later elements may extend. */
  readonly #placed = new Map<string, Record<string, unknown>>();
  /** Parts found before the block they belong to. */
  readonly #turnedOn = new Map<string, Set<string>>();
  /** Blocks with an element of their own, which their parts need not create. */
  readonly #whole: ReadonlySet<string>;

  constructor(nodes: readonly Shortcode[], options: TranslateOptions) {
    this.#options = options;
    this.#whole = new Set(this.#namesIn(nodes));
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  has(name: string): boolean {
    return this.#placed.has(name);
  }

  unknown(): Translation['unknown'] {
    return [...this.#unknown]
      .map(([name, { uses, text }]) => ({ name, uses, text }))
      .toSorted((a, b) => b.uses - a.uses);
  }

  /** Translates sibling elements; `width` is their share of the page in twelfths. */
  inside(nodes: readonly Shortcode[], width: number, depth: number): LaidOutBlock[] {
    return nodes.flatMap((node) => this.#one(node, width, depth));
  }

  *#namesIn(nodes: readonly Shortcode[]): Iterable<string> {
    for (const { name, attributes, children } of nodes) {
      if (this.#isHidden(attributes.tdc_css)) continue;
      const counterpart = this.#counterpartOf(name);
      if (counterpart && 'block' in counterpart) yield counterpart.block;
      yield* this.#namesIn(children);
    }
  }

  #isHidden(css: string | undefined): boolean {
    const hidden = hiddenOn(css);
    return this.#options.isMobile ? hidden.phones : hidden.desktops;
  }

  /** The equivalent of a shortcode on this kind of page; headings and their parts depend on it. */
  #counterpartOf(name: string): Counterpart | undefined {
    const found = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
    const heading = headings[this.#options.type];
    const isSearch = heading === 'broadsheet/search-results';
    if (!found) return undefined;
    if ('heading' in found)
      return heading === undefined
        ? undefined
        : { block: heading, settings: heading === 'broadsheet/not-found' ? { limit: 0 } : {} };
    if ('headingPart' in found) {
      if (heading !== 'broadsheet/archive-title') return undefined;
      return found.headingPart === undefined
        ? { part: heading }
        : { part: heading, turnsOn: found.headingPart };
    }
    if (name === 'tdb_search_form' && isSearch) return { part: 'broadsheet/search-results' };
    if (
      'block' in found &&
      found.block === 'broadsheet/archive-loop' &&
      (heading === undefined || !/archive-title|search-results/.test(heading))
    ) {
      return counterparts.td_flex_block_1;
    }
    return found;
  }

  #one(node: Shortcode, width: number, depth: number): readonly LaidOutBlock[] {
    const { name, attributes, children } = node;
    const hidden = hiddenOn(attributes.tdc_css);
    if (this.#isHidden(attributes.tdc_css)) {
      this.#notes.add(
        `elements ${this.#options.isMobile ? 'hidden on phones were left out' : 'shown only on phones were left out; use a mobile template for them'}`,
      );
      this.#line(depth, node, '(nothing: it is hidden)');
      return [];
    }
    if (isHiddenShortcode(name, attributes)) {
      this.#notes.add(hiddenOnBoth);
      return this.#say(depth, node, hiddenOnBoth, this.#options.isText ? [shortcodeOf(node)] : []);
    }
    if (hidden.phones && !this.#options.isMobile)
      this.#notes.add('elements hidden on phones are shown there; use a mobile template without them');
    if (name === 'vc_row' || name === 'vc_row_inner') return this.#row(node, width, depth);
    if (isStructure(name)) {
      this.#line(depth, node, name.startsWith('vc_column') ? 'column' : 'section');
      return this.inside(children, width, depth + 1);
    }
    if (name === '') {
      if (this.#options.isText)
        return this.#say(depth, node, 'core/freeform', wordBlocks(node.text, this.#options.ids));
      return this.#say(depth, node, '(nothing: text outside of all elements)', []);
    }
    const counterpart = this.#counterpartOf(name);
    if (!counterpart && this.#options.isText && isShownAsShortcode(node)) {
      const list = foreignList(name, attributes);
      return this.#say(depth, node, list ? shortName(list.block) : shortcodeBlock, [shortcodeOf(node)]);
    }
    if (!counterpart) return this.#missed(node, depth);
    if (this.#options.isText && isAround(counterpart))
      return this.#say(depth, node, '(nothing: a wrapper of the text)', []);
    if ('missing' in counterpart) return this.#missed(node, depth, counterpart.missing);
    if ('without' in counterpart) return this.#say(depth, node, `(nothing: ${counterpart.without})`, []);
    if ('part' in counterpart) return this.#part(counterpart, node, depth);
    if ('text' in counterpart) {
      const blocks = textBlocks(counterpart.text, node, this.#options.ids);
      const is =
        blocks.length === 0 ? '(nothing: it is empty)' : blocks.map((block) => block.name).join(', ');
      return this.#say(depth, node, is, blocks);
    }
    return 'block' in counterpart ? this.#block(counterpart, node, width, depth) : [];
  }

  #row(node: Shortcode, width: number, depth: number): readonly LaidOutBlock[] {
    this.#line(depth, node, 'row');
    const columns: LaidOutColumn[] = [];
    let room = 0;
    for (const child of node.children) {
      const isColumn = child.name === 'vc_column' || child.name === 'vc_column_inner';
      const part = isColumn ? twelfths(child.attributes.width) : 12;
      const blocks = this.#one(child, Math.max(1, Math.round((width * part) / 12)), depth + 1);
      room += part;
      if (blocks.length > 0)
        columns.push({ blocks, width: part, isSticky: child.attributes.is_sticky === 'yes' });
    }
    return layOutRow(inRoom(columns, Math.min(room, 12)), {
      isInner: node.name === 'vc_row_inner',
      isOver: node.attributes.absolute_position === 'yes',
    });
  }

  #missed(node: Shortcode, depth: number, reason = ''): readonly LaidOutBlock[] {
    const name = node.name.slice(0, maxWordLength);
    const known = this.#unknown.get(name);
    if (known) known.uses++;
    else if (this.#unknown.size < maxUnknown) this.#unknown.set(name, { uses: 1, text: cut(node.tag) });
    if (reason !== '') this.#notes.add(`${cut(node.tag)} shows nothing here: ${reason}`);
    return this.#say(depth, node, reason === '' ? '' : `${nothingLikeIt}: ${reason}`, []);
  }

  /** Enables a part of a block, and creates the block if no other element does. */
  #part(
    { part, turnsOn }: Extract<Counterpart, { readonly part: string }>,
    node: Shortcode,
    depth: number,
  ): readonly LaidOutBlock[] {
    const placed = this.#placed.get(part);
    if (turnsOn !== undefined) {
      if (placed) placed[turnsOn] = true;
      else this.#turnedOn.set(part, (this.#turnedOn.get(part) ?? new Set()).add(turnsOn));
    }
    const is = `${shortName(part)}${turnsOn === undefined ? '' : `, ${turnsOn}`}`;
    return this.#say(depth, node, is, placed || this.#whole.has(part) ? [] : [this.#place(part, {})]);
  }

  #block(
    counterpart: Extract<Counterpart, { readonly block: string }>,
    node: Shortcode,
    width: number,
    depth: number,
  ): readonly LaidOutBlock[] {
    const { block } = counterpart;
    if (onceAPage.has(block) && this.#placed.has(block))
      return this.#say(depth, node, `(nothing: the page already has ${shortName(block)})`, []);
    const { ids } = this.#options;
    const settings = readSettings(counterpart, node, {
      width,
      ids,
      note: (message) => this.#notes.add(`${node.name.slice(0, maxWordLength)}: ${message}`),
    });
    const isOnce = this.#options.isOnce && block === listBlock;
    if (this.#options.isOnce && (block === 'broadsheet/big-grid' || block === 'broadsheet/slide'))
      this.#notes.add(gridsRepeat);
    return this.#say(depth, node, shortName(block), [
      this.#place(block, isOnce ? { ...settings, once: true } : settings),
    ]);
  }

  #place(name: string, settings: Readonly<Record<string, unknown>>): LaidOutBlock {
    const on = Object.fromEntries([...(this.#turnedOn.get(name) ?? [])].map((setting) => [setting, true]));
    const attributes: Record<string, unknown> = { ...withoutParts[name], ...on, ...settings };
    this.#placed.set(name, attributes);
    return made(name, attributes);
  }

  #say<Blocks extends readonly LaidOutBlock[]>(
    depth: number,
    node: Shortcode,
    is: string,
    blocks: Blocks,
  ): Blocks {
    this.#line(depth, node, is);
    return blocks;
  }

  #line(depth: number, { name, attributes, text, tag }: Shortcode, is: string): void {
    const title = attributes.custom_title ?? '';
    const words = (title.startsWith('translation_') ? '' : title) || (name === '' ? text.trim() : '');
    const width = name.startsWith('vc_column') && !name.endsWith('text') ? (attributes.width ?? '') : '';
    const was = [name.slice(0, maxWordLength), width, words ? `“${cut(words, 60)}”` : '']
      .filter((part) => part !== '')
      .join(' ');
    this.lines.push({ depth, was: is === '' ? cut(tag) : was, is });
  }
}

/** Widens columns to fill the space of empty ones; `room` is the total in twelfths. */
function inRoom(columns: readonly LaidOutColumn[], room: number): readonly LaidOutColumn[] {
  const taken = columns.reduce((sum, { width }) => sum + width, 0);
  if (taken >= room) return columns;
  let left = room;
  return columns.map((column, index) => {
    const width =
      index === columns.length - 1 ? left : Math.min(12, Math.round((column.width * room) / taken));
    left -= width;
    return { ...column, width };
  });
}

/** Whether the server renders a shortcode without an equivalent: as a list of posts, or by its attributes. */
const isShownAsShortcode = ({ name, attributes }: Shortcode) =>
  isShownModule(name) || foreignList(name, attributes) !== undefined;

const shortcodeOf = (node: Shortcode): LaidOutBlock => ({
  name: shortcodeBlock,
  attributes: {},
  children: [],
  html: writeShortcode(node),
});

const isAround = (counterpart: Counterpart) =>
  'part' in counterpart ||
  'headingPart' in counterpart ||
  ('block' in counterpart && aroundTexts.has(counterpart.block));

function cut(text: string, maxLength = maxTextLength): string {
  const line = text.slice(0, maxLength + 1).replace(/\s+/g, ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
