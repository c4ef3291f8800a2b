import { cleanNodes } from '../../blocks/document/clean-document.ts';
import { compileDocument } from '../../blocks/document/compile-document.ts';
import { renderText } from '../../blocks/document/render-long.ts';
import type { Finders } from '../../blocks/document/render-long.ts';
import { textWords } from '../../blocks/document/content-env.ts';
import type { TextWords } from '../../blocks/document/content-env.ts';
import { isCompiledDocument } from '../../blocks/document/document.ts';
import type { CompiledDocument } from '../../blocks/document/document.ts';
import { ownMark } from '../../blocks/document/shortcodes/gallery.ts';
import { blockNames, isRendered, renderedBlocks } from '../../blocks/registry.server.ts';
import type { Content } from '../../modules/content/content.ts';
import { findNamedHere } from '../../modules/imports/named-here.ts';
import { languageOfPost } from '../../modules/terms/model.ts';
import { textLanguage, formerAddresses } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import {
  findAttachedElsewhere,
  findAttachedIds,
  findFilesByUrls,
  findMediaFiles,
} from '../../modules/media/attached.ts';
import { findMediaByUrls, findPictures } from '../../modules/media/reader.ts';
import type { Post } from '../../modules/posts/model.ts';
import { findShownEpisode } from '../../modules/podcasts/episodes.ts';
import { footnotesKey } from '../../modules/posts/meta.ts';
import { findPostMeta } from '../../modules/posts/reader.ts';
import { findRenders, readRender, saveRender } from '../../modules/posts/render-store.ts';
import { findScripts } from '../../modules/posts/script-blocks.ts';
import type { StoredRender } from '../../modules/posts/render-store.ts';
import { patternType } from '../../modules/types/names.ts';
import { batch } from '../../lib/batch.ts';
import { shortHash } from '../../lib/hash.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/errors.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import { languageOf } from '../../lib/language.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { scriptedBlocks } from '../../lib/block-scripts.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import { prepareDocument } from './prepared-document.ts';
import type { PreparedDocument } from './prepared-document.ts';
import type { TemplateDocument } from './template-faults.ts';

/** Raise it with every change of the content pipeline that outdates stored renders; new server-rendered blocks change it by themselves. */
const pipelineVersion = `63.${shortHash(blockNames.toSorted().join(' '))}`;

/** Documents ready to render: templates compiled once, post content run through the pipeline once per revision. */
export interface DocumentStore {
  /** Compiles markup that is not a post's. */
  template(markup: string, name: string): TemplateDocument;
  /** A post's content after the pipeline; stored in `post_render`. `asked`: the stored render, if it was loaded with the post. */
  post(post: Post, asked?: { readonly render: StoredRender | undefined }): Promise<PreparedDocument>;
  /** The same for markup of no post that was put together while a page is rendered. */
  text(markup: string): Promise<PreparedDocument>;
}

export function createDocumentStore(content: Content, log: Log): DocumentStore {
  const templateByMarkup = new LruCache<string, TemplateDocument>(300);
  const textByMarkup = new LruCache<string, PreparedDocument>(500);
  const textByRevision = new LruCache<string, PreparedDocument>(200);
  const finders = createFinders(content);
  /** Counts changes of files; texts rendered during one are not cached here. */
  let changes = 0;
  content.database.bus.listen((emissions) => {
    if (!emissions.some(({ tag }) => tag === '*' || tag.startsWith('media:'))) return;
    changes++;
    textByMarkup.clear();
    textByRevision.clear(); // only the database knows which texts show the changed file
  });
  const report = (document: string) => (problem: string) =>
    log.warn({ document, problem }, 'A document is not well formed');
  return {
    template: (markup, name) => {
      const key = `${name} ${shortHash(markup)}`;
      const known = templateByMarkup.get(key);
      if (known) return known;
      const compiled = prepareDocument(compileTemplate(markup, name, report(name)));
      templateByMarkup.set(key, compiled);
      return compiled;
    },
    post: async (stored, asked) => {
      const post = await content.shownTexts.of(stored);
      const plan = await planRender(content, post);
      const { renderKey } = plan;
      const key = `${post.id} ${renderKey}`;
      const known = textByRevision.get(key);
      const { dataTags } = post;
      const tagged = (document: PreparedDocument) => (dataTags ? { ...document, tags: dataTags } : document);
      if (known) return tagged(known);
      const began = changes;
      const storedRender = asked
        ? readRender(asked.render, renderKey)
        : await finders.render(post.id, renderKey);
      const rendered = isCompiledDocument(storedRender) ? storedRender : undefined;
      const shown = new Map<number, number>();
      const compiled =
        rendered ?? (await renderPost(content, finders, plan, shown, report(`post ${post.id}`)));
      const prepared = prepareDocument(compiled);
      if (began === changes) textByRevision.set(key, prepared);
      if (!rendered && !post.isUnsaved) {
        // Not awaited: the page is ready, and the stored render is for other processes.
        content.database
          .writeDerived((tx) => saveRender(tx, post.id, renderKey, compiled, shown))
          .catch((error: unknown) =>
            log.warn(
              { post: post.id, reason: messageOf(error) },
              'Could not keep a rendered post; it is rendered again next time',
            ),
          );
      }
      return tagged(prepared);
    },
    text: async (markup) => {
      const made = await siteOf(content);
      const key = shortHash(`${keyOf(content, made)} ${markup}`);
      const known = textByMarkup.get(key);
      if (known) return known;
      const began = changes;
      const shown = new Map<number, number>();
      const text = {
        post: { id: 0, content: markup },
        site: { siteUrl: content.siteUrl, ...siteOfText(made), hasLead: true },
        boxes: false,
      };
      const find = findersFor(content, finders, made, shown, report('a block with bound attributes'));
      const compiled = prepareDocument({
        ...(await renderText(text, find, renderedBlocks)),
        media: [...shown.keys()],
      });
      if (began === changes) textByMarkup.set(key, compiled);
      return compiled;
    },
  };
}

interface RenderPlan {
  readonly post: Post;
  readonly made: SiteOfTexts;
  readonly mayFrame: boolean;
  readonly notes: readonly string[];
  readonly renderKey: string;
}

async function planRender(content: Content, post: Post): Promise<RenderPlan> {
  const made = await siteOfPost(content, post);
  const smartList = Object.values(post.details.smartList ?? {});
  // Unsaved text runs no scripts, since its author is not recorded.
  const mayFrame =
    !post.isUnsaved &&
    post.content.includes('wp:html') &&
    (await content.settings.current()).html_block_scripts;
  const notes = post.footnotes === undefined ? [] : [post.footnotes];
  const parts = [
    keyOf(content, made),
    post.featuredMediaId,
    ...smartList,
    ...(mayFrame ? ['framed'] : []),
    ...notes,
    post.content,
  ];
  const renderKey = `${post.revision}.${pipelineVersion}.${shortHash(parts.join(' '))}`;
  return { post, made, mayFrame, notes, renderKey };
}

/** Runs a post's content through the pipeline; `shown` collects the files that it shows, with their versions. */
async function renderPost(
  content: Content,
  finders: PictureFinders,
  { post, made, mayFrame, notes }: RenderPlan,
  shown: Map<number, number>,
  onProblem: (problem: string) => void,
): Promise<CompiledDocument> {
  // A pattern may be anywhere in a text, so its picture is never treated as the first.
  const hasLead = post.featuredMediaId > 0 || post.type === patternType;
  const scripts =
    mayFrame && scriptedBlocks(post.content).size > 0
      ? await findScripts(content.database.read, post.id)
      : undefined;
  const text = {
    post,
    site: { siteUrl: content.siteUrl, ...siteOfText(made), hasLead },
    boxes: true,
    ...(scripts ? { scripts } : {}),
  };
  const find = {
    ...findersFor(content, finders, made, shown, onProblem),
    ...(notes.length === 0 ? {} : { footnotes: async () => notes[0] }),
    ...(post.type === patternType ? { episode: async () => undefined } : {}),
  };
  const document = await renderText(text, find, renderedBlocks);
  return { ...document, media: [...shown.keys()] };
}

function compileTemplate(
  markup: string,
  name: string,
  reportProblem: (problem: string) => void,
): CompiledDocument & Pick<TemplateDocument, 'fault'> {
  const problems: string[] = [];
  const written = compileDocument(markup, {
    isRendered,
    onProblem: (problem) => {
      problems.push(problem);
      reportProblem(problem);
    },
  });
  // Built-in templates are trusted, stored ones are not.
  const [fault] = problems;
  return name.startsWith('template:')
    ? {
        ...written,
        nodes: cleanNodes(written.nodes, { ownMark, isTemplate: true }),
        ...(fault === undefined ? {} : { fault }),
      }
    : written;
}

interface PictureFinders {
  pictures(ids: readonly number[]): ReturnType<typeof findPictures>;
  byUrl(urls: readonly string[]): ReturnType<typeof findMediaByUrls>;
}

function createFinders(
  content: Content,
): PictureFinders & { render(postId: number, key: string): Promise<unknown> } {
  // Texts of one page share queries.
  const renders = batch(async (requests: readonly string[]) => {
    const keys = new Map(
      requests.map((one) => {
        const at = one.indexOf(' ');
        return [Number(one.slice(0, at)), one.slice(at + 1)] as const;
      }),
    );
    return new Map(
      [...(await findRenders(content.database.read, keys))].map(([id, render]) => [
        `${id} ${keys.get(id)}`,
        render,
      ]),
    );
  });
  return {
    render: async (postId, key) => (await renders([`${postId} ${key}`])).get(`${postId} ${key}`),
    pictures: batch((ids) => findPictures(content, ids)),
    byUrl: batch(async (urls) =>
      findMediaByUrls(content, urls, sitesOf(content, formerAddresses(await content.settings.current()))),
    ),
  };
}

interface SiteOfTexts {
  readonly exporters: readonly string[];
  readonly words: TextWords;
  /** For typographic marks; undefined: no marks. */
  readonly language: string | undefined;
  readonly hasEmoji: boolean;
  readonly isRightToLeft: boolean;
  readonly spoken: string;
  /** Cache key; covers all of these. */
  readonly key: string;
}

const latinDigits = '0123456789';

const siteOf = async ({ settings }: Content): Promise<SiteOfTexts> =>
  siteOfSettings(await settings.current());

/** The same for a post's text, which may have its own language. */
async function siteOfPost(content: Content, post: Post): Promise<SiteOfTexts> {
  const made = await siteOf(content);
  const language = languageOfPost(post, await content.terms.withAncestors(post.termIds));
  if (language === undefined || language === made.spoken) return made;
  return {
    ...made,
    language: made.language === undefined ? undefined : language,
    isRightToLeft: languageOf(language).isRightToLeft,
    key: `${made.key} ${language}`,
  };
}

const siteOfSettings = memoizedBy((settings: Settings): SiteOfTexts => {
  const spoken = Object.fromEntries(textWords.map((name) => [name, readerText(settings, name)])) as TextWords; // every text has a string
  const spokenHere = languageOf(settings.site_language);
  const { isRightToLeft } = spokenHere;
  const digits = spokenHere.digits(latinDigits);
  const words = digits === latinDigits ? spoken : { ...spoken, digits };
  const exporters = formerAddresses(settings);
  const language = textLanguage(settings);
  const { use_smilies: hasEmoji } = settings;
  const key = [
    typographyOf(language).key,
    ...(hasEmoji ? ['emoji'] : []),
    ...(isRightToLeft ? ['rtl'] : []),
    ...exporters,
    ...Object.values(words),
  ].join(' ');
  return { exporters, words, language, hasEmoji, isRightToLeft, spoken: settings.site_language, key };
});

const keyOf = ({ siteUrl }: Content, { key }: SiteOfTexts): string => `${siteUrl} ${key}`;

const sitesOf = ({ siteUrl }: Content, exporters: readonly string[]) =>
  new FormerSites([siteUrl, ...exporters]);

const siteOfText = ({ key: _key, spoken: _spoken, ...site }: SiteOfTexts) => site;

function findersFor(
  content: Content,
  find: PictureFinders,
  { exporters }: SiteOfTexts,
  shown: Map<number, number>,
  onProblem: (problem: string) => void,
): Finders {
  const noted = <Key, Found extends { readonly version: number }>(
    found: Map<Key, Found>,
    idOf: (key: Key, item: Found) => number,
  ) => {
    for (const [key, item] of found) shown.set(idOf(key, item), item.version);
    return found;
  };
  return {
    textWorkers: content.textWorkers,
    isRendered,
    pictures: async (ids) => noted(await find.pictures(ids), (id) => id),
    picturesByUrl: async (urls) => noted(await find.byUrl(urls), (_url, { id }) => id),
    filesByUrl: async (urls) => {
      const files = noted(
        await findFilesByUrls(content, urls, sitesOf(content, exporters)),
        (_url, { id }) => id,
      );
      const posterIds = [...files.values()].map(({ posterId }) => posterId).filter((id) => id > 0);
      const posters = posterIds.length === 0 ? undefined : noted(await find.pictures(posterIds), (id) => id);
      return posters
        ? new Map([...files].map(([url, file]) => [url, { ...file, poster: posters.get(file.posterId) }]))
        : files;
    },
    media: async (ids) => noted(await findMediaFiles(content, ids), (id) => id),
    attachedTo: ({ postId, kind, ...order }, isElsewhere) =>
      (isElsewhere ? findAttachedElsewhere : findAttachedIds)(content.database.read, postId, kind, order),
    namedHere: (postId, named) => findNamedHere(content.database.read, postId, named),
    footnotes: async (postId) =>
      (await findPostMeta(content.database.read, [postId], [footnotesKey]))
        .get(postId)
        ?.get(footnotesKey)?.[0],
    episode: (postId) => findShownEpisode(content, postId),
    onProblem,
  };
}
