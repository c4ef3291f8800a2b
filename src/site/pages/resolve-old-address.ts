import { formerSites } from '../../modules/settings/site-facts.ts';
import { positive } from '../../lib/numbers.ts';
import { readWestern } from '../../lib/encodings.ts';
import { addressPrefixes, isDate, mayStandBeforeId } from '../../lib/urls.ts';
import { partPath } from '../../modules/types/permalinks.ts';
import { chainOf } from '../../modules/terms/model.ts';
import { findTermBySlug, listTerms } from '../../modules/terms/reader.ts';
import type { Resolution, ResolveContext } from './resolution.ts';
import { findBySlug, findOnlyBeginning, findPostById, resolveSingular } from './resolve-singular.ts';
import { languageTaxonomy, sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { taxonomyAt } from '../../modules/types/registry.ts';

const otherViews = /^(?:amp|embed|trackback|comment-page-\d+)$/i;
const ending = /\.(?:html?|php|aspx?)$/i;

/** WordPress' short addresses for logging in, with their targets. */
const doors: ReadonlyMap<string, string> = new Map([
  ['login', '/wp-login.php'],
  ['admin', '/wp-admin/'],
  ['dashboard', '/wp-admin/'],
]);

/**
 * Redirects former WordPress addresses: below the former site's folder, all permalink structures, AMP, categories with
 * no or another base; and `/login`, `/admin`. Called for addresses that match nothing else.
 */
export async function resolveOldAddress(
  context: ResolveContext,
  resolveAgain: (path: string) => Promise<Resolution>,
): Promise<Resolution | undefined> {
  const { segments, pageNumber } = context;
  const leadTo = async (path: string): Promise<Resolution | undefined> => {
    const found = await resolveAgain(path);
    if (found.type !== 'page') return found;
    const { kind, post, path: proper, pageNumber: number } = found.page;
    if (found.status !== 200) return undefined;
    return {
      type: 'redirect',
      status: 301,
      location: post && kind !== 'home' ? partPath(proper, number) : context.links.paged(proper, number),
    };
  };
  const inFolder = formerSites(context.settings).belowFolder(context.request.path);
  if (inFolder !== undefined) return leadTo(inFolder);
  const undressed = withoutDressing(segments);
  // WordPress' prefix of date archives where article addresses contain numbers; unambiguous.
  const isDated = undressed[0] === 'date' && isDate(undressed.slice(1));
  const bare = isDated ? undressed.slice(1) : undressed;
  const isDressed = bare.join('/') !== segments.join('/');
  const leadToSegments = (parts: readonly string[]) =>
    leadTo(
      `/${[...parts.map(encodeURIComponent), ...(pageNumber > 1 ? ['page', pageNumber] : [])].map((part) => `${part}/`).join('')}`,
    );
  const found = isDressed ? await leadToSegments(bare) : undefined;
  if (found || isDated) return found;
  const path =
    (await byId(context, segments)) ??
    (await bySlug(context, bare)) ??
    (await byTerm(context, bare)) ??
    (isDressed ? undefined : await byBeginning(context)); // addresses without prefixes or suffixes are looked up separately
  if (path !== undefined) return { type: 'redirect', status: 301, location: path };
  const translated = await withoutLanguage(context, bare);
  const inLanguage = translated && (await leadToSegments(translated));
  if (inLanguage) return inLanguage;
  const archive = withoutFront(bare);
  const archived = archive && (await leadToSegments(archive));
  if (archived) return archived;
  const western = bare.map(readWestern);
  const decoded = western.join('/') === bare.join('/') ? undefined : await leadToSegments(western);
  if (decoded) return decoded;
  const [name = ''] = segments;
  const door = segments.length === 1 ? doors.get(name) : undefined;
  return door === undefined ? undefined : { type: 'redirect', status: 302, location: door }; // 302, since a page may get the address later
}

/** `/search/two+words/page/2/`: WordPress' own address of a search → ours. */
export function searchAt({ links, request, segments, pageNumber }: ResolveContext): string | undefined {
  const [base, ...parts] = request.path
    .split('/')
    .filter((part) => part !== '')
    .slice(0, segments.length);
  const text =
    base === 'search'
      ? parts
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
          .join('/')
          .trim()
      : '';
  return text === '' ? undefined : links.paged(links.search(text), pageNumber);
}

function withoutDressing(segments: readonly string[]): string[] {
  const bare = [...segments];
  while (otherViews.test(bare.at(-1) ?? '')) bare.pop();
  const last = bare.pop();
  if (last !== undefined) bare.push(last === 'index.php' ? last : last.replace(ending, '') || last);
  while (addressPrefixes.has(bare[0] ?? '') && (bare.length > 1 || bare[0] === 'index.php')) bare.shift();
  return bare;
}

/**
 * `/news/category/science/`, `/news/author/ann/`, `/news/2026/03/`: if article addresses start with a word, WordPress
 * prefixes archives with it, too.
 */
function withoutFront([, ...archive]: readonly string[]): readonly string[] | undefined {
  const [base = '', ...named] = archive;
  const isNamed =
    named.length > 0 && (base === 'author' || base === 'date' || taxonomyAt(base) !== undefined);
  return isNamed || isDate(archive) ? archive : undefined;
}

/** `/fr/category/news/`, `/fr/`: Polylang and WPML prefix the language of an article or list. */
async function withoutLanguage(
  { content }: ResolveContext,
  [prefix = '', ...rest]: readonly string[],
): Promise<readonly string[] | undefined> {
  if (!/^[a-z]{2,3}(?:-[a-z]{2,8})?$/i.test(prefix)) return undefined;
  return (await findTermBySlug(content.database.read, languageTaxonomy, prefix.toLowerCase()))
    ? rest
    : undefined;
}

/** `/2026/13/`, `/2026/11/32`: a nonexistent date archive, not a post with that id. */
const dateForm = /^\d{4}(?:\/\d{1,2}){1,2}$/;

/** `/archives/123`, `/2026/03/123/`, `/123/`. */
async function byId(context: ResolveContext, segments: readonly string[]): Promise<string | undefined> {
  const id = positive(segments.at(-1)?.replace(ending, ''));
  const inFront = segments.slice(0, -1);
  if (
    id === undefined ||
    !mayStandBeforeId(inFront) ||
    dateForm.test(segments.filter((part) => !addressPrefixes.has(part)).join('/'))
  )
    return undefined;
  return (await findPostById(context, id))?.path;
}

/** `/2026/03/09/name/`, `/category/name/`, `/anything/name/2/`: the slug alone decides, as in WordPress' guess. Pages need their whole path. */
async function bySlug(context: ResolveContext, segments: readonly string[]): Promise<string | undefined> {
  const [last = '', before] = segments.toReversed();
  const found = last === '' ? undefined : await findBySlug(context, last);
  if (found) return found.path;
  const part = positive(last);
  const whole = before !== undefined && part !== undefined ? await findBySlug(context, before) : undefined;
  return whole && partPath(whole.path, part ?? 1);
}

/** A truncated slug: at least a word, neither a number nor a file. */
const beginning = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{2,99}$/u;

/**
 * `/tiled-gal/`, `/2026/03/tiled-gal/`, `/about/tiled-gal/` if `about` exists: the only item whose slug starts like
 * that, as in WordPress' guess.
 */
async function byBeginning(context: ResolveContext): Promise<string | undefined> {
  const { segments, pageNumber } = context;
  const last = segments.at(-1) ?? '';
  if (pageNumber > 1 || !beginning.test(last) || last.startsWith('wp-')) return undefined;
  const found = await findOnlyBeginning(context, last);
  const inFront = segments.slice(0, -1);
  return found &&
    (inFront.every((part) => /^\d{1,4}$/.test(part)) ||
      (await resolveSingular({ ...context, segments: inFront })))
    ? found.path
    : undefined;
}

/** `/science/`, `/science/physics/`, `/topics/science/`: a category with no or another base, or a tag with another base. */
async function byTerm(
  { content, links, pageNumber }: ResolveContext,
  segments: readonly string[],
): Promise<string | undefined> {
  const last = segments.at(-1);
  if (last === undefined || segments[0]?.startsWith('wp-')) return undefined;
  const { read } = content.database;
  const category = await findTermBySlug(read, sectionTaxonomy, last);
  const term =
    category ?? (segments.length === 2 ? await findTermBySlug(read, tagTaxonomy, last) : undefined);
  if (!term) return undefined;
  const chain = chainOf(term, await content.terms.withAncestors([term.id]));
  const above = new Set(chain.map(({ slug }) => slug));
  const [base, ...more] = segments.filter((segment) => !above.has(segment));
  // One base is allowed, unless it is another taxonomy of this site.
  if (
    more.length > 0 ||
    (base !== undefined &&
      (base !== segments[0] || (await listTerms(read, { taxonomy: base, limit: 1 })).total > 0))
  )
    return undefined;
  return links.paged(links.term(chain), pageNumber);
}
