import { z } from 'zod';
import { InvalidInputError } from '../../lib/errors.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { isListed } from '../../modules/posts/policy.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { listNewestIds } from '../../modules/posts/list-filtered.ts';
import {
  postTypeNamed,
  registeredTaxonomies,
  registeredTypes,
  taxonomyNamed,
} from '../../modules/types/registry.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import { asTyped } from '../../lib/typography/typography.ts';
import { choiceParam, collectionParams, shape, wordsParam } from '../../kernel/http/rest/params.ts';
import { postBase, termBase } from '../../modules/types/model.ts';
import { manyOf, curies, embeddable, plainLink } from '../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { everywhere, fieldsOf, renderedTitle } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { termLink } from '../../modules/terms/rest/term-resource.ts';

const { page, per_page, search: words, include, exclude } = collectionParams;
const params = z.object({
  context: choiceParam(['view', 'embed'], 'view'),
  page,
  per_page,
  search: words,
  include,
  exclude,
  type: choiceParam(['post', 'term', 'post-format'], 'post'),
  subtype: wordsParam(),
});
type Params = z.output<typeof params>;

/** As many as the search ranks. */
const maxResults = 500;
/** Types and taxonomies that can be searched separately: those with REST routes. */
const subtypes: Readonly<Record<Params['type'], () => readonly string[]>> = {
  post: () =>
    registeredTypes()
      .filter(({ isSearched, restBase }) => isSearched && restBase !== undefined)
      .map(({ name }) => name),
  term: () =>
    registeredTaxonomies()
      .filter(({ restBase }) => restBase !== undefined)
      .map(({ name }) => name),
  'post-format': () => [],
};

interface Found {
  readonly id: number;
  /** HTML. */
  readonly title: string;
  /** Absolute URL. */
  readonly url: string;
  /** `post`, or a term's taxonomy. */
  readonly type: string;
  /** Post type; undefined for terms. */
  readonly subtype?: string;
}

const { shown, resource } = fieldsOf<Found>();
const searchResource = resource('search-result', {
  id: shown(shape<number>({ type: 'integer' }), everywhere, ({ id }) => id),
  title: shown(shape<string>({ type: 'string' }), everywhere, ({ title }) => title),
  url: shown(shape<string>({ type: 'string', format: 'uri' }), everywhere, ({ url }) => url),
  type: shown(shape<string>({ type: 'string' }), everywhere, ({ type }) => type),
  subtype: shown(
    shape<string | undefined>({ type: 'string' }).optional(),
    everywhere,
    ({ subtype }) => subtype,
  ),
});

/** `/wp/v2/search`: ids, titles and addresses of listed posts, or of terms. */
export const wpV2Search = restRoute({
  path: '/wp/v2/search',
  methods: { GET: method({ params, reply: manyOf(searchResource), run: search }) },
});

async function search(request: RestRequest, sent: Params): Promise<CollectionAnswer> {
  const known = subtypes[sent.type]();
  const wrong = sent.subtype?.findIndex((name) => name !== 'any' && !known.includes(name)) ?? -1;
  if (wrong >= 0)
    throw new InvalidParamsError({
      subtype: {
        code: 'rest_not_in_enum',
        message: `subtype[${wrong}] is not one of any, ${known.join(', ')}.`,
      },
    });
  const wanted = sent.subtype && !sent.subtype.includes('any') ? sent.subtype : known;
  const all = sent.type === 'post' ? await postIds(request, sent, wanted) : [];
  const terms = sent.type === 'term' ? await findTermItems(request, sent, wanted) : [];
  const total = sent.type === 'term' ? terms.length : all.length;
  const from = (sent.page - 1) * sent.per_page;
  if (sent.page > 1 && total > 0 && from >= total) {
    throw new InvalidInputError(
      'The page number requested is larger than the number of pages available.',
      'rest_search_invalid_page_number',
    );
  }
  const to = from + sent.per_page;
  const items =
    sent.type === 'term'
      ? terms.slice(from, to)
      : await presentPosts(request, all.slice(from, to), sent.context);
  return { kind: 'collection', items, total, perPage: sent.per_page, page: sent.page };
}

async function postIds(
  request: RestRequest,
  sent: Params,
  types: readonly string[],
): Promise<readonly number[]> {
  const { content } = request.site;
  const { read } = content.database;
  const found = sent.search
    ? (
        await content.search.find({
          query: sent.search,
          language: request.settings.site_language,
          types,
          limit: maxResults,
        })
      ).ids
    : sent.include
      ? await newestOf(read, sent.include, types)
      : await listNewestIds(read, types, maxResults);
  const wanted = new Set(sent.include);
  const unwanted = new Set(sent.exclude);
  return found.filter((id) => (wanted.size === 0 || wanted.has(id)) && !unwanted.has(id));
}

async function newestOf(read: Reader, ids: readonly number[], types: readonly string[]): Promise<number[]> {
  const posts = [...(await findSummaries(read, ids)).values()].filter(
    (post) => types.includes(post.type) && isListed(post),
  );
  return posts.toSorted((a, b) => b.publishedAt - a.publishedAt || b.id - a.id).map(({ id }) => id);
}

async function presentPosts(
  request: RestRequest,
  ids: readonly number[],
  shownIn: Context,
): Promise<RestItem[]> {
  const { read } = request.site.content.database;
  const found = await findSummaries(read, ids);
  const posts = ids
    .map((id) => found.get(id))
    .filter((post) => post !== undefined)
    .filter(isListed);
  const paths = await findPostPaths(read, posts, request.settings.permalink_structure);
  const typography = siteTypography(request.settings);
  return posts.map((post) => {
    const base = postBase(postTypeNamed(post.type));
    return {
      body: searchResource.present(
        request,
        {
          id: post.id,
          title: renderedTitle(post.title, typography),
          url: `${request.site.content.siteUrl}${paths.get(post.id) ?? `/?p=${post.id}`}`,
          type: 'post',
          subtype: post.type,
        },
        shownIn,
      ),
      links: {
        self: [embeddable(restUrl(request, `${base}/${post.id}`), { kind: 'post', id: post.id })],
        about: [plainLink(restUrl(request, `/wp/v2/types/${post.type}`))],
        collection: [plainLink(restUrl(request, '/wp/v2/search'))],
        curies,
      },
    };
  });
}

async function findTermItems(
  request: RestRequest,
  sent: Params,
  taxonomies: readonly string[],
): Promise<RestItem[]> {
  const { content } = request.site;
  const lists = await Promise.all(
    taxonomies.map((taxonomy) =>
      listTerms(content.database.read, {
        taxonomy,
        limit: maxResults,
        ...(sent.search ? { search: sent.search } : {}),
        ...(sent.include ? { ids: sent.include } : {}),
        ...(sent.exclude ? { excludeIds: sent.exclude } : {}),
      }),
    ),
  );
  const terms = lists.flatMap((list) => list.terms).slice(0, maxResults);
  const known = await content.terms.withAncestors(terms.map(({ id }) => id));
  return terms.map((term) => ({
    body: searchResource.present(
      request,
      {
        id: term.id,
        title: renderedTitle(term.name, asTyped),
        url: termLink({ term, terms: known }, request),
        type: term.taxonomy,
      },
      sent.context,
    ),
    links: {
      self: [
        embeddable(restUrl(request, `${termBase(taxonomyNamed(term.taxonomy))}/${term.id}`), {
          kind: 'terms',
          ids: [term.id],
        }),
      ],
      about: [plainLink(restUrl(request, `/wp/v2/taxonomies/${term.taxonomy}`))],
      collection: [plainLink(restUrl(request, '/wp/v2/search'))],
      curies,
    },
  }));
}
