import type { NamedHere } from '../../../modules/imports/named-here.ts';
import type { ContentEnv } from '../content-env.ts';
import type { BlockNode, DocumentNode } from '../document.ts';
import { foreignListNode, foreignList, isForeignListName, widgetOf } from './foreign-list.ts';
import type { ForeignList, ListReferences } from './read-list.ts';
import { isRecord } from '../../../lib/records.ts';
import { readAttribute } from '../../../lib/markup/html-tokens.ts';
import { readJson } from '../../../lib/json.ts';
import { decodeEntities } from '../../../lib/plain-text.ts';
import { isAttributeList, parseShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';
import { isHiddenShortcode } from '../../../lib/shortcodes/hidden-shortcodes.ts';

/** Replaced lists per text; each may need a query of its own. */
export const maxLists = 60;

/** Surrounds a list's number in HTML; content has no control characters. */
const mark = '\u0005';

/** Lists that replace shortcodes: marked while the HTML is assembled, then turned into nodes. */
export class PlacedLists {
  readonly #lists: ForeignList[] = [];

  place(list: ForeignList): string {
    return `${mark}${this.#lists.push(list) - 1}${mark}`;
  }

  inside(nodes: readonly DocumentNode[]): DocumentNode[] {
    if (this.#lists.length === 0) return [...nodes];
    return nodes.flatMap((node) =>
      typeof node === 'string' ? this.#split(node) : [{ ...node, children: this.inside(node.children) }],
    );
  }

  #split(html: string): DocumentNode[] {
    const pieces = html.split(mark);
    const result: DocumentNode[] = [];
    let isInParagraph = false;
    for (const [index, piece] of pieces.entries()) {
      if (index % 2 === 1) {
        const list = this.#lists[Number(piece)];
        if (list) result.push(foreignListNode(list, `list-${piece}`));
        continue;
      }
      // A list can't be in a paragraph: the paragraph ends before it and a new one starts after it.
      const opened: string = isInParagraph ? `<p>${piece}` : piece;
      isInParagraph = index < pieces.length - 1 && endsInParagraph(opened);
      const closed = isInParagraph ? `${opened}</p>` : opened;
      if (closed !== '') result.push(closed.replace(/<p>\s*<\/p>/g, ''));
    }
    return result.filter((node) => node !== '');
  }
}

/** Whether a text ends inside a paragraph that it opened. */
function endsInParagraph(html: string): boolean {
  const open = Math.max(html.lastIndexOf('<p>'), html.lastIndexOf('<p '));
  return open > html.lastIndexOf('</p>');
}

export const holdsLists = (nodes: readonly DocumentNode[]): boolean =>
  nodes.some(
    (node) => typeof node !== 'string' && (node.references !== undefined || holdsLists(node.children)),
  );

/** Maps categories, tags, authors and posts in lists to local ones; drops unknown ones, so that a list shows all posts rather than none. */
export async function withNamedHere(
  nodes: readonly DocumentNode[],
  postId: number,
  env: Pick<ContentEnv, 'namedHere' | 'onProblem'>,
): Promise<DocumentNode[]> {
  let count = 0;
  const all: ListReferences[] = [];
  const limited = changeLists(nodes, (node) => {
    const { references } = node;
    if (++count > maxLists) {
      if (count === maxLists + 1)
        env.onProblem(`The text has more than ${maxLists} lists of plugins; the rest is left out.`);
      return undefined;
    }
    if (references && Object.keys(references).length > 0) all.push(references);
    return node;
  });
  const named = (kind: keyof ListReferences) => [
    ...new Set(all.flatMap((references) => references[kind] ?? [])),
  ];
  const found =
    all.length > 0 &&
    env.namedHere &&
    (await env.namedHere(postId, {
      categories: [...new Set([...named('categories'), ...named('terms')])],
      tags: [...new Set([...named('tags'), ...named('terms')])],
      authors: named('authors'),
      posts: [...new Set([...named('posts'), ...named('excluded')])],
    }));
  return changeLists(limited, (node) => {
    const { references, ...own } = node;
    return references && found
      ? { ...own, attributes: { ...own.attributes, ...settingsFor(references, found) } }
      : own;
  });
}

const maxIds = 8;

function settingsFor(
  { categories = [], tags = [], terms = [], authors = [], posts = [], excluded = [] }: ListReferences,
  found: NamedHere,
) {
  const here = (kind: keyof NamedHere, names: readonly string[]) =>
    names.map((name) => found[kind].get(name)).filter((name) => name !== undefined);
  const categoryIds = [...new Set([...here('categories', categories), ...here('categories', terms)])].slice(
    0,
    maxIds,
  );
  const [tag] = [...here('tags', tags), ...here('tags', terms)];
  const [author] = here('authors', authors);
  const ids = [...here('posts', posts), ...here('posts', excluded).map((id) => `-${id}`)];
  return {
    ...(categoryIds.length > 0 ? { category_id: categoryIds.join(',') } : {}),
    ...(tag === undefined ? {} : { tag_slug: tag }),
    ...(author === undefined ? {} : { author_id: Number(author) }),
    ...(ids.length > 0 ? { post_ids: ids.join(',') } : {}),
  };
}

function changeLists(
  nodes: readonly DocumentNode[],
  change: (node: BlockNode) => BlockNode | undefined,
): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    if (typeof node === 'string') return [node];
    const changed = node.references ? change(node) : node;
    return changed ? [{ ...changed, children: changeLists(changed.children, change) }] : [];
  });
}

/** `end`: offset after the replaced shortcode. */
interface ShortcodeList {
  readonly list: ForeignList;
  readonly end: number;
}

const maxNameLength = 100;

/** Offsets of a shortcode's bracket and of the text after it. */
interface ShortcodePlace {
  readonly html: string;
  readonly start: number;
  readonly end: number;
}

/** The list that replaces a plugin's or old theme's shortcode; `text` is between its name and its closing bracket. */
export function shortcodeList(
  name: string,
  text: string,
  { html, start, end }: ShortcodePlace,
): ShortcodeList | undefined {
  if (name.length > maxNameLength) return undefined;
  if (name === 'siteorigin_widget') return widgetList(text, html, end);
  const said = text.replace(/\/\s*$/, '');
  const isBare = said.trim() === '';
  // A single word in brackets is no shortcode without an underscore or hyphen.
  if (isBare && !/[_-]/.test(name)) return undefined;
  if (!isForeignListName(name) && (isBare ? !isAlone(html, start, end) : !isAttributeList(said)))
    return undefined;
  const { named } = parseShortcodeAttributes(said);
  const list = isHiddenShortcode(name, named) ? undefined : foreignList(name, named);
  return list && { list, end };
}

/** Whether a shortcode has only tags and line breaks next to it. */
const isAlone = (html: string, start: number, end: number): boolean =>
  /(?:^|[>\n\]])[ \t]{0,20}$/.test(html.slice(Math.max(0, start - 21), start)) &&
  /^[ \t]{0,20}(?:$|[<\n\r[])/.test(html.slice(end, end + 21));

/** Page Builder by SiteOrigin writes a widget as `[siteorigin_widget class="…"]<input type="hidden" value="{…}" />[/siteorigin_widget]`. */
const inputBehind = /(?:\s|<\/?p>)*(<input\b[^<>]*>)(?:\s|<\/?p>)*/y;
const widgetEnd = '[/siteorigin_widget]';

function widgetList(text: string, html: string, end: number): ShortcodeList | undefined {
  inputBehind.lastIndex = end;
  const input = inputBehind.exec(html)?.[1];
  const behind = input === undefined ? end : inputBehind.lastIndex;
  const given =
    input === undefined ? undefined : readJson(decodeEntities(readAttribute(input, 'value') ?? ''));
  const list = widgetOf(
    parseShortcodeAttributes(text).named.class ?? '',
    isRecord(given?.instance) ? given.instance : (given ?? {}),
  );
  return list && { list, end: html.startsWith(widgetEnd, behind) ? behind + widgetEnd.length : behind };
}
