import { newestPosts, topPosts } from '../../../blocks/front-lists.server.ts';
import type { PageInfo } from '../../../blocks/load-context.ts';
import { listOfPage, tagsOfSeveral } from '../../../blocks/page-listing.server.ts';
import { authorLinks, findAuthorsWithPages, makesAuthorPages } from '../../../modules/posts/authors.ts';
import type { AuthorLink } from '../../../modules/posts/model.ts';
import { findLeadPicture, leadPictureKey, iconOf, isDrawing } from '../../../modules/media/reader.ts';
import type { LeadPicture } from '../../../modules/media/reader.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import type { PictureFiles } from '../../../modules/media/picture.ts';
import { findTrail } from '../../../modules/content/trail.ts';
import type { TrailStep } from '../../../modules/content/trail.ts';
import { findAllFieldValues, findStructuredValues } from '../../../modules/fields/structured-values.ts';
import type { FieldValue } from '../../../modules/fields/structured-values.ts';
import { findMediaFiles } from '../../../modules/media/attached.ts';
import type { MediaFile } from '../../../modules/media/attached.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { languageOfPost } from '../../../modules/terms/model.ts';
import { siteTypography } from '../../../modules/settings/site-facts.ts';
import { profilesOf } from '../../../modules/users/user-fields.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { alone, loadCached, trackedContext } from '../load-context.ts';
import type { PageRender } from '../page-render.ts';
import { filesOfItem, isReadyType } from './ready-things.ts';
import { canonicalUrl, describePage, documentTitle, isArticlePage } from './texts.ts';
import { articleType } from '../../../modules/types/names.ts';
import { productType } from '../../../modules/shop/model.ts';
import type { FoundProduct, ListedProduct } from '../../../modules/shop/model.ts';
import { priceAt } from '../../../modules/shop/price.ts';
import { findProducts } from '../../../modules/shop/store.ts';
import { isTag } from '../../../modules/types/registry.ts';
import type { Content } from '../../../modules/content/content.ts';

export interface HeadFacts {
  readonly page: PageInfo;
  readonly settings: Settings;
  /** Language tag of the page: that of its post, else the site's. */
  readonly language: string;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly title: string;
  readonly siteName: string;
  readonly description: string;
  /** Absolute; undefined for the 404 page. */
  readonly canonical: string | undefined;
  /** The featured image. */
  readonly ownPicture: PictureFiles | undefined;
  /** The page's picture, else the site's; undefined without either, and for protected pages. */
  readonly picture: PictureFiles | undefined;
  /** Picture for sharing: `picture`, else that of the first listed post, else the logo. */
  readonly preview: PictureFiles | undefined;
  readonly logo: PictureFiles | undefined;
  /** May be SVG. */
  readonly icon: PictureFiles | undefined;
  readonly authors: readonly AuthorLink[];
  /** Profile URLs by author id. */
  readonly profiles: ReadonlyMap<number, readonly string[]>;
  /** From the front page to the page itself. */
  readonly trail: readonly TrailStep[];
  /** Names of an article's categories, outermost first. */
  readonly sections: readonly string[];
  readonly tagNames: readonly string[];
  readonly alternates: readonly AlternateLanguage[];
  /** Properties of an article from its custom fields. */
  readonly fieldValues: Readonly<Record<string, unknown>>;
  /** Values and files of an item of a ready type; undefined for all other pages. */
  readonly item: ItemValues | undefined;
  /** Undefined for all pages but those of products. */
  readonly products: FoundProduct | undefined;
  /** Milliseconds. */
  readonly now: number;
}

interface ItemValues {
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly files: ReadonlyMap<number, MediaFile>;
}

/** Collects the inputs of the head and tags the page with its dependencies. */
export async function headFacts(render: PageRender): Promise<HeadFacts> {
  const {
    page,
    settings,
    site: { content },
  } = render;
  const { permalink_structure: structure } = settings;
  const open = page.post && !page.post.isProtected ? page.post : undefined;
  const [own, found, trail, people, withPages, terms, alternates, fieldValues, item, products] =
    await Promise.all([
      ownPicture(render, (page.kind === 'attachment' ? open?.id : open?.featuredMediaId) ?? 0),
      sitePictures(render),
      findTrail(content, page),
      content.users.byIds(page.post?.authorIds ?? []),
      findAuthorsWithPages(content.database.read, page.post ? [page.post] : []),
      content.terms.withAncestors(page.post?.termIds ?? []),
      alternateLanguages(page, content),
      open && isArticlePage(page) ? findStructuredValues(content.database.read, open) : {},
      open && page.kind !== 'home' && isReadyType(open.type) ? itemValues(render, open) : undefined,
      open?.type === productType ? findProducts(content.database.read, [open.id]) : undefined,
    ]);
  const sold = products?.get(open?.id ?? 0);
  expireWithSale(render, sold ?? []);
  const authors = authorLinks(page.post?.authorIds ?? [], people, structure, withPages);
  for (const { id } of authors) render.addTag(`user:${id}`, 'secondary');
  if (page.post && !makesAuthorPages(page.post))
    for (const { id } of authors) render.addTag(`list:author:${id}`, 'secondary');
  for (const id of terms.keys()) render.addTag(`term:${id}`, 'secondary');
  const site = new Map([...found].filter(([, one]) => !isDrawing(one)));
  const picture = own ?? (page.post?.isProtected ? undefined : site.get(settings.social_image));
  const logo = site.get(settings.site_logo);
  return {
    page,
    settings,
    siteUrl: content.siteUrl,
    language: (page.post && languageOfPost(page.post, terms)) ?? settings.site_language,
    title: documentTitle(page, settings),
    siteName: siteTypography(settings).text(settings.blogname),
    description: describePage(page, settings),
    canonical: canonicalUrl(page, content.siteUrl, structure),
    ownPicture: own,
    picture,
    preview: picture ?? (await listedPicture(render)) ?? (page.post?.isProtected ? undefined : logo),
    logo,
    icon: iconOf(found, settings),
    authors,
    profiles: new Map([...people].map(([id, person]) => [id, profilesOf(person)])),
    trail,
    sections: isArticlePage(page) ? trail.slice(1, -1).map(({ name }) => name) : [],
    tagNames: !open
      ? []
      : [...terms.values()].filter(({ taxonomy }) => isTag(taxonomy)).map(({ name }) => htmlToText(name)),
    alternates,
    fieldValues,
    item,
    products: sold,
    now: render.now,
  };
}

/** Structured data names the price. */
function expireWithSale(render: PageRender, products: readonly ListedProduct[]): void {
  for (const { prices } of products) {
    const changesAt = priceAt(prices, render.now)?.changesAt;
    if (changesAt !== undefined) render.expiresAt = Math.min(render.expiresAt, changesAt);
  }
}

async function itemValues(
  render: PageRender,
  post: { readonly id: number; readonly type: string },
): Promise<ItemValues> {
  const { content } = render.site;
  const values = await findAllFieldValues(content.database.read, post);
  const ids = filesOfItem(values);
  for (const id of ids) render.addTag(`post:${id}`, 'secondary');
  return { values, files: await findMediaFiles(content, ids) };
}

/** Shares the cached picture of the featured image block. */
async function ownPicture(render: PageRender, id: number): Promise<PictureFiles | undefined> {
  if (id === 0) return undefined;
  const key = leadPictureKey(id);
  const { loaded } = await render.loadOnce(key, () =>
    loadCached(render, `keep ${key}`, async (tracker) => {
      for (const kind of ['post', 'media'] as const) tracker.addTag(`${kind}:${id}`);
      return findLeadPicture(render.site.content, id);
    }),
  );
  render.addLoaded(loaded);
  return (loaded.data as LeadPicture | undefined)?.files;
}

/** Listed posts that are checked for a picture. */
const lookedAt = 5;

/** The picture of the first post that has one, for the front page and archives; cached until a post is published or unpublished there. */
async function listedPicture(render: PageRender): Promise<PictureFiles | undefined> {
  const {
    page,
    site: { content },
  } = render;
  if (page.post || page.search !== undefined || page.kind === '404') return undefined;
  const { term, several, author, dates, format, postType: type } = page;
  const key = JSON.stringify([page.kind, term?.id, author?.id, dates, format, type, several]);
  const { loaded } = await loadCached(render, `first picture of ${key}`, async (tracker) => {
    const context = trackedContext(render, '', tracker, alone);
    if (several) for (const tag of tagsOfSeveral(several, type)) context.tag(tag);
    else
      context.tag(
        term ? `list:term:${term.id}` : author ? `list:author:${author.id}` : `list:${type ?? articleType}`,
      );
    const ids =
      page.kind === 'home'
        ? [...(await topPosts(context)).lead, ...(await newestPosts(context))]
            .map(({ id }) => id)
            .slice(0, lookedAt)
        : await listOfPage(content.database.read, page, { limit: lookedAt });
    return (await context.cards(ids)).find((card) => card.picture)?.picture?.id ?? 0;
  });
  render.addLoaded(loaded);
  return ownPicture(render, loaded.data as number);
}

/** Logo, icon and default sharing picture, including SVG; the same on every page. */
async function sitePictures(render: PageRender): Promise<Map<number, PictureFiles>> {
  const ids = [render.settings.site_logo, render.settings.site_icon, render.settings.social_image].filter(
    (id) => id > 0,
  );
  if (ids.length === 0) return new Map();
  const { loaded } = await loadCached(render, `head pictures ${ids.join()}`, async (tracker) => {
    for (const id of ids) tracker.addTag(`post:${id}`);
    return findPictureFiles(render.site.content, ids, true);
  });
  render.addLoaded(loaded);
  return loaded.data as Map<number, PictureFiles>;
}

interface AlternateLanguage {
  /** Language tag such as `de` or `pt-BR`, or `x-default`. */
  readonly language: string;
  /** Absolute. */
  readonly url: string;
}

/**
 * Returns a page's addresses in other languages, including its own, as search engines demand. Called once per render,
 * and cached with the page: whatever it reads must emit a tag of that page when it changes.
 */
type AlternateLanguageSource = (page: PageInfo, content: Content) => Promise<readonly AlternateLanguage[]>;

const sources = new Set<AlternateLanguageSource>();

/**
 * Registers a source of `<link rel="alternate" hreflang>`; returns a function that removes it. Call it before the
 * server listens, since it does not invalidate cached pages.
 */
export function addAlternateLanguages(source: AlternateLanguageSource): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** The results of all sources, deduplicated by language. */
async function alternateLanguages(page: PageInfo, content: Content): Promise<AlternateLanguage[]> {
  const found = (await Promise.all([...sources].map((source) => source(page, content)))).flat();
  return [...new Map(found.map((alternate) => [alternate.language.toLowerCase(), alternate])).values()];
}
