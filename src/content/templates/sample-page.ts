import type { Content } from '../content.ts';
import { listNewest } from '../front/sections.ts';
import { permalinks } from '../permalinks.ts';
import type { Permalinks } from '../permalinks.ts';
import type { Post } from '../posts/post.ts';
import { findChildren, findPosts } from '../posts/reader.ts';
import { chainOf } from '../terms/term.ts';
import { pageType, sectionTaxonomy, tagTaxonomy } from '../types/names.ts';
import type { TemplateType } from './template.ts';

interface Around {
  readonly content: Content;
  readonly links: Permalinks;
  /** The newest one; undefined: the site has none. */
  readonly article: Post | undefined;
}

type Sample = (around: Around) => Promise<string | undefined> | string | undefined;

/** Words that a search is shown for have as many letters at least. */
const longWord = 5;

const ofArticle: Sample = ({ article }) => article && `/?p=${article.id}`;
const ofTerm = (taxonomy: string): Sample => async ({ content, links, article }) => {
  const terms = await content.terms.withAncestors(article?.termIds ?? []);
  const term = article?.termIds.map((id) => terms.get(id)).find((one) => one?.taxonomy === taxonomy);
  return term && links.term(chainOf(term, terms));
};

/** By the type of a template; kinds that are missing have pages only once there is a shop, or a type of one's own. */
const samples: Partial<Readonly<Record<TemplateType, Sample>>> = {
  home: () => '/', 404: () => '/a-page-that-is-not-there/',
  single: ofArticle, header: (around) => ofArticle(around) ?? '/', footer: (around) => ofArticle(around) ?? '/',
  category: ofTerm(sectionTaxonomy), tag: ofTerm(tagTaxonomy),
  page: async ({ content }) => {
    const [first] = await findChildren(content.database.read, 0, pageType, () => 0);
    return first && `/?page_id=${first.id}`;
  },
  author: async ({ content, links, article }) => {
    const author = article && (await content.users.byIds([article.authorId])).get(article.authorId);
    return author && links.author(author);
  },
  date: ({ links, article }) => {
    const day = new Date(article?.publishedAt ?? Date.now());
    return links.date(day.getUTCFullYear(), day.getUTCMonth() + 1);
  },
  search: ({ links, article }) => links.search(article?.title.split(/\s+/).find((word) => word.length >= longWord) ?? 'news'),
  attachment: ({ article }) => (article && article.featuredMediaId > 0 ? `/?attachment_id=${article.featuredMediaId}` : undefined),
};

/** Root-relative address of a page that a template of this type may be looked at with: one of the newest article's. Undefined: the site has none. */
export async function samplePage(content: Content, type: TemplateType): Promise<string | undefined> {
  const { read } = content.database;
  const links = permalinks((await content.settings.current()).permalink_structure);
  const [newest] = await listNewest(read, 1);
  const article = newest && (await findPosts(read, [newest.id])).get(newest.id);
  return samples[type]?.({ content, links, article });
}
