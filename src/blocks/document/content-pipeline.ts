import { withEmoji } from '../../lib/typography/smilies.ts';
import type { PostDetails } from '../../modules/posts/model.ts';
import { messageOf } from '../../lib/errors.ts';
import { withoutControls } from '../../lib/markup/html-tokens.ts';
import { compileDocument } from './compile-document.ts';
import type { AttachedFiles, ContentEnv, ContentMedia, ContentPicture } from './content-env.ts';
import { cleanDocument } from './clean-document.ts';
import { ContentHtml, mentionedFiles } from './content-html.ts';
import { footnoteItems, withFootnotesList } from './core-blocks.ts';
import { LinkRewriter } from './content-urls.ts';
import { episodePlayer, withoutSecondPlayer, withFilmFrames } from './players.ts';
import type { CompiledDocument, DocumentNode } from './document.ts';
import { ownMark } from './shortcodes/gallery.ts';
import { holdsLists, PlacedLists, withNamedHere, shortcodeList } from './lists/place-lists.ts';
import { splitParts, numberParts } from './text-parts.ts';
import { withCodeElements } from '../../lib/shortcodes/code.ts';
import { expandShortcodes } from '../../lib/shortcodes/expand.ts';
import { maxShownFiles, ShortcodeText } from './shortcodes/render-shortcodes.ts';
import type { ShortcodeContext } from './shortcodes/render-shortcodes.ts';

/**
 * Renders a post's text: compiles blocks, renders classic content and shortcodes, typesets, completes pictures and
 * makes them lazy, and turns embeds into links that load nothing from other sites.
 */
export async function renderPostContent(
  post: { readonly id: number; readonly content: string; readonly details?: Pick<PostDetails, 'smartList'> },
  env: ContentEnv,
): Promise<CompiledDocument> {
  const { content, blocks } = expandShortcodes(withoutControls(post.content), { findList: shortcodeList });
  const compiled = compileDocument(content, env);
  const styled =
    blocks.length === 0 ? compiled : { ...compiled, blocks: [...new Set([...compiled.blocks, ...blocks])] };
  const written = await withFootnotes(styled, post.id, env);
  const player = await episodePlayer(post.id, env);
  const finished = await finishDocument(
    player === '' ? written : { ...written, nodes: [player, ...written.nodes] },
    post.id,
    env,
  );
  const document = player === '' ? finished : withoutSecondPlayer(finished);
  const smartList = post.details?.smartList;
  if (!smartList) return splitParts(document);
  const { nodes, items } = numberParts(document.nodes, smartList);
  return splitParts({ ...document, nodes }, items);
}

async function withFootnotes(
  document: CompiledDocument,
  postId: number,
  env: ContentEnv,
): Promise<CompiledDocument> {
  if (!document.blocks.includes('core/footnotes')) return document;
  const json = await env.footnotes?.(postId);
  let items = '';
  try {
    items = json ? footnoteItems(json, env.words) : '';
  } catch (error) {
    env.onProblem(`The footnotes can't be read: ${messageOf(error)}`);
  }
  let isFilled = false;
  const isUsed = () => {
    const before = isFilled;
    isFilled = true;
    return before;
  };
  return { ...document, nodes: mapTexts(document.nodes, (html) => withFootnotesList(html, items, isUsed)) };
}

/** The second half of `renderPostContent`, for compiled documents. `postId` 0: no post. */
async function finishDocument(
  compiled: CompiledDocument,
  postId: number,
  env: ContentEnv,
): Promise<CompiledDocument> {
  const document = { ...compiled, nodes: mapTexts(compiled.nodes, (html) => withCodeElements(html, true)) };
  const texts = new Map<string, ShortcodeText>();
  eachText(document.nodes, (html) => texts.set(html, texts.get(html) ?? new ShortcodeText(html)));
  const found = await findEverything([...texts.values()], postId, env);
  let galleries = 0;
  const lists = new PlacedLists();
  const used = new Set(document.blocks);
  const takeFiles = filesWithRoom(env);
  const shortcodes: ShortcodeContext = {
    ...found,
    postId,
    used,
    words: env.words,
    nextGallery: () => ++galleries,
    takeFiles,
    placeList: (list) => lists.place(list),
  };
  const html = new ContentHtml(
    postId,
    found.pictures,
    new LinkRewriter(env.siteUrl, env.former, found.byUrl, found.files),
    { hasLead: env.hasLead ?? false, words: env.words, isRightToLeft: env.isRightToLeft ?? false },
  );
  const asEmoji = env.hasEmoji ? withEmoji : (text: string) => text;
  const written = mapTexts(document.nodes, (text) =>
    asEmoji(withFilmFrames(texts.get(text)?.render(shortcodes) ?? text)),
  );
  const placed = lists.inside(written);
  // No `await` without lists, so that texts of one page share queries.
  const nodesWithLists = holdsLists(placed) ? await withNamedHere(placed, postId, env) : placed;
  const request = {
    nodes: nodesWithLists,
    ownMark,
    language: env.language,
    siteUrl: env.siteUrl,
    exporters: env.former.addresses,
  };
  const clean = await cleanDocument(request, env.textWorkers, env.onProblem);
  const nodes = completeNodes(clean, html);
  return { ...compiled, nodes, blocks: [...used] };
}

/** See `ShortcodeContext.takeFiles`; reports the first time that the limit is exceeded. */
function filesWithRoom({ onProblem }: ContentEnv): ShortcodeContext['takeFiles'] {
  let room = maxShownFiles;
  return (ids) => {
    if (ids.length > room && room >= 0)
      onProblem(
        `Galleries and playlists of the text show more than ${maxShownFiles} files; the rest is left out.`,
      );
    const taken = ids.slice(0, Math.max(0, room));
    room = ids.length > room ? -1 : room - ids.length;
    return taken;
  };
}

interface Found extends Pick<ShortcodeContext, 'pictures' | 'media' | 'attached'> {
  readonly byUrl: ReadonlyMap<string, ContentPicture>;
  readonly files: ReadonlyMap<string, ContentMedia>;
}

/** Limit of different galleries and playlists without ids per document, since each needs a query. */
const maxAttachedAsked = 30;

/** One query of each kind for the whole document, concurrently; attached files first, since galleries without ids show them. */
async function findEverything(
  texts: readonly ShortcodeText[],
  postId: number,
  env: ContentEnv,
): Promise<Found> {
  const needs = texts.map((text) => text.needs());
  const mentions = texts.map((text, index) => mentionedFiles(text.html + (needs[index]?.players ?? '')));
  const requested = [
    ...new Map(needs.flatMap((need) => need.attached).map((files) => [keyOf(files, postId), files] as const)),
  ].slice(0, maxAttachedAsked);
  const attached = new Map(
    await Promise.all(
      requested.map(async ([key, files]) => [key, await attachedTo(files, postId, env)] as const),
    ),
  );
  const attachedOf = (kinds: readonly AttachedFiles['kind'][]) =>
    requested.filter(([, { kind }]) => kinds.includes(kind)).flatMap(([key]) => attached.get(key) ?? []);
  const pictureIds = new Set([
    ...needs.flatMap((need) => need.pictureIds),
    ...mentions.flatMap(({ ids }) => ids),
    ...attachedOf(['image']),
  ]);
  const mediaIds = new Set([...needs.flatMap((need) => need.mediaIds), ...attachedOf(['audio', 'video'])]);
  const urls = new Set(mentions.flatMap((mention) => mention.urls));
  const fileUrls = new Set(mentions.flatMap((mention) => mention.files));
  const [pictures, media, byUrl, files] = await Promise.all([
    pictureIds.size === 0 ? new Map<number, ContentPicture>() : env.pictures([...pictureIds]),
    mediaIds.size === 0 || !env.media ? new Map<number, ContentMedia>() : env.media([...mediaIds]),
    urls.size === 0 ? new Map<string, ContentPicture>() : env.picturesByUrl([...urls]),
    fileUrls.size === 0 || !env.filesByUrl ? new Map<string, ContentMedia>() : env.filesByUrl([...fileUrls]),
  ]);
  return { pictures, media, byUrl, files, attached: (wanted) => attached.get(keyOf(wanted, postId)) ?? [] };
}

const keyOf = ({ postId, kind, by, direction }: AttachedFiles, ownId: number) =>
  [postId ?? ownId, kind, by, direction].join(' ');

async function attachedTo(files: AttachedFiles, ownId: number, env: ContentEnv): Promise<readonly number[]> {
  const postId = files.postId ?? ownId;
  return env.attachedTo && postId > 0 ? env.attachedTo({ ...files, postId }, postId !== ownId) : [];
}

/** The HTML is now normalized, so that marks added by tags end up where browsers see those tags. */
function completeNodes(nodes: readonly DocumentNode[], html: ContentHtml): DocumentNode[] {
  return nodes.map((node) =>
    typeof node === 'string'
      ? html.rewrite(node)
      : { ...node, children: html.inside(() => completeNodes(node.children, html)) },
  );
}

function eachText(nodes: readonly DocumentNode[], visit: (html: string) => void): void {
  for (const node of nodes) {
    if (typeof node === 'string') visit(node);
    else eachText(node.children, visit);
  }
}

function mapTexts(nodes: readonly DocumentNode[], change: (html: string) => string): DocumentNode[] {
  return nodes
    .map((node) =>
      typeof node === 'string' ? change(node) : { ...node, children: mapTexts(node.children, change) },
    )
    .filter((node) => node !== '');
}
