import { withDefaultCategory } from '../modules/terms/writer.ts';
import { detailKeys, detailsMeta } from '../modules/posts/model.ts';
import { findFolderOf } from '../modules/media/folders.ts';
import { keepAround } from '../modules/posts/revisions.ts';
import type { TextWords } from '../lib/text-words.ts';
import { holdsAddress, writeOldSlugs } from '../modules/posts/slugs.ts';
import type { SlugHolder } from '../modules/posts/slugs.ts';
import { createPost, updatePost } from '../modules/posts/writer.ts';
import type { PostInput } from '../modules/posts/writer.ts';
import { shownInPagesKey } from '../lib/builder-data/global-parts.ts';
import { textWrittenKey } from '../lib/builder-data/text-with-data.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import type { SeoFacts } from '../lib/seo-text.ts';
import type { Tx } from '../kernel/db/open-database.ts';
import type { ImportTx } from './batch-writer.ts';
import type { AbsentIds } from './absent-ids.ts';
import type { BylineImport } from './import-bylines.ts';
import type { CommentImport } from './import-comments.ts';
import type { MediaImport, TakenMedia } from './import-media.ts';
import type { PatternImport } from './import-patterns.ts';
import type { MenuImport } from './import-menus.ts';
import type { RedirectImport } from './import-redirects.ts';
import type { SlugImport } from './import-slugs.ts';
import { isNumbered } from './import-slugs.ts';
import type { Numbered } from './import-slugs.ts';
import { maxTermsOfItem } from './import-terms.ts';
import type { TermImport } from './import-terms.ts';
import type { UserImport } from './import-users.ts';
import type { ItemFields } from './item-fields.ts';
import type { LedgerEntry } from '../modules/imports/ledger.ts';
import { cleanCommentHtml } from './post-details.ts';
import type { ForeignDetails } from './post-details.ts';
import type { PluginFields } from './acf/field-import.ts';
import type { FieldValueImport } from './import-field-values.ts';
import type { References } from './references.ts';
import { findImportedPost } from './rows.ts';
import type { TemplateImport } from './old-theme/import-templates.ts';
import type { TextImport } from './old-theme/import-texts.ts';
import type { ImportRun } from './run.ts';
import { parseWxrDate } from './site-clock.ts';
import type { WxrItem, WxrSite } from './wxr-events.ts';
import { articleType, fileType, sectionTaxonomy } from '../modules/types/names.ts';
import { postTypeNamed } from '../modules/types/registry.ts';

export interface PostParts {
  readonly site: WxrSite;
  readonly users: UserImport;
  readonly bylines: BylineImport;
  readonly media: MediaImport;
  readonly terms: TermImport;
  readonly comments: CommentImport;
  readonly menus: MenuImport;
  readonly pluginFields: PluginFields;
  readonly fieldValues: FieldValueImport;
  readonly references: References;
  readonly redirects: RedirectImport;
  readonly slugs: SlugImport;
  readonly patterns: PatternImport;
  readonly templates: TemplateImport;
  readonly texts: TextImport;
}

/** The exporter's key of an item: its id, or its URL in files without ids. */
export const externalIdOf = (item: WxrItem) => item.id || item.guid || item.link;
/** The type of an item's parent: its own type if that is hierarchical. */
export const parentTypeOf = (type: string) =>
  type !== fileType && postTypeNamed(type).isHierarchical ? type : undefined;

export interface Prepared {
  readonly fields: ItemFields;
  readonly foreign: ForeignDetails;
  readonly media: TakenMedia | undefined;
  readonly words: TextWords | undefined;
}

export interface Written {
  readonly localId: number;
  readonly notes: readonly string[];
  /** Posts that got a numbered slug because of it. */
  readonly moved: readonly Numbered[];
  /** Whether it existed and keeps its address, whatever slug the file gives it. */
  readonly hasPlace: boolean;
}

export class ItemWriter {
  readonly #run: ImportRun;
  readonly #parts: PostParts;
  readonly #absent: AbsentIds;

  constructor(run: ImportRun, parts: PostParts, absent: AbsentIds) {
    this.#run = run;
    this.#parts = parts;
    this.#absent = absent;
  }

  async write(
    tx: ImportTx,
    item: WxrItem,
    prepared: Prepared,
    before: LedgerEntry | undefined,
  ): Promise<Written> {
    const { references, slugs, redirects, media: files } = this.#parts;
    const { fields, media, words } = prepared;
    const notes =
      fields.unknownStatus === undefined
        ? []
        : [
            fields.unknownStatus === ''
              ? 'it has no status; it was imported as a draft'
              : `unknown status "${fields.unknownStatus}"; it was imported as a draft`,
          ];
    if (item.terms.length > maxTermsOfItem)
      notes.push(`only the first ${maxTermsOfItem} of its ${item.terms.length} terms were imported`);
    const termIds = await this.#termsOf(tx, item, before, notes);
    const input = await this.#inputOf(tx, item, prepared, termIds);
    // The address is unknown until the parent is imported.
    const isPlaced =
      item.parent === '' ||
      item.parent === '0' ||
      (await references.find(tx.db, item.parent, parentTypeOf(item.type))) !== undefined;
    const moved = !before && isPlaced ? await slugs.makeRoom(tx, input, redirects.pathOf(item.link)) : [];
    const aside: SlugHolder[] = [];
    const onAside = (file: SlugHolder) => aside.push(file);
    let localId: number;
    const hasPlace = before !== undefined && (await isInPlace(tx, before.localId, input, fields.oldSlugs));
    if (before) {
      localId = before.localId;
      const { slug: _slug, ...changes } = input;
      const changed = { ...(hasPlace ? changes : input), onAside };
      await keepAround(tx, localId, { title: item.title, excerpt: item.excerpt, content: item.content }, () =>
        updatePost(tx, localId, changed, words),
      );
    } else {
      const id =
        (await this.#absent.claim(tx, externalIdOf(item))) ?? (await this.#run.ids.wish(tx, 'post', item.id));
      localId = await createPost(tx, { ...input, id, onAside }, words);
      slugs.made(localId, externalIdOf(item), redirects.pathOf(item.link));
      // No cached page can show a new article. Embedded types (attachments, reusable blocks) may be cached as missing.
      if (item.type === articleType) tx.unemit(`post:${localId}`);
    }
    if (media) await files.write(tx, localId, media);
    await writeOldSlugs(tx, localId, fields.oldSlugs);
    return { localId, notes, hasPlace, moved: [...moved, ...(await slugs.numbered(tx.db, aside))] };
  }

  /** Ids of the item's terms; adds a message to `notes` for each missing one. */
  async #termsOf(
    tx: ImportTx,
    item: WxrItem,
    before: LedgerEntry | undefined,
    notes: string[],
  ): Promise<readonly number[]> {
    const { terms } = this.#parts;
    const termIds: number[] = [];
    let hasCategory = false;
    for (const { taxonomy, slug, name } of terms.of(item)) {
      const id = await terms.idOf(tx, taxonomy, slug);
      if (id === undefined) notes.push(`its ${taxonomy} "${name}" could not be created, or was deleted here`);
      else termIds.push(id);
      hasCategory ||= id !== undefined && taxonomy === sectionTaxonomy;
    }
    // Files stay in their library folder; exports don't contain folders.
    const folder = before && item.type === fileType ? await findFolderOf(tx.db, before.localId) : 0;
    if (folder > 0 && !termIds.includes(folder)) termIds.push(folder);
    return hasCategory ? termIds : withDefaultCategory(tx, item.type, termIds);
  }

  async #inputOf(
    tx: ImportTx,
    item: WxrItem,
    { fields, foreign, media }: Prepared,
    termIds: readonly number[],
  ) {
    const { users, bylines, terms, references } = this.#parts;
    const primaryCategoryId = terms.byExternalId('category', foreign.primaryCategory) ?? 0;
    const meta = this.#run.file.isOurs
      ? ownMeta(fields.meta, primaryCategoryId)
      : foreignMeta(fields.meta, foreign, primaryCategoryId);
    return {
      type: item.type,
      status: fields.status === 'inherit' && references.isLeftOut(item.parent) ? 'private' : fields.status,
      title: item.title,
      slug: fields.slug,
      content: item.content,
      excerpt: item.excerpt,
      authorIds: (await bylines.authorsOf(tx, item)) ?? [await users.authorOf(tx, item.creator)],
      parentId: await references.expect(tx, item.parent === '0' ? '' : item.parent, parentTypeOf(item.type)),
      menuOrder: fields.menuOrder,
      publishedAt: fields.publishedAt,
      modifiedAt: fields.modifiedAt,
      sticky: item.sticky === '1',
      format: fields.format,
      ...discussionOf(item),
      featuredMediaId: await references.expect(tx, fields.thumbnail, fileType),
      mimeType: media?.mimeType ?? '',
      password: fields.password,
      guid: item.guid,
      termIds,
      meta,
      announce: false,
    } satisfies PostInput;
  }
}

/** Keys of details. Files of Broadsheet have all details of a post, so a post loses those that its file lacks. */
const ownKeys = [...Object.values(detailKeys), textWrittenKey, shownInPagesKey];

/** Meta in a file that Broadsheet wrote: details of the post there, whatever the meta of plugins says. */
function ownMeta(
  meta: ItemFields['meta'],
  primaryCategoryId: number,
): Readonly<Record<string, readonly string[]>> {
  const subtitle = meta[detailKeys.subtitle];
  return {
    ...Object.fromEntries(ownKeys.map((key) => [key, []])),
    ...meta,
    ...(subtitle ? { [detailKeys.subtitle]: subtitle.map(cleanCommentHtml) } : {}),
    [detailKeys.primaryCategoryId]: primaryCategoryId > 0 ? [String(primaryCategoryId)] : [],
  };
}

/** Meta in a file of another system. A plugin may use the key of a detail; its value stays unless there is one to replace it. */
function foreignMeta(
  meta: ItemFields['meta'],
  { details }: ForeignDetails,
  primaryCategoryId: number,
): Readonly<Record<string, readonly string[]>> {
  return {
    [shownInPagesKey]: [],
    ...meta,
    // Reset, since the text is that of another system again.
    [textWrittenKey]: [],
    ...Object.fromEntries(
      Object.entries(detailsMeta(details)).filter(([key, values]) => values.length > 0 || !(key in meta)),
    ),
    // The ids in a plugin's value are those of the exporter.
    ...detailsMeta({ primaryCategoryId, relatedFirst: [], relatedExclude: [] }),
  };
}

/** Facts that SEO plugins' title and description templates refer to. */
export async function findSeoFacts(
  run: ImportRun,
  { site, terms, users }: PostParts,
  item: WxrItem,
  { publishedAt, modifiedAt }: ItemFields,
): Promise<SeoFacts> {
  const named = (taxonomy: string) =>
    terms
      .of(item)
      .filter((term) => term.taxonomy === taxonomy)
      .map(({ name }) => decodeEntities(name));
  const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value ?? '';
  return {
    id: item.id,
    title: item.title,
    excerpt: item.excerpt,
    siteTitle: decodeEntities(site.title),
    siteDescription: decodeEntities(site.description),
    author: users.nameOf(item.creator),
    categories: named('category'),
    tags: named('post_tag'),
    primaryCategory: await terms.nameOf(
      'category',
      meta('_yoast_wpseo_primary_category') || meta('rank_math_primary_category'),
    ),
    focusKeyword: meta('_yoast_wpseo_focuskw') || meta('rank_math_focus_keyword'),
    language: run.naming.language,
    publishedAt: publishedAt === 0 ? 0 : (parseWxrDate(item.date) ?? publishedAt),
    modifiedAt: parseWxrDate(item.modified) ?? modifiedAt,
    now: run.now,
  };
}

/** Comment and ping status from the file; without one, the site's defaults for new posts apply. */
function discussionOf({
  commentStatus,
  pingStatus,
}: Pick<WxrItem, 'commentStatus' | 'pingStatus'>): Pick<PostInput, 'commentStatus' | 'pingStatus'> {
  const openOrClosed = (status: string) => (status === 'open' ? 'open' : 'closed');
  return {
    ...(commentStatus === '' ? {} : { commentStatus: openOrClosed(commentStatus) }),
    ...(pingStatus === '' ? {} : { pingStatus: openOrClosed(pingStatus) }),
  };
}

/**
 * Whether the stored post already has the parent and slug in the file, possibly numbered: its address then stays
 * unchanged. A slug that the exporter lists as a former one does not count: the post was renamed there.
 */
async function isInPlace(
  tx: Tx,
  localId: number,
  { type, status, slug, parentId }: Required<Pick<PostInput, 'type' | 'status' | 'slug' | 'parentId'>>,
  oldSlugs: readonly string[],
): Promise<boolean> {
  const post = await findImportedPost(tx.db, localId);
  if (!post || post.slug === '' || post.type !== type || post.parent_id !== parentId) return false;
  const isAsPublic = post.status === status || (holdsAddress(post.status) && holdsAddress(status));
  return (
    isAsPublic &&
    (slug === '' || post.slug === slug || (isNumbered(post.slug, slug) && !oldSlugs.includes(post.slug)))
  );
}
