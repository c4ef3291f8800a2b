import { listInPlaceOf } from '../../blocks/document/lists/foreign-list.ts';
import { isSavedBlock, underNameToday } from '../../blocks/document/known-blocks.ts';
import { findBlock, isRendered } from '../../blocks/registry.server.ts';
import { readBindings } from '../../lib/markup/bindings.ts';
import { patternBlockName, readPatternBlock } from '../../modules/patterns/expand-patterns.ts';
import type { Template, TemplateType } from '../../modules/templates/model.ts';
import { isRecord } from '../../lib/records.ts';
import { parseMarkup, hiddenClasses, isHidden } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { MissingPart, TemplateWarning, WarnedDevice } from '../../lib/template-texts.ts';
import { visibleName } from '../../lib/visible-name.ts';

/** A document to judge, stored or not (id 0). */
export type JudgedDocument = Pick<Template, 'id' | 'title' | 'content'>;

export interface JudgedTemplate extends JudgedDocument {
  readonly type: TemplateType;
  readonly isMobile: boolean;
  /** The phones' variant; undefined: the same document. */
  readonly mobile?: JudgedDocument | undefined;
  /** Phones get another document, which is judged separately. */
  readonly isVariantElsewhere?: boolean;
  /** Replaces one page on phones, so it may hold its own text instead of the page's. */
  readonly isMobilePage?: boolean;
}

export interface ReferencedDocuments {
  readonly patterns: ReadonlyMap<number, string>;
  readonly parts: ReadonlyMap<string, string>;
  /** Incomplete: a reference without a loaded document may show anything. */
  readonly isCut: boolean;
}

export const partKey = (slug: string, theme: string): string => `${theme}//${slug}`;

export function partOf({ name, attributes: { slug, theme } }: Pick<ParsedBlock, 'name' | 'attributes'>) {
  if (name !== 'core/template-part' || typeof slug !== 'string' || slug === '') return undefined;
  return { slug: slug.slice(0, 200), theme: typeof theme === 'string' ? theme.slice(0, 200) : '' };
}

/** Bits for the parts that a document shows. */
const shown = 1;
/** The text of the page's own post. */
const text = 2;
const list = 4;
/** A list that is or may be the page's own. */
const mainList = 8;
const file = 16;
const everything = 31;

type Facts = [number, number, number];

const screens = ['desktop', 'tablet', 'phone'] as const;
const widthClasses = ['wp-block-hidden-desktop', 'wp-block-hidden-tablet', 'wp-block-hidden-mobile'];

/** Blocks that only show their inner blocks. */
const frames: ReadonlySet<string> = new Set([
  'broadsheet/row',
  'broadsheet/column',
  'broadsheet/header',
  'broadsheet/footer',
  'core/query',
  'core/post-template',
  'core/terms-query',
  'core/term-template',
  'core/comments',
  'core/comment-template',
  'core/query-pagination',
  'core/comments-pagination',
  'core/social-links',
]);
/** Blocks that show nothing, or nothing that makes a page. */
const invisible: ReadonlySet<string> = new Set([
  'broadsheet/ad',
  'broadsheet/autoload',
  'broadsheet/background-ad',
  'broadsheet/lazy-footer',
  'broadsheet/more-articles',
  'broadsheet/reading-progress',
  'core/more',
  'core/nextpage',
  'core/pattern',
  'core/query-no-results',
  'core/spacer',
  'core/separator',
]);
/** Any other Broadsheet block that shows posts is a list. */
const bitsByName: ReadonlyMap<string, number> = new Map([
  ['broadsheet/post-content', text],
  ['core/post-content', text],
  ['broadsheet/attachment', file],
  ['broadsheet/archive-loop', list | mainList],
  ['core/latest-posts', list],
]);
/** Settings that limit a list to one term or author; a template of that one may use it as the main list. */
const narrowing = ['category_id', 'tag_slug', 'author_id', 'post_ids'];

/** Parts that a template of each type needs, besides showing anything. */
const needs: Readonly<Partial<Record<TemplateType, { readonly bits: number; readonly what: MissingPart }>>> =
  {
    single: { bits: text, what: 'no_content' },
    page: { bits: text, what: 'no_content' },
    cpt: { bits: text, what: 'no_content' },
    woo_product: { bits: text, what: 'no_content' },
    attachment: { bits: text | file, what: 'no_content' },
    category: { bits: mainList, what: 'no_list' },
    tag: { bits: mainList, what: 'no_list' },
    author: { bits: mainList, what: 'no_list' },
    date: { bits: mainList, what: 'no_list' },
    search: { bits: mainList, what: 'no_list' },
    woo_archive: { bits: mainList, what: 'no_list' },
    woo_search_archive: { bits: mainList, what: 'no_list' },
    woo_shop_base: { bits: mainList | text, what: 'no_list' },
    cpt_tax: { bits: mainList, what: 'no_list' },
    // A front page may be a static page.
    home: { bits: list | text, what: 'no_list' },
  };

/**
 * Warnings about a template, by screen: a blank page, or one without its text or its list of posts. Headers and footers
 * get none. Linear in the length of the documents.
 */
export function judgeTemplate(template: JudgedTemplate, references: ReferencedDocuments): TemplateWarning[] {
  const { type, isMobile, mobile } = template;
  if (type === 'header' || type === 'footer') return [];
  const reader = new DocumentReader(references);
  const judge = (document: JudgedDocument, on: readonly (typeof screens)[number][]): TemplateWarning[] => {
    const facts = reader.read(document.content);
    const need = template.isMobilePage ? undefined : needs[type];
    const found = on.map((screen) => {
      const bits = facts[screens.indexOf(screen)] ?? 0;
      const what: MissingPart | undefined =
        (bits & shown) === 0 ? 'blank' : need && (bits & need.bits) === 0 ? need.what : undefined;
      return { screen, what };
    });
    const warn = (what: MissingPart, device: WarnedDevice) => ({
      what,
      device,
      templateId: document.id,
      title: document.title,
      type,
    });
    const [first] = found;
    if (first?.what && found.every(({ what }) => what === first.what)) {
      return [warn(first.what, on.length === screens.length ? 'all' : first.screen)];
    }
    return found.flatMap(({ screen, what }) => (what ? [warn(what, screen)] : []));
  };
  if (isMobile) return judge(template, ['phone']);
  if (template.isVariantElsewhere) return judge(template, ['desktop', 'tablet']);
  return mobile
    ? [...judge(template, ['desktop', 'tablet']), ...judge(mobile, ['phone'])]
    : judge(template, screens);
}

/** Levels of blocks read across all documents; deeper ones may show anything. Bounds the stack. */
const deepestRead = 500;

interface Place {
  readonly depth: number;
  /** Inside a list of other posts: a text there is not the page's. */
  readonly inOtherPosts: boolean;
  /** The outer `core/query` lists other posts than the page; undefined outside of any. */
  readonly isOwnQuery: boolean | undefined;
}

const outermost: Place = { depth: 0, inOtherPosts: false, isOwnQuery: undefined };

/** Reads documents, following references; each pattern once. */
class DocumentReader {
  readonly #references: ReferencedDocuments;
  readonly #known = new Map<string, Facts>();

  constructor(references: ReferencedDocuments) {
    this.#references = references;
  }

  read(markup: string, place = outermost): Facts {
    return this.#readAll(
      parseMarkup(markup, () => undefined),
      place,
    );
  }

  #readAll(parts: readonly (string | ParsedBlock)[], around: Place): Facts {
    const place = { ...around, depth: around.depth + 1 };
    if (place.depth > deepestRead) return onAll(everything);
    const facts: Facts = [0, 0, 0];
    for (const part of parts) {
      add(
        facts,
        typeof part === 'string'
          ? onAll(showsHtml(part) ? shown : 0)
          : this.#readBlock(underNameToday(part), place),
      );
    }
    return facts;
  }

  #readBlock(block: ParsedBlock, place: Place): Facts {
    const { name, attributes } = block;
    if (name === '') return this.#readAll(block.parts, place);
    if (isHidden(block) || isForScreenReaders(attributes)) return onAll(0);
    const facts = this.#readShown(block, place);
    const hidden = new Set(hiddenClasses(block));
    widthClasses.forEach((one, at) => {
      if (hidden.has(one)) facts[at] = 0;
    });
    return facts;
  }

  #readShown(block: ParsedBlock, place: Place): Facts {
    const { name, attributes } = block;
    if (name === patternBlockName) {
      const pattern = readPatternBlock(attributes);
      return pattern
        ? this.#follow(`pattern ${pattern.ref}`, this.#references.patterns.get(pattern.ref), place)
        : onAll(0);
    }
    if (name === 'core/template-part') {
      const part = partOf(block);
      const key = part && partKey(part.slug, part.theme);
      return key === undefined
        ? onAll(0)
        : this.#follow(`part ${key}`, this.#references.parts.get(key), place);
    }
    if (invisible.has(name)) return onAll(0);
    if (readBindings(name, attributes)) return onAll(shown);
    if (frames.has(name)) return this.#readFrame(block, place);
    if (isRendered(name, attributes)) {
      // Covers and similar blocks show their inner blocks.
      const facts = this.#readFrame(block, place);
      add(facts, onAll(ownBits(block, place)));
      return facts;
    }
    if (isSavedBlock(name)) return this.#readAll(block.parts, place);
    if (listInPlaceOf(block)) return onAll(shown | list | mainList);
    // An unknown block's own HTML doesn't count, but its inner blocks are rendered.
    return this.#readAll(
      block.parts.filter((part) => typeof part !== 'string'),
      place,
    );
  }

  #readFrame(block: ParsedBlock, place: Place): Facts {
    const inside = block.parts.filter((part) => typeof part !== 'string');
    if (block.name === 'core/query') {
      const { query } = block.attributes;
      return this.#readAll(inside, { ...place, isOwnQuery: !isRecord(query) || query['inherit'] === true });
    }
    if (block.name !== 'core/post-template') return this.#readAll(inside, place);
    const inOtherPosts = place.inOtherPosts || place.isOwnQuery !== true;
    const facts = this.#readAll(inside, { ...place, inOtherPosts });
    // The inner blocks show the posts of the list.
    return facts.map((bits) => ((bits & shown) > 0 ? bits | list | mainList : bits)) as Facts;
  }

  /** A referenced document; one that contains itself shows nothing there. */
  #follow(name: string, markup: string | undefined, place: Place): Facts {
    if (markup === undefined) return onAll(this.#references.isCut ? everything : 0);
    const key = `${name} ${place.inOtherPosts} ${place.isOwnQuery}`;
    let facts = this.#known.get(key);
    if (!facts) {
      this.#known.set(key, onAll(0));
      facts = this.read(markup, place);
      this.#known.set(key, facts);
    }
    return [...facts];
  }
}

function ownBits({ name, attributes }: ParsedBlock, { inOtherPosts }: Place): number {
  const isList = name.startsWith('broadsheet/') && findBlock(name)?.definition.showsPosts === true;
  const bits = bitsByName.get(name) ?? (isList ? list : 0);
  if (bits === text && inOtherPosts) return shown;
  const isNarrowed =
    bits === list && narrowing.some((key) => Boolean(attributes[key]) && attributes[key] !== '0');
  return shown | bits | (isNarrowed ? mainList : 0);
}

const onAll = (bits: number): Facts => [bits, bits, bits];

function add(facts: Facts, more: Facts): void {
  more.forEach((bits, at) => {
    facts[at] = (facts[at] ?? 0) | bits;
  });
}

function isForScreenReaders({ className }: ParsedBlock['attributes']): boolean {
  return (
    typeof className === 'string' && /(?:^|\s)(?:visually-hidden|screen-reader-text)(?:\s|$)/.test(className)
  );
}

const media =
  /<(?:img|picture|video|audio|iframe|svg|canvas|object|embed|input|select|textarea|button|progress|meter|math)[\s/>]/i;

function showsHtml(html: string): boolean {
  if (html.trim() === '') return false;
  return media.test(html) || /url\(/i.test(html) || visibleName(htmlToText(html)) !== '';
}
