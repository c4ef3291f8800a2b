import { boundValues, writeBound } from '../../blocks/bound-values.server.ts';
import { scriptFrame, unknownBlock } from '../../blocks/document/document.ts';
import type { BlockNode, DocumentNode } from '../../blocks/document/document.ts';
import { duotoneClass } from '../../blocks/core/duotone.ts';
import { stateStyle } from '../../blocks/core/state-styles.ts';
import { stylesFor } from '../../blocks/block.ts';
import type { BlockContext, DocumentRef } from '../../blocks/load-context.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import type { RegisteredBlock } from '../../blocks/registry.server.ts';
import { inSiteWords, namesWordings } from '../../blocks/wordings.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { fillIn } from '../../lib/messages.ts';
import { isRecord } from '../../lib/records.ts';
import { hiddenClasses } from '../../lib/markup/block-markup.ts';
import { messageOf } from '../../lib/errors.ts';
import { shortHash } from '../../lib/hash.ts';
import { noteReadsNow, take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { alone, keepData, LoadTracker, trackedContext } from './load-context.ts';
import type { LoaderPlace } from './load-context.ts';
import type { DocumentPlace, PageRender } from './page-render.ts';
import { LateSearchError } from './page-searches.ts';
import type { ShownTurn } from './shown-posts.ts';
import { hiddenText } from './page-css.ts';
import { scriptFrameAddress } from '../../modules/posts/script-blocks.ts';
import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { configId } from '../../reader/islands/acting.ts';

export interface LoadedBlock {
  readonly block: RegisteredBlock;
  readonly settings: unknown;
  readonly data: unknown;
  readonly blockId: string;
  readonly children: readonly LoadedNode[];
  /** Classes that hide its outermost element on some screens. */
  readonly addedClasses: readonly string[];
}
export type LoadedNode = string | LoadedBlock;

export interface Inside {
  /** `blockId`: the calling block. */
  document(ref: DocumentRef, place: DocumentPlace, blockId: string): Promise<string | undefined>;
  nodes(nodes: readonly DocumentNode[], place: DocumentPlace): Promise<string | undefined>;
  markup(markup: string, place: DocumentPlace): Promise<string | undefined>;
}

/** Avoids promises for cached data, which most blocks need only: each promise costs a turn of the queue, and garbage. */
type Soon<Value> = Value | Promise<Value>;

/**
 * Runs the loaders of a document's blocks concurrently. Omits blocks whose loader returns undefined, including their
 * styles, and logs unknown ones.
 */
export function loadBlocks(
  nodes: readonly DocumentNode[],
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Soon<readonly LoadedNode[]> {
  const loading = nodes.map((node) =>
    typeof node === 'string' ? node : loadBlock(node, place, render, inside),
  );
  return isThere(loading) ? shown(loading) : Promise.all(loading).then(shown);
}

const isThere = <Value>(all: readonly Soon<Value>[]): all is readonly Value[] =>
  !all.some((one) => one instanceof Promise);
const shown = (nodes: readonly (LoadedNode | undefined)[]): readonly LoadedNode[] =>
  nodes.filter((node) => node !== undefined);

const none: readonly LoadedNode[] = [];

function loadBlock(
  node: BlockNode,
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Soon<LoadedNode | undefined> {
  try {
    return beginBlock(node, place, render, inside);
  } catch (error) {
    return Promise.reject(error); // siblings may be loading already and are awaited together
  }
}

function beginBlock(
  node: BlockNode,
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Soon<LoadedNode | undefined> {
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
  const read = readSettings(node, block, render);
  const { settings } = read;
  const blockId = idOf(node, place.scope);
  // Starts both before awaiting either, so that loaders start in document order.
  const data = block.load ? loadData(block, read, blockId, { node, place, inside }, render) : undefined;
  const below =
    node.children.length > 0 && block.definition.container !== 'loader'
      ? loadBlocks(node.children, place, render, inside)
      : none;
  const states = stateStyle(node.name, node.attributes);
  const whole = {
    block,
    settings,
    blockId,
    addedClasses: [...hiddenClasses(node), ...(states ? [states.className] : [])],
  };
  if (data instanceof Promise || below instanceof Promise) {
    return Promise.all([data, below]).then(([found, children]) =>
      loadedBlock(node, { ...whole, data: found, children }, render),
    );
  }
  return loadedBlock(node, { ...whole, data, children: below }, render);
}

/** A loaded block, whose page dependencies are noted; undefined if it shows nothing. */
function loadedBlock(node: BlockNode, loaded: LoadedBlock, render: PageRender): LoadedBlock | undefined {
  const { block, settings, data, children, addedClasses } = loaded;
  if (block.load && data === undefined) return undefined;
  for (const name of stylesFor(block.definition, settings)) render.blocks.add(name);
  const duotone = duotoneOf(node.name, settings);
  if (duotone !== undefined) render.duotones.add(duotone);
  if (children !== none) render.addText(node.children);
  if (addedClasses.length > 0) {
    if (hiddenClasses(node).length > 0) render.blocks.add(hiddenText);
    render.addStates([stateStyle(node.name, node.attributes)?.css ?? '']);
  }
  return loaded;
}

function duotoneOf(name: string, settings: unknown): string | undefined {
  return isRecord(settings) && isRecord(settings.style) ? duotoneClass(name, settings.style) : undefined;
}

async function loadBound(
  node: BlockNode,
  saved: string,
  place: DocumentPlace,
  render: PageRender,
  inside: Inside,
): Promise<string | undefined> {
  const tracker = new LoadTracker();
  const blockId = idOf(node, place.scope);
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

/** A block's id, stable across renders of the same document. `scope`: `DocumentPlace.scope`. */
export function blockIdOf(scope: string, place: string): string {
  return `tdi_${shortHash(`${scope}/${place}`)}`;
}

/** The latest id of each block: most documents have the same scope everywhere. */
const idByNode = new WeakMap<BlockNode, { readonly scope: string; readonly id: string }>();

function idOf(node: BlockNode, scope: string): string {
  const known = idByNode.get(node);
  if (known?.scope === scope) return known.id;
  const id = blockIdOf(scope, node.place);
  idByNode.set(node, { scope, id });
  return id;
}

interface ReadSettings {
  readonly settings: unknown;
  /** Cache key of the block's data if they are the same on every page. */
  readonly dataKey: string;
  /** The site whose strings the settings contain; undefined if they contain none. */
  readonly site: SiteSettings | undefined;
  /** Whether its loader read the page in the last run: its data then can't be shared. */
  looksAtPage: boolean;
}

/** Compiled documents are cached, so settings are parsed once per document, not per page. */
const settingsByNode = new WeakMap<BlockNode, Noted<ReadSettings>>();

function readSettings(node: BlockNode, block: RegisteredBlock, render: PageRender): ReadSettings {
  const known = settingsByNode.get(node);
  if (known !== undefined && (known.value.site === undefined || known.value.site === render.settings))
    return take(known);
  const parsed = parseSettings(block, node.attributes, (problem) =>
    render.site.log.warn(
      { block: node.name, problem },
      'A block has a setting that is not valid; its default is used',
    ),
  );
  const read = noteReadsNow(() => {
    const settings = inSiteWords(parsed, render.settings);
    return {
      settings,
      dataKey: `${node.name} ${JSON.stringify(settings)}`,
      site: namesWordings(parsed) ? render.settings : undefined,
      looksAtPage: false,
    };
  });
  settingsByNode.set(node, read);
  return take(read);
}

/** Applies migration and schema to attributes; invalid ones fall back to their defaults. */
export function parseSettings(
  block: RegisteredBlock,
  attributes: Readonly<Record<string, unknown>>,
  onProblem: (problem: string) => void,
): unknown {
  const { definition } = block;
  const version = typeof attributes.version === 'number' ? attributes.version : 1;
  const migrated = migrate(definition, attributes, version, onProblem);
  const parsed = definition.settings.safeParse(migrated);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  onProblem(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const rest = definition.settings.safeParse(
    Object.fromEntries(Object.entries(migrated).filter(([key]) => !wrong.has(key))),
  );
  return rest.success ? rest.data : definition.settings.parse({});
}

/** Stored attributes may have any form; if a migration fails, they remain as they are. */
function migrate(
  definition: RegisteredBlock['definition'],
  attributes: Readonly<Record<string, unknown>>,
  version: number,
  onProblem: (problem: string) => void,
): Readonly<Record<string, unknown>> {
  if (version >= definition.version || !definition.migrate) return attributes;
  try {
    return definition.migrate(attributes, version);
  } catch (error) {
    onProblem(`The migration from version ${version} failed: ${messageOf(error)}`);
    return attributes;
  }
}

interface BlockPlace {
  readonly node: BlockNode;
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

function loadData(
  block: RegisteredBlock,
  read: ReadSettings,
  blockId: string,
  place: BlockPlace,
  render: PageRender,
): unknown {
  const kept = render.site.blockData.get(read.dataKey, render.now);
  if (!kept) {
    const turn = showsPosts(block, read.settings) ? place.place.shown.begin() : undefined;
    const loading = loadAnew(block, read, blockId, { ...place, turn }, render);
    return turn ? loading.finally(() => turn.end()) : loading;
  }
  render.addLoaded(kept);
  if (kept.shown) place.place.shown.add(kept.shown);
  return kept.data;
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
      inside.nodes(node.children, {
        ...within(provided),
        scope: key === '' ? place.scope : `${blockId} ${key}`,
      }),
  };
}

async function loadAnew(
  block: RegisteredBlock,
  read: ReadSettings,
  blockId: string,
  place: BlockPlace,
  render: PageRender,
): Promise<unknown> {
  try {
    const load = async (tracker: LoadTracker) =>
      block.load?.(
        read.settings,
        trackedContext(render, blockId, tracker, loaderPlace(place, blockId, render)),
      );
    if (read.looksAtPage) {
      // It will probably read the page again, so its reads are not tracked for sharing.
      const tracker = new LoadTracker();
      const data = await load(tracker);
      read.looksAtPage = tracker.dependsOnPage;
      render.addLoaded(tracker);
      return data;
    }
    const { loaded, dependsOnPage } = await keepData(render, read.dataKey, load);
    read.looksAtPage = dependsOnPage;
    render.addLoaded(loaded);
    return loaded.data;
  } catch (error) {
    if (!(error instanceof LateSearchError)) throw error;
    render.leaveOutLate(block.definition.name, error.message);
    return undefined;
  }
}

/**
 * An HTML block with framed scripts: its HTML without scripts, which a behaviour replaces by the frame. The frame's
 * address is in the page's config, never in the body. REST and feeds only get the HTML.
 */
function framedScripts({ attributes: { key }, children }: BlockNode, render: PageRender): string {
  const { acts, page, now, settings, site } = render;
  render.addText(children);
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
