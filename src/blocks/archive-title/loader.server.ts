import type { CardLink } from '../../content/posts/card.ts';
import { termLink } from '../../content/posts/cards.ts';
import { listTerms } from '../../content/terms/reader.ts';
import { hierarchicalTaxonomies } from '../../content/terms/term.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { portraitOf } from '../portrait.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface ArchiveTitleData {
  /** What kind of listing it is, for readers: `Tag`, `Author`. */
  readonly label: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly pageNumber: number;
  readonly subcategories: readonly CardLink[];
  /** The term's or author's id, for the colour; 0 for others. */
  readonly id: number;
  readonly isAuthor: boolean;
  /** Address of the author's portrait. */
  readonly portrait?: string | undefined;
}

const labels: Readonly<Record<string, string>> = { tag: 'Tag', date: 'Archive' };
/** Most subcategories that are linked. */
const mostSubcategories = 30;

export async function load(settings: Settings, context: LoadContext): Promise<ArchiveTitleData> {
  const { page } = context;
  const { term, author } = page;
  return {
    label: labels[page.kind] ?? '',
    title: page.title,
    description: settings.show_description && page.pageNumber === 1 ? htmlToText(term?.description ?? author?.bio ?? '') : '',
    pageNumber: page.pageNumber,
    subcategories: settings.show_subcategories ? await findSubcategories(context) : [],
    id: term?.id ?? author?.id ?? 0,
    isAuthor: author !== undefined,
    portrait: author && (await portraitOf(context, author.id)),
  };
}

async function findSubcategories({ content, page: { term }, tag }: LoadContext): Promise<CardLink[]> {
  if (!term || !hierarchicalTaxonomies.has(term.taxonomy)) return [];
  tag(`terms:${term.taxonomy}`);
  const [{ terms }, site, chain] = await Promise.all([
    listTerms(content.database.read, { taxonomy: term.taxonomy, parentId: term.id, hideEmpty: true, limit: mostSubcategories }),
    content.settings.current(),
    content.terms.withAncestors([term.id]),
  ]);
  return terms.map((child) => termLink(child, chain, site.permalink_structure));
}
