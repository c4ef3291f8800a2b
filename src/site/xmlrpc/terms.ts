import { permalinks, feedAddress } from '../../modules/types/permalinks.ts';
import { mayAssignTerms } from '../../modules/terms/policy.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { chainOf } from '../../modules/terms/model.ts';
import type { Term } from '../../modules/terms/model.ts';
import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { defined } from '../../lib/records.ts';
import { termBase } from '../../modules/types/model.ts';
import { askRest, limitOf, listRest } from './call.ts';
import type { Call, RestQuery } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import {
  alias,
  credentials,
  method,
  anything,
  id,
  optionalFlag,
  optionalStruct,
  optionalText,
  optionalWhole,
  struct,
  text,
} from './method.ts';
import { taxonomyCalled } from './term-names.ts';
import { termStruct } from './structs.ts';
import type { SentStruct } from './values.ts';

const maxTerms = 5000;

/** Stored terms of a taxonomy; throws unless the caller can assign them. */
async function listTerms(
  call: Call,
  name: string,
  query: RestQuery,
  limit = maxTerms,
  offset = 0,
): Promise<Term[]> {
  const taxonomy = taxonomyCalled(name);
  if (!mayAssignTerms(call.actor, name))
    throw new XmlRpcFault(401, 'Sorry, you are not allowed to assign terms in this taxonomy.');
  const shown = await listRest<{ readonly id: number }>(
    call,
    termBase(taxonomy),
    { ...query, _fields: 'id' },
    limit,
    offset,
  );
  const ids = shown.map((one) => one.id);
  const terms = await findTerms(call.content.database.read, ids);
  return ids.flatMap((one) => terms.get(one) ?? []);
}

const content = struct({
  name: optionalText,
  taxonomy: optionalText,
  parent: optionalWhole,
  description: optionalText,
  slug: optionalText,
});

const newTerm = method(
  'wp.newTerm',
  { blog_id: anything, ...credentials, content },
  async (call, { content: { taxonomy = '', ...sent } }) => {
    if (!sent.name?.trim()) throw new XmlRpcFault(403, 'The term name cannot be empty.');
    return String(
      (
        await askRest<{ readonly id: number }>(call, 'POST', termBase(taxonomyCalled(taxonomy)), {
          body: bodyOf(sent),
        })
      ).id,
    );
  },
);

const bodyOf = ({
  parent,
  ...sent
}: {
  readonly [name: string]: unknown;
  readonly parent?: number | undefined;
}) => defined({ ...sent, parent: parent === 0 ? undefined : parent });

const editTerm = method(
  'wp.editTerm',
  { blog_id: anything, ...credentials, term_id: id, content },
  async (call, sent) => {
    const { taxonomy = '', parent, ...changes } = sent.content;
    if (changes.name !== undefined && changes.name.trim() === '')
      throw new XmlRpcFault(403, 'The term name cannot be empty.');
    const named = taxonomyCalled(taxonomy);
    const body = defined({ ...changes, parent: named.isHierarchical ? parent : parent || undefined });
    await askRest(call, 'POST', `${termBase(named)}/${sent.term_id}`, { body });
    return true;
  },
);

const deleteTerm = method(
  'wp.deleteTerm',
  { blog_id: anything, ...credentials, taxonomy: text, term_id: id },
  async (call, sent) => {
    await askRest(call, 'DELETE', `${termBase(taxonomyCalled(sent.taxonomy))}/${sent.term_id}`, {
      query: { force: true },
    });
    return true;
  },
);

const getTerm = method(
  'wp.getTerm',
  { blog_id: anything, ...credentials, taxonomy: text, term_id: id },
  async (call, sent) => {
    const [term] = await listTerms(call, sent.taxonomy, { include: [sent.term_id] }, 1);
    if (!term) throw new XmlRpcFault(404, 'Invalid term ID.');
    return termStruct(term);
  },
);

const orders: Readonly<Record<string, string>> = {
  name: 'name',
  slug: 'slug',
  count: 'count',
  term_id: 'id',
  id: 'id',
  description: 'description',
};
const filter = optionalStruct({
  number: optionalWhole,
  offset: optionalWhole,
  orderby: optionalText,
  order: optionalText,
  hide_empty: optionalFlag,
  search: optionalText,
});

const getTerms = method(
  'wp.getTerms',
  { blog_id: anything, ...credentials, taxonomy: text, filter },
  async (call, { taxonomy, filter: sent }) =>
    (
      await listTerms(
        call,
        taxonomy,
        {
          orderby: orders[sent.orderby ?? ''] ?? 'name',
          order: sent.order?.toLowerCase() === 'desc' ? 'desc' : 'asc',
          hide_empty: sent.hide_empty || undefined,
          search: sent.search || undefined,
        },
        limitOf(sent.number, maxTerms, maxTerms),
        sent.offset ?? 0,
      )
    ).map(termStruct),
);

async function addressesOf(
  call: Call,
  terms: readonly Term[],
): Promise<(term: Term) => { readonly html: string; readonly rss: string }> {
  const above = await call.content.terms.withAncestors(terms.map((term) => term.id));
  const { permalink_structure: structure } = call.settings;
  return (term) => {
    const path = permalinks(structure).term(chainOf(term, above));
    return { html: call.content.siteUrl + path, rss: call.content.siteUrl + feedAddress(structure, path) };
  };
}

const getCategories = method('wp.getCategories', { blog_id: anything, ...credentials }, async (call) => {
  const terms = await listTerms(call, sectionTaxonomy, {});
  const addresses = await addressesOf(call, terms);
  return terms.map((term): SentStruct => {
    const { html, rss } = addresses(term);
    return {
      categoryId: String(term.id),
      parentId: String(term.parentId),
      description: term.name,
      categoryDescription: term.description,
      categoryName: term.name,
      htmlUrl: html,
      rssUrl: rss,
    };
  });
});

const getTags = method('wp.getTags', { blog_id: anything, ...credentials }, async (call) => {
  const terms = await listTerms(call, tagTaxonomy, {});
  const addresses = await addressesOf(call, terms);
  return terms.map((term): SentStruct => {
    const { html, rss } = addresses(term);
    return {
      tag_id: term.id,
      name: term.name,
      count: term.count,
      slug: term.slug,
      html_url: html,
      rss_url: rss,
    };
  });
});

const category = struct({
  name: optionalText,
  slug: optionalText,
  parent_id: optionalWhole,
  description: optionalText,
});

const newCategory = method(
  'wp.newCategory',
  { blog_id: anything, ...credentials, category },
  async (call, { category: { parent_id: parent, ...sent } }) => {
    if (!sent.name?.trim()) throw new XmlRpcFault(403, 'The category name is empty.');
    const body = bodyOf({ ...sent, parent });
    return (
      await askRest<{ readonly id: number }>(call, 'POST', termBase(taxonomyCalled(sectionTaxonomy)), {
        body,
      })
    ).id;
  },
);

const deleteCategory = method(
  'wp.deleteCategory',
  { blog_id: anything, ...credentials, category_id: id },
  async (call, { category_id: termId }) => {
    await askRest(call, 'DELETE', `${termBase(taxonomyCalled(sectionTaxonomy))}/${termId}`, {
      query: { force: true },
    });
    return true;
  },
);

const suggestCategories = method(
  'wp.suggestCategories',
  { blog_id: anything, ...credentials, category: optionalText, max_results: optionalWhole },
  async (call, { category: search, max_results: most }) =>
    (
      await listTerms(
        call,
        sectionTaxonomy,
        { search: search || undefined },
        limitOf(most, maxTerms, maxTerms),
      )
    ).map((term): SentStruct => ({ category_id: term.id, category_name: term.name })),
);

const getCategoryList = method('mt.getCategoryList', { blog_id: anything, ...credentials }, async (call) =>
  (await listTerms(call, sectionTaxonomy, {})).map(
    (term): SentStruct => ({ categoryId: String(term.id), categoryName: term.name }),
  ),
);

export const termMethods = [
  newTerm,
  editTerm,
  deleteTerm,
  getTerm,
  getTerms,
  getCategories,
  alias('metaWeblog.getCategories', getCategories),
  getTags,
  newCategory,
  deleteCategory,
  suggestCategories,
  getCategoryList,
];
