import type { CardLink } from '../../modules/posts/model.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { siteTypography, siteDates } from '../../modules/settings/site-facts.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import { chainOf, colourOf } from '../../modules/terms/model.ts';
import type { Term, CategoryColour } from '../../modules/terms/model.ts';
import type { ProfileLink } from '../../ui/byline.tsx';
import { portraitOf, profileLinks } from '../authors.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { formatAs } from '../../ui/language.ts';

export interface ArchiveTitleData {
  readonly label: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly pageNumber: number;
  readonly subcategories: readonly CardLink[];
  readonly parent: CardLink | undefined;
  /** The category's; undefined for other listings. */
  readonly colour: CategoryColour | undefined;
  readonly author: AuthorOfArchive | undefined;
  /** A day's or month's archive as a calendar leaf: small upper line and large text. */
  readonly leaf?: { readonly above: string; readonly large: string } | undefined;
}

export interface AuthorOfArchive {
  readonly id: number;
  readonly portrait: string | undefined;
  /** The author's website; may be empty. */
  readonly url: string;
  readonly links: readonly ProfileLink[];
}

const labels: Readonly<Record<string, ReaderText>> = {
  tag: 'search_tag',
  date: 'archive_of_date',
  author: 'archive_by',
};
const maxSubcategories = 30;

const dayLength = 86_400_000;

/** Day: month and number; month: year and name; weeks and years have no leaf. */
function leafOf(page: LoadContext['page'], site: SiteSettings): ArchiveTitleData['leaf'] {
  if (!page.dates) return undefined;
  const dates = siteDates(site);
  const days = Math.round((page.dates.to - page.dates.from) / dayLength);
  if (days === 1)
    return { above: formatAs('M', page.dates.from, dates), large: formatAs('j', page.dates.from, dates) };
  return days >= 28 && days <= 31
    ? { above: formatAs('Y', page.dates.from, dates), large: formatAs('M', page.dates.from, dates) }
    : undefined;
}

export async function load(settings: Settings, context: LoadContext): Promise<ArchiveTitleData | undefined> {
  const { page, content } = context;
  const { term, author } = page;
  if (page.title === '') return undefined;
  const label = labels[page.kind];
  const hierarchical = term !== undefined && taxonomyNamed(term.taxonomy).isHierarchical;
  const site = await content.settings.current();
  const [above, subcategories, portrait] = await Promise.all([
    hierarchical ? content.terms.withAncestors([term.id]) : new Map<number, Term>(),
    hierarchical && settings.show_subcategories ? findSubcategories(term, context) : [],
    author && portraitOf(context, author.id, 112),
  ]);
  const parent = term && above.get(term.parentId);
  return {
    label: label ? readerText(site, label) : '',
    title: page.title,
    description:
      settings.show_description && page.pageNumber === 1
        ? siteTypography(site).line(term?.description ?? author?.bio ?? '')
        : '',
    pageNumber: page.pageNumber,
    parent: parent && termLink(parent, above, site),
    subcategories,
    colour: hierarchical ? colourOf(chainOf(term, above), site) : undefined,
    author: author && {
      id: author.id,
      portrait,
      url: /^https?:\/\//.test(author.url) ? author.url : '',
      links: profileLinks(author.links),
    },
    leaf: leafOf(page, site),
  };
}

async function findSubcategories(term: Term, context: LoadContext): Promise<CardLink[]> {
  const { content } = context;
  context.tag(`terms:${term.taxonomy}`);
  const [{ terms }, site, chain] = await Promise.all([
    listTerms(content.database.read, {
      taxonomy: term.taxonomy,
      parentId: term.id,
      hideEmpty: true,
      limit: maxSubcategories,
    }),
    content.settings.current(),
    content.terms.withAncestors([term.id]),
  ]);
  return terms.map((child) => termLink(child, new Map([...chain, [child.id, child]]), site));
}
