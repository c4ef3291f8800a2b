import { longText } from '../../modules/posts/prepare-text.ts';
import type { PostDetails } from '../../modules/posts/model.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { scriptedHtml, scriptKey } from '../../lib/block-scripts.ts';
import { withoutControls, htmlTokens, splice } from '../../lib/markup/html-tokens.ts';
import { startOf } from '../../lib/cut-text.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { TooMuchWorkError } from '../../lib/worker-pool.ts';
import type { WorkerTask, Ask } from '../../lib/worker-pool.ts';
import { compileDocument } from './compile-document.ts';
import type { ContentEnv } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { CompiledDocument, DocumentNode } from './document.ts';
import type { HtmlToken, Edit } from '../../lib/markup/html-tokens.ts';

/** A text, and the parts of `ContentEnv` that can be cloned. */
export interface RenderedText {
  readonly post: {
    readonly id: number;
    readonly content: string;
    readonly details?: Pick<PostDetails, 'smartList'>;
  };
  readonly site: Pick<
    ContentEnv,
    'siteUrl' | 'words' | 'language' | 'isRightToLeft' | 'hasLead' | 'hasEmoji'
  > & { readonly exporters: readonly string[] };
  readonly scripts?: ReadonlySet<string>;
  /** Wrap top-level text in boxes. */
  readonly boxes: boolean;
}

export type Finders = Omit<
  ContentEnv,
  'siteUrl' | 'former' | 'words' | 'language' | 'isRightToLeft' | 'hasLead' | 'hasEmoji' | 'frameOf'
>;

interface RenderRequest extends RenderedText {
  /** Names of blocks that the server always renders, and of those for which it depends on their attributes. */
  readonly rendered: ReadonlySet<string>;
  readonly sometimes: ReadonlySet<string>;
}

export const renderTask: WorkerTask<RenderRequest, CompiledDocument> = { name: 'render' };

/** Renders a text, in a worker if it is long; the worker queries the database through this thread. */
export async function renderText(
  text: RenderedText,
  find: Finders,
  blocks: Pick<RenderRequest, 'rendered' | 'sometimes'>,
): Promise<CompiledDocument> {
  const { textWorkers } = find;
  if (!textWorkers || text.post.content.length < longText) return renderWith(text, find);
  try {
    return await textWorkers.run(
      renderTask,
      { ...text, ...blocks },
      {
        areRendered: (given) =>
          (given as readonly BlockKey[]).map(([name, attributes]) => find.isRendered(name, attributes)),
        pictures: (ids) => find.pictures(ids as number[]),
        picturesByUrl: (urls) => find.picturesByUrl(urls as string[]),
        filesByUrl: (urls) => find.filesByUrl?.(urls as string[]) ?? new Map(),
        media: (ids) => find.media?.(ids as number[]) ?? new Map(),
        attachedTo: (given) =>
          find.attachedTo?.(...(given as Parameters<NonNullable<Finders['attachedTo']>>)) ?? [],
        namedHere: (given) => find.namedHere?.(...(given as Parameters<NonNullable<Finders['namedHere']>>)),
        footnotes: (postId) => find.footnotes?.(postId as number),
        episode: (postId) => find.episode?.(postId as number),
        problem: (message) => find.onProblem(message as string),
      },
    );
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    find.onProblem(`The text can't be rendered, so only its words are shown: ${error.message}`);
    return {
      nodes: [`<p>${escapeHtml(startOf(htmlToText(startOf(text.post.content, longText)), longText))}</p>`],
      blocks: [],
    };
  }
}

async function renderWith(
  { post, site: { exporters, ...site }, scripts, boxes }: RenderedText,
  find: Finders,
): Promise<CompiledDocument> {
  const frameOf: ContentEnv['frameOf'] = (block) => {
    const html = scriptedHtml(block);
    return html !== undefined && scripts?.has(scriptKey(html)) ? `${post.id}/${scriptKey(html)}` : undefined;
  };
  const document = await renderPostContent(post, {
    ...site,
    ...find,
    former: new FormerSites(exporters),
    ...(scripts ? { frameOf } : {}),
  });
  return boxes ? { ...document, nodes: boxBareText(document.nodes) } : document;
}

type BlockKey = readonly [name: string, attributes: Readonly<Record<string, unknown>>];

export async function renderInWorker(
  { rendered, sometimes, ...text }: RenderRequest,
  ask: Ask,
): Promise<CompiledDocument> {
  const answers = new Map<string, boolean>();
  const find = (open: Map<string, BlockKey>): Finders => ({
    isRendered: (name, attributes) => {
      if (!sometimes.has(name)) return rendered.has(name);
      const key = JSON.stringify([name, attributes]);
      const answer = answers.get(key);
      if (answer === undefined) open.set(key, [name, attributes]);
      return answer ?? false;
    },
    pictures: (ids) => ask('pictures', ids) as ReturnType<Finders['pictures']>,
    picturesByUrl: (urls) => ask('picturesByUrl', urls) as ReturnType<Finders['picturesByUrl']>,
    filesByUrl: (urls) => ask('filesByUrl', urls) as ReturnType<NonNullable<Finders['filesByUrl']>>,
    media: (ids) => ask('media', ids) as ReturnType<NonNullable<Finders['media']>>,
    attachedTo: (...args) => ask('attachedTo', args) as ReturnType<NonNullable<Finders['attachedTo']>>,
    namedHere: (...params) => ask('namedHere', params) as ReturnType<NonNullable<Finders['namedHere']>>,
    footnotes: (postId) => ask('footnotes', postId) as ReturnType<NonNullable<Finders['footnotes']>>,
    episode: (postId) => ask('episode', postId) as ReturnType<NonNullable<Finders['episode']>>,
    onProblem: (message) => void ask('problem', message),
  });
  // Compiles the text once without reporting problems, to ask in one message which blocks are rendered.
  const open = new Map<string, BlockKey>();
  if ([...sometimes].some((name) => text.post.content.includes(name.replace('core/', 'wp:')))) {
    compileDocument(withoutControls(text.post.content), {
      isRendered: find(open).isRendered,
      onProblem: () => undefined,
    });
    const given = [...open];
    const found =
      given.length === 0
        ? []
        : ((await ask(
            'areRendered',
            given.map(([, block]) => block),
          )) as boolean[]);
    given.forEach(([key], index) => answers.set(key, found[index] ?? false));
  }
  return renderWith(text, find(new Map()));
}

const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'button',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'input',
  'ins',
  'kbd',
  'label',
  'mark',
  'meter',
  'output',
  'progress',
  'q',
  'ruby',
  's',
  'samp',
  'select',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'textarea',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);
/** Elements with block styles and widths of their own; those between words stay with the words. */
const media: ReadonlySet<string> = new Set([
  'img',
  'picture',
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'canvas',
  'svg',
  'noscript',
]);
const empty: ReadonlySet<string> = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

interface Place {
  readonly node: number;
  readonly at: number;
}

/**
 * Wraps top-level text and inline elements in boxes, because the reading width is a maximum width of boxes. `nodes` are
 * a whole text, cleaned: each element ends in it.
 */
export function boxBareText(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const boxes = findBare(nodes);
  if (boxes.length === 0) return nodes;
  const marks = nodes.map((): Edit[] => []);
  for (const [start, end] of boxes) {
    marks[start.node]?.push({ start: start.at, end: start.at, text: '<div>' });
    marks[end.node]?.push({ start: end.at, end: end.at, text: '</div>' });
  }
  return nodes.map((node, index) => (typeof node === 'string' ? splice(node, marks[index] ?? []) : node));
}

function findBare(nodes: readonly DocumentNode[]): [Place, Place][] {
  const found: [Place, Place][] = [];
  let depth = 0;
  let start: Place | undefined;
  let end: Place | undefined;
  let shows = false;
  const close = () => {
    if (start && end && shows) found.push([start, end]);
    [start, end, shows] = [undefined, undefined, false];
  };
  for (const [node, html] of nodes.entries()) {
    if (typeof html !== 'string') {
      if (depth === 0) close();
      continue;
    }
    for (const token of htmlTokens(html)) {
      const isWord =
        token.kind === 'text' && /\S/.test(html.slice(token.start, token.end).replaceAll('&nbsp;', ' '));
      if (depth === 0) {
        if (token.kind === 'text' && !isWord && !start) continue;
        // Breaks between parts of a text are comments.
        if (token.kind !== 'text' && !inline.has(token.name) && !media.has(token.name)) close();
        else start ??= { node, at: token.start };
      }
      shows ||=
        start !== undefined && (isWord || (token.kind === 'open' && depth > 0 && media.has(token.name)));
      depth += stepOf(token);
      if (depth < 0) return [];
      if (depth === 0 && start && (token.kind !== 'text' || isWord)) end = { node, at: token.end };
    }
    // Open elements continue after the next block.
    if (depth === 0) close();
  }
  close();
  return depth === 0 ? found : [];
}

function stepOf({ kind, name }: HtmlToken): number {
  return kind === 'close' ? (empty.has(name) ? 0 : -1) : kind === 'open' && !empty.has(name) ? 1 : 0;
}
