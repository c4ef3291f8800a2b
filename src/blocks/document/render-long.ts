import { longText, textWorkers } from '../../modules/posts/text-workers.ts';
import type { PostDetails } from '../../modules/posts/details.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { scriptedHtml, scriptKey } from '../../lib/block-scripts.ts';
import { withoutControls } from '../../lib/markup/without-controls.ts';
import { startOf } from '../../lib/start-of.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import type { Ask } from '../../lib/serve-tasks.ts';
import { TooMuchWorkError } from '../../lib/worker-pool.ts';
import type { WorkerTask } from '../../lib/worker-pool.ts';
import { boxBareText } from './bare-text.ts';
import { compileDocument } from './compile-document.ts';
import type { ContentEnv } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { CompiledDocument } from './document.ts';

/** A text, and what of `ContentEnv` can be cloned. */
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
  /** Keys of the HTML blocks whose scripts run. */
  readonly scripts?: ReadonlySet<string>;
  /** Text that stands outside of elements gets boxes. */
  readonly boxes: boolean;
}

export type Finders = Omit<
  ContentEnv,
  'siteUrl' | 'former' | 'words' | 'language' | 'isRightToLeft' | 'hasLead' | 'hasEmoji' | 'frameOf'
>;

interface RenderRequest extends RenderedText {
  /** Names of blocks that the server always renders, and of those of which that depends on their attributes. */
  readonly rendered: ReadonlySet<string>;
  readonly sometimes: ReadonlySet<string>;
}

export const renderTask: WorkerTask<RenderRequest, CompiledDocument> = { name: 'render' };

/** Renders a text, in a worker where it is long; the worker asks this thread for what the database holds. */
export async function renderText(
  text: RenderedText,
  find: Finders,
  blocks: Pick<RenderRequest, 'rendered' | 'sometimes'>,
): Promise<CompiledDocument> {
  if (text.post.content.length < longText) return renderWith(text, find);
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

/** The worker's side of `renderText`. */
export async function renderInWorker(
  { rendered, sometimes, ...text }: RenderRequest,
  ask: Ask,
): Promise<CompiledDocument> {
  const answers = new Map<string, boolean>();
  const find = (open: Map<string, BlockKey>): Finders => ({
    isInWorker: true,
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
    attachedTo: (...given) => ask('attachedTo', given) as ReturnType<NonNullable<Finders['attachedTo']>>,
    namedHere: (...given) => ask('namedHere', given) as ReturnType<NonNullable<Finders['namedHere']>>,
    footnotes: (postId) => ask('footnotes', postId) as ReturnType<NonNullable<Finders['footnotes']>>,
    episode: (postId) => ask('episode', postId) as ReturnType<NonNullable<Finders['episode']>>,
    onProblem: (message) => void ask('problem', message),
  });
  // Whether some blocks are rendered is asked all at once, of this thread's first, silent attempt to compile the text.
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
