import type { CategoryLink } from '../../modules/posts/model.ts';
import { fillIn } from '../../lib/messages.ts';
import { wireNameOf } from '../block.ts';
import { bandOf } from '../../modules/front/model.ts';
import { bandPins, findSections, rankedCategories, spare, newestPosts } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import { maxIds, parseIds } from '../setting-types.ts';
import { block } from './block.ts';
import type { PostListData, FilterEntry } from './data.ts';
import { drawOf, magicPurpose, magicText, randomDraws, withoutDraw } from './magic-token.ts';
import { countPosts, deepestPost, findPosts, livePost, sectionOfPost } from './query.server.ts';
import type { FoundPosts, ListPlace } from './query.server.ts';
import { maxIdsLength } from './settings.ts';
import type { ListStyle, PostListSettings } from './settings.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import { articleType, tagTaxonomy } from '../../modules/types/names.ts';

/** Milliseconds that a random order is cached; browsers redraw it, except without scripts. */
const randomAge = 10 * 60_000;

export const load = (settings: PostListSettings, context: LoadContext): Promise<PostListData | undefined> =>
  loadList(settings, context, kindOf(settings.style));

const kindOf = (style: ListStyle): ListKind => ({
  blockType: wireNameOf(block, { style }),
  defaults: block.settings.parse({ style }),
});

/** How many of the `left` posts a "No duplicates" list (`once`) takes; 0: it is not shown. */
export type Fits = (left: number, settings: PostListSettings) => number;

export interface ListKind {
  readonly blockType: string;
  readonly defaults: PostListSettings;
  readonly fits?: Fits;
  /** Redrawn per reader: leaves out posts of all other lists of the page, including those below. */
  readonly isLast?: boolean;
}

/** Settings that calls always carry, since scripts read them (specification, section 3). */
const alwaysSent: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'custom_title',
  'td_column_number',
  'ajax_pagination',
  'sort',
  'post_ids',
  'time_ago_add_txt',
  'td_filter_default_txt',
  'td_ajax_preloading',
]);

/** Loads the list of any block of posts; undefined if there is neither a post nor a filter to show. */
export async function loadList(
  given: PostListSettings,
  context: LoadContext,
  { blockType, defaults, fits = fullRows, isLast = false }: ListKind,
): Promise<PostListData | undefined> {
  let settings = given;
  const turns = settings.ajax_pagination !== '' || settings.td_ajax_filter_type !== '';
  // A list without pages is identical everywhere: it must not read the page, so that its data are cached for all pages.
  const turned =
    turns && context.page.blockPage?.blockId === context.blockId ? context.page.blockPage : undefined;
  const page = turned?.page ?? 1;
  const filter = turned?.filter ?? settings.td_filter_value;
  const random = settings.sort === 'random_posts' || filter === 'random_posts';
  if (random && settings.random_seed === 0) context.expireIn(randomAge);
  // Readers may select the random order in the filter; its pages need one seed, too.
  const mayBeRandom = random || settings.td_ajax_filter_type === 'td_popularity_filter_fa';
  const isDrawn = settings.random_seed === 0 && mayBeRandom;
  // Browsers redraw it per reader. Posts picked by an editor keep their order.
  const isRedrawn = random && isDrawn && !parseIds(settings.post_ids).some((id) => id > 0);
  const seed = isDrawn ? drawOf(turned?.seed ?? 1 + context.now) : settings.random_seed;
  const place = { page, seed, filter };
  const choosing: Promise<FoundPosts & { readonly postIds?: string }> = isLast
    ? findLast(settings, context, place)
    : !settings.once
      ? findShown(settings, context, place, isRedrawn)
      : turns
        ? findPageOnce(settings, context, place, isRedrawn)
        : findOnce(settings, context, seed, fits);
  const [{ ids, found, postIds = settings.post_ids }, filters, site] = await Promise.all([
    choosing,
    findFilters(settings, context),
    context.content.settings.current(),
  ]);
  // Limits page numbers beyond the end to one after the last page.
  const pages = Math.ceil(Math.min(found, deepestPost) / settings.limit);
  const current = Math.min(page, pages + 1);
  const category = isPaged(settings) ? undefined : await bandCategory(settings, context);
  if (category !== undefined && ids.length > 0) context.noteArea(bandOf(category), ids, settings.limit);
  const [cards, section] = await Promise.all([context.cards(ids), sectionOf(settings, context)]);
  if (cards.length === 0 && current === 1 && filters.length === 0) return undefined;
  settings = {
    ...settings,
    post_ids: postIds,
    custom_title: section ? fillIn(settings.custom_title, section.name) : settings.custom_title,
  };
  if (settings.time_ago && settings.time_ago_add_txt === '') {
    settings = { ...settings, time_ago_add_txt: site.time_ago_add_txt };
  }
  if (settings.time_ago_add_txt !== '') context.expireIn(60 * 60_000);
  const live = livePost(settings, context);
  const atts = changedSettings(
    {
      ...settings,
      random_seed: seed,
      live_filter_cur_post_id: live.postId,
      live_filter_cur_post_author: live.authorId,
    },
    defaults,
    turns ? alwaysSent : undefined,
  );
  // A list without posts of other lists must not be redrawn independently of them.
  const mayDraw = random && !turned && (turns || !settings.once) && cards.length > 1;
  const draws = {
    now: isDrawn && mayDraw ? randomDraws : 0,
    byFilter: isDrawn && filters.length > 0 ? randomDraws : 0,
  };
  const signed = JSON.stringify((isDrawn && withoutDraw(atts)) || atts);
  const { path } = turns ? context.page : { path: '' };
  return {
    settings,
    cards,
    now: context.now,
    seed: random && turns ? seed : 0,
    draws,
    path,
    section,
    filters,
    words: listWords(site),
    loaderColor: turns ? site.loader_color : '',
    state: {
      block_type: blockType,
      atts,
      td_column_number: settings.td_column_number,
      td_current_page: current,
      post_count: cards.length,
      found_posts: found,
      max_num_pages: pages,
      td_filter_value: filter,
      td_user_action: '',
      header_color: settings.header_color,
      ajax_pagination_infinite_stop: settings.ajax_pagination_infinite_stop,
      is_ajax_running: false,
      td_magic_token: turns || draws.now > 0 ? context.sign(magicPurpose, magicText(blockType, signed)) : '',
    },
  };
}

/** Browsers load further pages of these lists without the front page, so they don't take pinned posts. */
const isPaged = ({ ajax_pagination: paging, td_ajax_filter_type: filter }: PostListSettings) =>
  paging !== '' || filter !== '';

/** Posts pinned to the band of a list with pages that no list above shows: it has them at their date, instead of first. */
async function pinsByDate(
  settings: PostListSettings,
  context: LoadContext,
  claimed: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const category = claimed.size > 0 ? await bandCategory(settings, context) : undefined;
  const pins = category === undefined ? [] : context.frontPins(bandOf(category));
  return new Set(pins.filter((id) => claimed.has(id)));
}

/** The category whose band a list is: one that begins with the newest posts of a single category. */
async function bandCategory(settings: PostListSettings, context: LoadContext): Promise<number | undefined> {
  const { category_rank: rank, sort, post_type: type, tag_slug: tag, author_id: author } = settings;
  const isPlain =
    sort === '' &&
    settings.offset === 0 &&
    settings.td_filter_value === '' &&
    tag === '' &&
    author === 0 &&
    (type === '' || type === articleType) &&
    settings.live_filter === '' &&
    !settings.discussed_only &&
    !settings.viewed_only &&
    parseIds(settings.post_ids).every((id) => id < 0);
  if (!isPlain) return undefined;
  if (rank > 0) return (await rankedCategories(context))[rank - 1]?.id;
  const [id, ...more] = parseIds(settings.category_id);
  return id !== undefined && id > 0 && more.length === 0 ? id : undefined;
}

/** A page of a list without "No duplicates". Lists below leave out its posts, unless they differ per reader. */
async function findShown(
  settings: PostListSettings,
  context: LoadContext,
  place: ListPlace,
  isRedrawn: boolean,
): Promise<FoundPosts> {
  const found = await findPosts(settings, context, place);
  const pinned = isPaged(settings) ? [] : await bandPins(await bandCategory(settings, context), context);
  const ids =
    pinned.length === 0
      ? found.ids
      : [...pinned, ...found.ids.filter((id) => !pinned.includes(id))].slice(0, settings.limit);
  if (!isRedrawn) context.noteShown(ids);
  return { ids, found: Math.max(found.found, ids.length) };
}

/** Posts of a "No duplicates" list without pages: candidates are found concurrently, and chosen in turn. */
async function findOnce(
  settings: PostListSettings,
  context: LoadContext,
  seed: number,
  fits: Fits,
): Promise<FoundPosts> {
  const wanted = { ...settings, limit: settings.limit + spare };
  const found = context.cache(`list ${seed} ${JSON.stringify(wanted)}`, (inner) =>
    findPosts(wanted, inner, { page: 1, seed, filter: '' }),
  );
  const ids = await context.showOnce(async (shown, reserved, claimed) => {
    const candidates = (await found).ids;
    const pinned = (await bandPins(await bandCategory(settings, context), context)).filter((id) =>
      claimed.has(id),
    );
    let left = candidates.filter((id) => !shown.has(id));
    if (left.length < settings.limit && candidates.length >= wanted.limit && shown.size > spare)
      left = [...(await findPosts(settings, context, { page: 1, seed, filter: '' }, [...shown])).ids];
    left = [...pinned, ...left];
    return left.slice(0, fits(Math.min(left.length, await roomBeside(shown, reserved, context)), settings));
  });
  const staysAway = settings.first_page_only && context.page.pageNumber > 1;
  return { ids: staysAway ? [] : ids, found: ids.length };
}

/**
 * A page of a "No duplicates" list with pages. Its settings exclude the posts of blocks above, for later AJAX pages. A
 * redrawn random list reserves no posts: lists below would change with it.
 */
async function findPageOnce(
  settings: PostListSettings,
  context: LoadContext,
  place: ListPlace,
  isRedrawn: boolean,
): Promise<FoundPosts & { readonly postIds: string }> {
  let answer = { ids: [] as readonly number[], found: 0, postIds: settings.post_ids };
  await context.showOnce(async (shown, _reserved, claimed) => {
    const own = await pinsByDate(settings, context, claimed);
    const postIds = withoutThose(
      settings.post_ids,
      own.size > 0 ? [...shown].filter((id) => !own.has(id)) : shown,
    );
    const found = await findPosts({ ...settings, post_ids: postIds }, context, place);
    const isAlone = found.found <= settings.limit; // no further page, so its rows can be filled
    const fits =
      found.found < settings.min_posts
        ? 0
        : isAlone && !isRedrawn
          ? fullRows(found.found, settings)
          : undefined;
    answer = { ids: found.ids.slice(0, fits), found: fits ?? found.found, postIds };
    return isRedrawn ? [] : answer.ids;
  });
  return answer;
}

/** Minimum pages of a list that chooses last: its button loads the second one. */
const minPages = 2;

/** Posts that all other lists left. If they don't fill the minimum pages, it only leaves out the topmost posts of other lists. */
async function findLast(
  settings: PostListSettings,
  context: LoadContext,
  place: ListPlace,
): Promise<FoundPosts & { readonly postIds: string }> {
  const least = minPages * settings.limit;
  const without = async (ids: readonly number[]) => {
    const postIds = withoutThose(settings.post_ids, ids);
    return { ...(await findPosts({ ...settings, post_ids: postIds }, context, place)), postIds };
  };
  let answer: FoundPosts & { readonly postIds: string } = { ids: [], found: 0, postIds: settings.post_ids };
  await context.showLast(least, async (shown) => {
    const named = new Set(parseIds(settings.post_ids));
    const others = [...shown].filter((id) => !named.has(-id));
    const left = await without(others);
    answer =
      left.found >= least
        ? left
        : await without(others.slice(0, Math.max(0, others.length - (least - left.found))));
    return answer.ids;
  });
  return answer;
}

async function roomBeside(
  shown: ReadonlySet<number>,
  reserved: number,
  context: LoadContext,
): Promise<number> {
  return reserved === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(0, (await countPosts({}, context)) - shown.size - reserved);
}

/** Adds exclusions to a setting of ids: as many as an AJAX call can send, topmost first. */
function withoutThose(postIds: string, shown: Iterable<number>): string {
  const ids = new Set(parseIds(postIds));
  const given = ids.size;
  let length = [...ids].join(',').length;
  for (const id of shown) {
    if (ids.has(-id)) continue;
    length += String(-id).length + 1;
    if (ids.size === maxIds || length > maxIdsLength) break;
    ids.add(-id);
  }
  return ids.size === given ? postIds : [...ids].join(',');
}

/** Only complete rows, so that no card is alone in the last one. */
function fullRows(
  left: number,
  { style, limit, min_posts: least, td_column_number: columns }: PostListSettings,
): number {
  const count = Math.min(left, limit);
  if (count < least) return 0;
  return style === 'cards' && count > columns ? count - (count % columns) : count;
}

/** The list's category, by rank or as the section of the current post; undefined without one. */
async function sectionOf(
  settings: PostListSettings,
  context: LoadContext,
): Promise<CategoryLink | undefined> {
  const isLive = settings.live_filter === 'cur_post_section';
  if (settings.category_rank === 0 && !isLive) return undefined;
  const id =
    settings.category_rank > 0
      ? (await rankedCategories(context))[settings.category_rank - 1]?.id
      : (await sectionOfPost(livePost(settings, context).postId, context))[0];
  return id === undefined ? undefined : (await findSections([id], context)).get(id);
}

/** Settings that differ from their defaults, and those in `named`. */
function changedSettings(
  settings: PostListSettings,
  defaults: Readonly<Record<string, unknown>>,
  named: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings))
    if (value !== defaults[name] || named.has(name)) changed[name] = value;
  return changed;
}

/** Automatic entries of a filter, in addition to the one that shows everything. */
const maxEntries = 8;

/** The list's filter entries, the one that shows everything first; empty without a filter. Cached for all lists with equal settings. */
function findFilters(
  settings: PostListSettings,
  context: LoadContext,
): Promise<FilterEntry[]> | FilterEntry[] {
  const { td_ajax_filter_type: type, td_ajax_filter_ids: chosen, td_filter_default_txt: word } = settings;
  if (type === '') return [];
  return context.cache(`filter ${type} ${chosen} ${word}`, async (inner) => {
    const entries = await entriesOf(settings, inner);
    const site = await inner.content.settings.current();
    return entries.length === 0 ? [] : [{ value: '', label: word || site.trending_filter_label }, ...entries];
  });
}

async function entriesOf(
  { td_ajax_filter_type: type, td_ajax_filter_ids: chosen }: PostListSettings,
  context: LoadContext,
): Promise<FilterEntry[]> {
  switch (type) {
    case 'td_category_ids_filter': {
      const ids = chosen === '' ? (await rankedCategories(context)).map(({ id }) => id) : parseIds(chosen);
      const links = await findSections(ids, context);
      return ids.flatMap((id) => named(String(id), links.get(id)?.name));
    }
    case 'td_tag_slug_filter': {
      context.tag(`terms:${tagTaxonomy}`);
      const slugs = chosen.split(/[\s,]+/).filter(Boolean);
      const { terms } = await listTerms(context.content.database.read, {
        taxonomy: tagTaxonomy,
        hideEmpty: true,
        limit: maxEntries,
        ...(slugs.length > 0 ? { slugs } : { order: 'count' as const, descending: true }),
      });
      const typography = siteTypography(await context.content.settings.current());
      return terms.flatMap(({ slug, name }) => named(slug, typography.line(name)));
    }
    case 'td_author_ids_filter': {
      const ids =
        chosen === ''
          ? [...new Set((await newestPosts(context)).map(({ authorId }) => authorId))].slice(0, maxEntries)
          : parseIds(chosen);
      for (const id of ids) context.tag(`user:${id}`);
      const users = await context.content.users.byIds(ids);
      return ids.flatMap((id) => named(String(id), users.get(id)?.displayName));
    }
    case 'td_popularity_filter_fa': {
      const site = await context.content.settings.current();
      return popularities.map(([value, name]) => {
        return { value, label: readerText(site, name) };
      });
    }
    case '':
      return [];
  }
}

const popularities = [
  ['popular7', 'popular_week'],
  ['popular', 'popular'],
  ['comment_count', 'popular_discussed'],
  ['random_posts', 'popular_random'],
] as const;

const named = (value: string, label: string | undefined): FilterEntry[] => (label ? [{ value, label }] : []);

const listWords = memoizedBy((site: Settings) => ({
  loadMore: readerText(site, 'load_more'),
  next: readerText(site, 'next'),
  previous: readerText(site, 'previous'),
}));
