import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { askTogether } from '../../blocks/asked-together.server.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import type { DocumentNode } from '../../blocks/document/document.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { sourceKey } from '../../modules/imports/ledger.ts';
import { mediaUrl } from '../../modules/media/picture.ts';
import { findShownEpisode } from '../../modules/podcasts/episodes.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { isPublicSql } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { findPostMeta, findPosts } from '../../modules/posts/reader.ts';
import { postsPageOf, formerSites } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { fileType } from '../../modules/types/names.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { mayHoldDataBlocks } from '../../lib/builder-data/data-blocks.ts';
import { messageOf } from '../../lib/errors.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { adminPlaces } from '../../site/admin/admin-build.ts';
import { renderShownHtml } from '../../site/pages/render-post-html.ts';
import { kindOfPost } from '../../site/pages/resolve-singular.ts';
import type { Site } from '../../site/pages/site.ts';
import { assignmentKind } from '../../site/pages/template-for.ts';
import { findPageLosses, missingInGalleries } from './page-losses.ts';
import type { PageLosses } from './page-losses.ts';
import { addLoss, lossKinds, noLosses } from './reader-losses.ts';
import type { ReaderLosses } from './reader-losses.ts';
import { readShownHtml } from './shown-html.ts';
import type { ShownHtml } from './shown-html.ts';
import { isEpisodePlayer, readStoredParts } from './stored-parts.ts';
import type { PluginPart } from './stored-parts.ts';
import { portions } from '../../lib/batch.ts';
import { externalIdIn } from '../absent-ids.ts';
import { createGuard } from '../../modules/accounts/guard.ts';
import { createContent } from '../../modules/content/content.ts';
import { OutsideLibraries } from '../../modules/templates/library/library.ts';
import { createPortraitMaker } from '../../modules/portraits/portraits.ts';
import { createSessions } from '../../modules/users/sessions.ts';
import { createSigner, createVault } from '../../lib/keys.ts';
import { createDocumentStore } from '../../site/pages/document-store.ts';
import { TaggedCache, CardCache, PatternCache } from '../../site/pages/tagged-cache.ts';
import type { PreparedDocument } from '../../site/pages/prepared-document.ts';
import { createListSearchGate } from '../../site/pages/page-searches.ts';
import { SiteViews } from '../../site/pages/site.ts';
import { StyleSheets } from '../../site/pages/style-sheets.ts';
import { createTemplateFaults } from '../../site/pages/template-faults.ts';

export interface PageCheckOptions {
  readonly sources: readonly string[];
  readonly siteUrl: string;
  readonly dataDir: string;
  /** Stops after the current page; the result says how many were checked. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((checked: number, published: number) => void) | undefined;
}

const batchSize = 20;
/** Cached results for plugin parts rendered alone; sites use the same ones on many pages. */
const rememberedParts = 5000;

/**
 * Renders each published item of these sites as its page does and compares it with the stored text. Writes nothing, so
 * results stay the same until a page is edited.
 */
export async function findReaderLosses(
  database: Database,
  { sources, siteUrl, dataDir, signal, onProgress }: PageCheckOptions,
): Promise<ReaderLosses> {
  const losses = noLosses();
  const keys = [...new Set(sources.filter((source) => source !== '').map(sourceKey))];
  if (keys.length === 0) return losses;
  const opened = openRenderingSite(database, { siteUrl, dataDir });
  try {
    const checker = new PageChecker(opened.site, losses, keys);
    losses.published = await countPublished(database, keys);
    for (let after = 0; ; ) {
      const ids = signal?.aborted ? [] : await listPublished(database, keys, after);
      if (ids.length === 0) break;
      for (const post of (await findPosts(database.read, ids)).values()) {
        if (signal?.aborted) break;
        await checker.check(post);
        losses.checked++;
      }
      after = ids.at(-1) ?? Infinity;
      onProgress?.(losses.checked, losses.published);
    }
  } finally {
    await opened.close();
  }
  return losses;
}

const published = ({ read }: Database, keys: readonly string[]) =>
  read
    .selectFrom('post')
    .where(isPublicSql())
    .where('type', '<>', fileType)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('import_item')
          .select(sql.lit(1).as('one'))
          .where('import_item.kind', '=', 'post')
          .where('import_item.source', 'in', keys)
          .whereRef('import_item.local_id', '=', 'post.id'),
      ),
    );

async function countPublished(database: Database, keys: readonly string[]): Promise<number> {
  const { count } = await published(database, keys)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function listPublished(database: Database, keys: readonly string[], after: number): Promise<number[]> {
  const rows = await published(database, keys)
    .select('post.id')
    .where('post.id', '>', after)
    .orderBy('post.id')
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

const builderKeys: ReadonlySet<string> = new Set([
  '_elementor_data',
  '_fl_builder_data',
  'panels_data',
  '_bricks_page_content_2',
  'ct_builder_shortcodes',
  'ct_builder_json',
  'tve_updated_post',
  '_cornerstone_data',
  'brizy',
  'brizy-post-editor-data',
  '_themify_builder_settings_json',
  'mfn-page-items',
  '_breakdance_data',
  'vcv-pageContent',
  '_oxygen_data',
  'tve_content_before_more',
  '_zionbuilder_page_elements',
  'td_page_content',
]);
const shortestText = 20;

class PageChecker {
  readonly #site: Site;
  readonly #losses: ReaderLosses;
  readonly #keys: readonly string[];
  readonly #showsAlone = new LruCache<string, boolean>(rememberedParts);

  constructor(site: Site, losses: ReaderLosses, keys: readonly string[]) {
    this.#keys = keys;
    this.#site = site;
    this.#losses = losses;
  }

  async check(post: Post): Promise<void> {
    const { content } = this.#site;
    const settings = await content.settings.current();
    if (post.id === postsPageOf(settings)) return; // it shows the newest posts instead
    const path =
      (await findPostPaths(content.database.read, [post], settings.permalink_structure)).get(post.id) ??
      `/?p=${post.id}`;
    const page: PageInfo = {
      kind: kindOfPost(post),
      path,
      pageNumber: 1,
      title: post.title,
      post,
    } as PageInfo;
    const found = await this.#compare(post, page, settings).catch(
      (error: unknown): PageLosses => ({ unrendered: [messageOf(error)] }),
    );
    const entry = { id: post.id, type: post.type, title: htmlToText(post.title), path };
    for (const kind of lossKinds) addLoss(this.#losses, kind, entry, found[kind] ?? []);
  }

  async #compare(post: Post, page: PageInfo, settings: Settings): Promise<PageLosses> {
    const {
      content,
      documents,
      content: {
        database: { read },
      },
    } = this.#site;
    const shown = await this.#show(await documents.post(post), page, settings);
    const stored = readStoredParts(post.content, (name) => findBlock(name) !== undefined);
    const silent: PluginPart[] = [];
    for (const part of stored.plugins)
      if (!(await this.#isShownAlone(part, post, page, settings))) silent.push(part);
    const isEpisodeShown =
      shown.players > 0 &&
      silent.some(isEpisodePlayer) &&
      (await findShownEpisode(content, post.id)) !== undefined;
    const featured = await this.#featured(post);
    const hasWordsAround = post.details.subtitle !== '' || post.details.featuredVideo !== '';
    const hasTemplate =
      (await content.templates.assignments(assignmentKind(page), post.id)).item !== undefined;
    const isEmpty = !shown.hasWords && shown.pictures.size === 0;
    return findPageLosses(content, formerSites(settings), {
      oldIds: await findOldIds(read, post.id, missingInGalleries(stored, shown) ?? [], this.#keys),
      stored,
      shown,
      silent: isEpisodeShown ? silent.filter((part) => !isEpisodePlayer(part)) : silent,
      featuredLoss: featured.loss,
      featuredAtOldSite: featured.atOldSite,
      hasOther: hasWordsAround || hasTemplate || featured.isShown,
      builderMeta: isEmpty ? builderMetaOf((await findPostMeta(read, [post.id])).get(post.id)) : [],
    });
  }

  async #show(document: PreparedDocument, page: PageInfo, settings: Settings): Promise<ShownHtml> {
    return readShownHtml(await renderShownHtml(this.#site, document, page, settings));
  }

  /** Whether a plugin's part shows more than its own brackets, together with the data it refers to. */
  async #isShownAlone(
    { text, kind }: PluginPart,
    post: Post,
    page: PageInfo,
    settings: Settings,
  ): Promise<boolean> {
    const { documents, content } = this.#site;
    const isWithData = mayHoldDataBlocks(text);
    const known = isWithData ? undefined : this.#showsAlone.get(text);
    if (known !== undefined) return known;
    const markup = isWithData
      ? (await content.shownTexts.of({ ...post, content: text, isUnsaved: true, hasData: false })).content
      : text;
    const document = await documents.text(markup);
    const { hasWords, opening, pictures, drawings, players, forms, addresses } = await this.#show(
      document,
      page,
      settings,
    );
    const shows =
      pictures.size + drawings + players + forms > 0 || (hasWords && opening !== htmlToText(text));
    // The title of a form or film in data does not count as the form itself.
    const isShown =
      isWithData && kind === 'forms'
        ? forms > 0
        : isWithData && kind === 'players'
          ? players + addresses.size > 0
          : shows || document.nodes.some(isPopularList);
    if (!isWithData) this.#showsAlone.set(text, isShown);
    return isShown;
  }

  async #featured({
    id,
    featuredMediaId,
  }: Post): Promise<{ isShown: boolean; loss: string | undefined; atOldSite: string | undefined }> {
    const {
      siteUrl,
      database: { read },
    } = this.#site.content;
    if (featuredMediaId === 0) {
      // Of a file that was not imported, the meta still has the exporter's id.
      const imageId =
        (await findPostMeta(read, [id], ['_thumbnail_id'])).get(id)?.get('_thumbnail_id')?.at(-1) ?? '';
      return {
        isShown: false,
        loss: /^[1-9]\d*$/.test(imageId) ? `its featured image ${imageId} is not in the export` : undefined,
        atOldSite: undefined,
      };
    }
    const row = await read
      .selectFrom('media')
      .select(['file', 'source_url as sourceUrl', 'edition'])
      .where('post_id', '=', featuredMediaId)
      .executeTakeFirst();
    const address = row ? mediaUrl(siteUrl, row) : '';
    if (address === '')
      return {
        isShown: false,
        loss: `its featured image ${featuredMediaId} has no file`,
        atOldSite: undefined,
      };
    return { isShown: true, loss: undefined, atOldSite: row?.file === '' ? address : undefined };
  }
}

/** A list of the most read posts is empty until readers visit. */
const isPopularList = (node: DocumentNode): boolean =>
  typeof node !== 'string' &&
  (String(node.attributes.sort).startsWith('popular') || node.children.some(isPopularList));

function builderMetaOf(meta: ReadonlyMap<string, readonly string[]> | undefined): string[] {
  return [...(meta ?? [])]
    .filter(
      ([key, [value = '']]) =>
        value.trim().length >= shortestText &&
        (builderKeys.has(key) || (meta?.get(`_${key}`)?.[0] ?? '').startsWith('field_')),
    )
    .map(([key]) => key);
}

/** The exporter's ids of posts by local ids, including ids that no file has contained. */
async function findOldIds(
  read: Reader,
  postId: number,
  ids: readonly number[],
  sites: readonly string[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const some of portions([...new Set(ids)])) {
    const rows = await read
      .selectFrom('import_item')
      .innerJoin('import_item as own', 'own.source', 'import_item.source')
      .select(['import_item.external_id', 'import_item.local_id'])
      .where('own.kind', '=', 'post')
      .where('own.local_id', '=', postId)
      .where('import_item.kind', '=', 'post')
      .where('import_item.local_id', 'in', some)
      .where('import_item.source', 'in', sites)
      .execute();
    for (const row of rows) {
      const id = externalIdIn(row.external_id);
      if (id !== undefined) found.set(row.local_id, id);
    }
  }
  return found;
}

/** A site that renders pages outside of the server. It writes nothing, and its signatures are valid only within it. */
function openRenderingSite(
  stored: Database,
  { siteUrl, dataDir }: { readonly siteUrl: string; readonly dataDir: string },
): {
  readonly site: Site;
  close(): Promise<void>;
} {
  const database: Database = { ...stored, writeDerived: async () => undefined as never }; // render caches, which only the server fills
  const secret = randomBytes(32);
  const signer = createSigner(secret);
  const log = { warn: () => {}, error: () => {} }; // losses go into the report instead
  const content = createContent(database, siteUrl, () => {});
  const documents = createDocumentStore(content, log);
  const portraits = createPortraitMaker(dataDir);
  const site: Site = {
    content,
    documents,
    together: askTogether(content),
    log,
    signer,
    portraits,
    dataDir,
    admin: adminPlaces(),
    blockData: new TaggedCache(database.bus),
    cards: new CardCache(content, database.bus),
    patterns: new PatternCache(content, documents),
    templateFaults: createTemplateFaults(database),
    listSearchGate: createListSearchGate(),
    styles: new StyleSheets(),
    views: new SiteViews(),
    sessions: createSessions(database, signer, siteUrl),
    accounts: { content, guard: createGuard(), vault: createVault(secret), sendsMail: false },
    libraries: new OutsideLibraries(),
    pushKey: '',
    ajaxUrl: '',
  };
  return {
    site,
    close: async () => {
      await portraits.close();
      await content.close();
    },
  };
}
