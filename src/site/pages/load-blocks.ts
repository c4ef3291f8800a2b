import { boundValues, writeBound } from '../../blocks/bound-values.server.ts';
import { scriptFrame, unknownBlock } from '../../blocks/document/document.ts';
import type { BlockNode } from '../../blocks/document/document.ts';
import type { BlockContext, DocumentRef } from '../../blocks/load-context.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import type { RegisteredBlock } from '../../blocks/registry.server.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { fillIn } from '../../lib/messages.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { alone, loadCached, LoadTracker, trackedContext } from './load-context.ts';
import type { LoaderPlace } from './load-context.ts';
import type { DocumentPlace, PageRender } from './page-render.ts';
import { LateSearchError } from './page-searches.ts';
import type { BlockSettings, PreparedBlock, PreparedNode } from './prepared-document.ts';
import type { ShownTurn } from './shown-posts.ts';
import { scriptFrameAddress } from '../../modules/posts/script-blocks.ts';
import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { configId } from '../../reader/islands/acting.ts';

export interface LoadedBlock {
  readonly block: RegisteredBlock;
  readonly settings: unknown;
  readonly data: unknown;
  readonly blockId: string;
  readonly children: readonly LoadedNode[];
  /** Undefined for a block outside of any document. */
  readonly node?: PreparedBlock;
}
export type LoadedNode = string | LoadedBlock;

export interface Inside {
  /** `blockId`: the calling block. */
  document(ref: DocumentRef, place: DocumentPlace, blockId: string): Promise<string | undefined>;
  /** Loaders for a block’s inner content. */
  nodes(block: PreparedBlock, place: DocumentPlace): Promise<string | undefined>;
  /** Markup that was put together for this page. */
  markup(markup: string, place: DocumentPlace): Promise<string | undefined>;
}

/**
 * Runs the loaders of all blocks of a document concurrently, started in document order. Blocks whose loader returns undefined are left out with their styles;
 * unknown ones are logged and skipped.
 */
export async function loadBlocks(
  nodes: readonly PreparedNode[],
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Promise<readonly LoadedNode[]> {
  const loading = nodes.map((node) =>
    typeof node === 'string' ? node : loadBlock(node, place, render, inside),
  );
  return (await Promise.all(loading)).filter((node) => node !== undefined);
}

async function loadBlock(
  node: PreparedBlock,
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Promise<LoadedNode | undefined> {
  if (node.name === render.leftOut) return undefined;
  if (node.saved !== undefined) return loadBound(node, node.saved, place, render, inside);
  if (node.name === unknownBlock)
    return render.site.isNewsroom ? unknownNote(node.attributes, render.settings) : undefined;
  if (node.name === scriptFrame) return framedScripts(node, render);
  const block = findBlock(node.name);
  if (!block) {
    render.site.log.warn({ block: node.name, document: place.id }, 'Skipped an unknown block');
    return undefined;
  }
  if (!render.takeBlock()) return undefined;
  const parsed = node.settingsFor(block, render.settings, (problem) =>
    render.site.log.warn(
      { block: node.name, problem },
      'A block has a setting that is not valid; its default is used',
    ),
  );
  const blockId = node.idIn(place.scope);
  const holdsBlocks = node.children.length > 0 && block.definition.container !== 'loader';
  const [data, children] = await Promise.all([
    block.load ? loadData(block, parsed, blockId, { node, place, inside }, render) : undefined,
    holdsBlocks ? loadBlocks(node.children, place, render, inside) : [],
  ]);
  if (block.load && data === undefined) return undefined;
  for (const name of [...parsed.styles, ...node.look.styles]) render.blocks.add(name);
  if (parsed.duotone !== undefined) render.duotones.add(parsed.duotone);
  if (holdsBlocks) render.addText(node);
  render.addStates([node.look.css]);
  return { node, block, settings: parsed.settings, data, blockId, children };
}

async function loadBound(
  node: PreparedBlock,
  saved: string,
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Promise<string | undefined> {
  const tracker = new LoadTracker();
  const blockId = node.idIn(place.scope);
  const values = await boundValues(
    node,
    trackedContext(render, blockId, tracker, { ...alone, inherited: place.inherited }),
  );
  render.addLoaded(tracker);
  return inside.markup(writeBound(node, saved, values), { ...place, scope: blockId });
}

/** A note in place of content that readers don't get, for users who can edit the page. */
function unknownNote({ name, lost }: BlockNode['attributes'], settings: SiteSettings): string {
  const words = fillIn(
    readerText(settings, lost === 'part' ? 'missing_part' : lost === 'css' ? 'unused_css' : 'unknown_block'),
    String(name),
  );
  return `<p role="note" style="padding:8px 12px;border:1px dashed currentColor;font:var(--s0)/1.4 var(--sans)">${escapeHtml(words)}</p>`;
}

/** Where a block stands. */
interface BlockPlace {
  readonly node: PreparedBlock;
  readonly place: DocumentPlace;
  readonly inside: Inside;
  readonly turn?: ShownTurn | undefined;
}

function showsPosts(
  { definition: { showsPosts: shows = false } }: RegisteredBlock,
  settings: unknown,
): boolean {
  return typeof shows === 'function' ? shows(settings) : shows;
}

async function loadData(
  block: RegisteredBlock,
  { settings, dataKey }: BlockSettings,
  blockId: string,
  place: BlockPlace,
  render: PageRender,
): Promise<unknown> {
  const { shown } = place.place;
  const cached = render.site.blockData.get(render.dataScope + dataKey, render.now);
  if (cached) {
    render.addLoaded(cached);
    if (cached.shown) shown.add(cached.shown);
    return cached.data;
  }
  const turn = showsPosts(block, settings) ? shown.begin() : undefined;
  const loaderStands = loaderPlace({ ...place, turn }, blockId, render);
  try {
    const { loaded } = await loadCached(render, dataKey, async (tracker) =>
      block.load?.(settings, trackedContext(render, blockId, tracker, loaderStands)),
    );
    render.addLoaded(loaded);
    return loaded.data;
  } catch (error) {
    if (!(error instanceof LateSearchError)) throw error;
    render.leaveOutLate(block.definition.name, error.message);
    return undefined;
  } finally {
    turn?.end();
  }
}

function loaderPlace(
  { node, place, inside, turn }: BlockPlace,
  blockId: string,
  render: PageRender,
): LoaderPlace {
  const within = (provided: BlockContext): DocumentPlace => ({
    ...place,
    inherited: { ...place.inherited, ...provided },
    shown: turn?.inside() ?? render.separatePosts(),
  });
  return {
    inherited: place.inherited,
    turn,
    document: (ref, provided) => inside.document(ref, within(provided), blockId),
    inner: (provided, key) =>
      inside.nodes(node, {
        ...within(provided),
        scope: key === '' ? place.scope : `${blockId} ${key}`,
      }),
  };
}

/**
 * An HTML block with framed scripts: its HTML without scripts, which a behaviour replaces by the frame. The frame's
 * address is in the page's config, never in the body. REST and feeds only get the HTML.
 */
function framedScripts(node: PreparedBlock, render: PageRender): string {
  const { attributes, children } = node;
  const { key } = attributes;
  const { acts, page, now, settings, site } = render;
  render.addText(node);
  const html = children.filter((child) => typeof child === 'string').join('');
  if (!render.framesScripts || typeof key !== 'string') return html;
  // HTML blocks of other posts on this page are always public.
  const isOpen = !page.post || !key.startsWith(`${page.post.id}/`) || mayStandInDocuments(page.post);
  const config = {
    src: scriptFrameAddress(key, isOpen ? undefined : { signer: site.signer, now }),
    title: readerText(settings, 'script_frame'),
  };
  acts.note({ name: 'script-frame', config });
  return `<div class="script-frame" data-behaviour="script-frame" data-config="${configId(config)}">${html}</div>`;
}
