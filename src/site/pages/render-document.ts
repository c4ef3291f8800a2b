import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { unknownBlock } from '../../blocks/document/document.ts';
import { inFirstTag } from '../../blocks/document/shown-classes.ts';
import { partOf, beforeMore } from '../../blocks/document/text-parts.ts';
import { IslandScope } from '../../reader/islands/island-server.tsx';
import type { IslandPrefixes } from '../../reader/islands/island-server.tsx';
import type { DocumentRef } from '../../blocks/load-context.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { isPublic, mayStandInDocuments } from '../../modules/posts/policy.ts';
import { siteWords, siteDates } from '../../modules/settings/site-facts.ts';
import { messageOf } from '../../lib/errors.ts';
import { noteReadsNow, take } from '../../lib/noted-reads.ts';
import { ActScope } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { DateScope, WordScope } from '../../ui/language.ts';
import { ListPart } from '../../ui/pager.tsx';
import { renderHtml } from '../../ui/elements.tsx';
import { drawnBefore } from './drawn-view.ts';
import type { DrawnView } from './drawn-view.ts';
import { loadBlocks } from './load-blocks.ts';
import type { LoadedBlock, LoadedNode } from './load-blocks.ts';
import { nestedPlace } from './page-render.ts';
import type { DocumentPlace, PageRender } from './page-render.ts';
import { prepareDocument } from './prepared-document.ts';
import type { PreparedDocument, PreparedNode } from './prepared-document.ts';
import { footerDocument, templateDocument } from './template-for.ts';
import { textRowOf, withTextRow } from './text-row.ts';

/**
 * Renders a document to HTML: all loaders first, then the views. `id` is part of block ids, `shown` collects the posts
 * of its blocks. Undefined if it shows nothing.
 */
export async function renderDocument(
  document: PreparedDocument,
  id: string,
  render: PageRender,
  shown = render.shownPosts,
): Promise<string | undefined> {
  return renderAt(document, { id, around: [], scope: id, inherited: {}, shown }, render);
}

async function renderAt(
  document: PreparedDocument,
  place: DocumentPlace,
  render: PageRender,
): Promise<string | undefined> {
  // Server-rendered blocks are added once they are known to show something.
  for (const name of document.blocks)
    if (findBlock(name)?.definition.isDynamic ?? !findBlock(name)) render.blocks.add(name);
  render.addStyles(document);
  render.addText(document.page);
  for (const id of document.media ?? []) render.addTag(`media:${id}`);
  for (const tag of document.tags ?? []) render.addTag(tag);
  return renderInside(document.nodes, place, render);
}

async function renderInside(
  nodes: readonly PreparedNode[],
  place: DocumentPlace,
  render: PageRender,
): Promise<string | undefined> {
  const loading = loadBlocks(nodes, place, render, {
    document: (ref, outer, blockId) => renderNested(ref, outer, blockId, render),
    nodes: async (node, within) => {
      if (!render.takeInner()) return undefined;
      render.addText(node);
      return renderInside(node.children, within, render);
    },
    markup: async (markup, within) => renderAt(await render.site.documents.text(markup), within, render),
  });
  place.shown.documentBegan();
  const loaded = await loading;
  if (!loaded.some((node) => typeof node !== 'string' || node.trim() !== '')) return undefined;
  if (place.scope === place.id) return renderNodes(loaded, render);
  return render.drawInTurn(() => renderNodes(loaded, render)); // inner content
}

/** A nested document; undefined if it is empty, missing, not public, nested too deeply or recursive. */
async function renderNested(
  ref: DocumentRef,
  outer: DocumentPlace,
  blockId: string,
  render: PageRender,
): Promise<string | undefined> {
  const found = await findDocument(ref, render);
  if (!found) return undefined;
  // The page's own text and footer are unique; other documents, and their blocks, may occur again.
  const once = 'footer' in ref || ('post' in ref && ref.post === render.page.post?.id);
  const nested = nestedPlace(outer, found.id, once ? found.id : `${blockId} ${found.id}`, {
    isPattern: 'pattern' in ref,
  });
  const place =
    nested && 'pattern' in ref && ref.overrides
      ? { ...nested, inherited: { ...nested.inherited, overrides: ref.overrides } }
      : nested;
  if (!place) {
    const isNews = render.claim(`nesting of ${found.id} in ${outer.id}`);
    if (isNews)
      render.site.log.warn(
        { document: found.id, inside: outer.id },
        'Skipped a document that is nested too deep or inside itself',
      );
    noteNesting(outer, found.id, render);
    return undefined;
  }
  return renderAt(found.document, 'post' in ref ? { ...place, isInText: true } : place, render);
}

/** Recursion and excessive nesting break the containing template, unless they occur in a post's text. */
function noteNesting(
  { id, around, isInText = false }: DocumentPlace,
  inner: string,
  render: PageRender,
): void {
  const chain = [...around, id];
  const template = chain
    .map((one) => /^template:(\d+)(?: |$)/.exec(one)?.[1])
    .find((one) => one !== undefined);
  if (isInText || template === undefined) return;
  const reason = chain.includes(inner)
    ? `the document ${inner} holds itself`
    : `documents nest more than ${chain.length} levels deep`;
  render.brokenTemplates.set(Number(template), reason);
}

async function findDocument(
  ref: DocumentRef,
  render: PageRender,
): Promise<{ id: string; document: PreparedDocument } | undefined> {
  const { site } = render;
  if ('footer' in ref) {
    const footer = await footerDocument(site, render.page);
    render.addTags(footer.tags);
    return footer;
  }
  if ('template' in ref) return templateDocument(ref.template, render);
  if ('markup' in ref) return { id: ref.name, document: site.documents.template(ref.markup, ref.name) };
  if ('text' in ref) return { id: ref.name, document: await site.documents.text(ref.text) };
  if ('pattern' in ref) {
    render.addTag(`post:${ref.pattern}`, 'primary');
    const document = render.takeInner('pattern') ? await site.patterns.find(ref.pattern) : undefined;
    return document && { id: `post:${ref.pattern}`, document };
  }
  if ('part' in ref) return partDocument(ref, render);
  render.addTag(`post:${ref.post}`, 'primary');
  const own = render.page.post?.id === ref.post ? render.page.post : undefined;
  if (!own && !render.takeInner('text')) return undefined; // texts that contain each other would multiply
  const post = own ?? (await render.post(ref.post));
  if (
    !post ||
    !(own || isPublic(post)) ||
    (post.isProtected && !(own && render.viewer.unlocked.has(post.id)))
  )
    return undefined;
  const document = await site.documents.post(post);
  if (ref.moreLink)
    return { id: `post:${post.id}`, document: prepareDocument(beforeMore(document, post, ref.moreLink)) };
  if (!own || !render.page.parts) return { id: `post:${post.id}`, document };
  // Other parts are loaded into this page later, without the CSS of their own pages.
  render.addStyles(document);
  return { id: `post:${post.id}`, document: prepareDocument(partOf(document, render.page.pageNumber)) };
}

/** Must be published, without a password, and of the given type, since other hidden types may hold private content. */
async function partDocument(
  ref: Extract<DocumentRef, { part: number }>,
  render: PageRender,
): Promise<{ id: string; document: PreparedDocument } | undefined> {
  const { part: id, type } = ref;
  const { documents, log } = render.site;
  if (id > 0) render.addTag(`post:${id}`, 'primary');
  const post = id > 0 ? await render.post(id) : undefined;
  if (post?.type === type && mayStandInDocuments(post))
    return { id: `post:${id}`, document: await documents.post(post) };
  log.warn(
    { ...ref, path: render.page.path },
    'A block refers to content that is missing or not published; it shows nothing',
  );
  if (ref.name === undefined || ref.name === '') return undefined;
  const note = {
    name: unknownBlock,
    attributes: { name: `${type} ${ref.name.slice(0, 100)}`, lost: 'part' },
    children: [],
    place: '0',
  };
  return { id: `missing:${type}`, document: prepareDocument({ nodes: [note], blocks: [] }) };
}

function renderNodes(nodes: readonly LoadedNode[], render: PageRender): string {
  let html = ''; // concatenated with `+`, which copies nothing until the page is complete
  for (const node of nodes) html += typeof node === 'string' ? node : renderBlock(node, render);
  return html;
}

/** Placeholder for inner blocks while React renders their container; authors can't guess it. */
const slot = `\uE000${randomUUID()}\uE001`;

/** Only the posts of a list, for an AJAX page. */
export function renderItems(node: LoadedBlock, render: PageRender): string {
  return renderBlock(node, render, 'items');
}

/** Renders one view; one that throws is logged and omitted, the rest of the page remains. */
function renderBlock(node: LoadedBlock, render: PageRender, part: 'whole' | 'items' = 'whole'): string {
  const { block, data, children, node: source } = node;
  const classes = source?.look.classes ?? [];
  const withClasses = (html: string) => (classes.length === 0 ? html : inFirstTag(html, classes));
  if (!render.takeDrawn()) return '';
  if (!block.View) {
    const html = String(data);
    return render.takeDrawn(html, 'held') ? withClasses(html) : '';
  }
  const isContainer = block.definition.container === true;
  const parts = isContainer ? children.map((child) => renderNodes([child], render)) : [];
  const inner = parts.join('');
  const textRow = isContainer ? textRowOf(node, parts) : undefined;
  if (textRow) render.hasTextRow = true;
  try {
    const html = drawView(block.View, node, render, part);
    if (!render.takeDrawn(html)) return '';
    const whole = isContainer ? html.split(slot).reduce((before, after) => before + inner + after) : html;
    return withClasses(textRow ? withTextRow(whole, textRow) : whole);
  } catch (error) {
    render.site.log.error(
      { block: block.definition.name, reason: messageOf(error) },
      'A view failed; its block is left out',
    );
    return inner;
  }
}

/** The HTML of a view; that of the block's last render if its input is the same. */
function drawView(
  View: NonNullable<LoadedBlock['block']['View']>,
  { block, settings, data, blockId, node }: LoadedBlock,
  render: PageRender,
  part: 'whole' | 'items',
): string {
  const source = { blockId, settings, data, site: render.settings };
  const known = drawnBefore(node?.drawn, source, render.islands, render.acts.note);
  if (known !== undefined) return known;
  const properties = { settings, data, blockId };
  const view =
    block.definition.container === true
      ? createElement(View, properties, slot)
      : createElement(View, properties);
  const inPart = part === 'items' ? createElement(ListPart, { value: part }, view) : view;
  const dated = createElement(
    DateScope,
    { value: siteDates(render.settings) },
    createElement(WordScope, { value: siteWords(render.settings) }, inPart),
  );
  const islands: DrawnView['islands'][number][] = [];
  const numbered: IslandPrefixes = (id) => {
    const prefix = render.islands(id);
    islands.push({ id, prefix });
    return prefix;
  };
  const acts = new Set<Act>();
  const noted = createElement(ActScope, { value: (act) => acts.add(act) }, dated);
  const html = noteReadsNow(() =>
    renderHtml(createElement(IslandScope, { value: numbered }, noted), { identifierPrefix: `${blockId}-` }),
  );
  acts.forEach(render.acts.note);
  if (node) node.drawn = { ...source, html, islands, acts: [...acts] };
  return take(html);
}
