import { decodeEntities, htmlToText } from './plain-text.ts';

export interface SeoFacts {
  readonly title: string;
  readonly excerpt: string;
  readonly siteTitle: string;
  readonly siteDescription: string;
  readonly author: string;
  readonly categories: readonly string[];
  readonly primaryCategory: string;
  readonly tags: readonly string[];
  readonly focusKeyword: string;
  readonly id: string;
  /** Language of dates; English when empty. */
  readonly language: string;
  /** Milliseconds in the exporter's local time; 0 when unknown. */
  readonly publishedAt: number;
  readonly modifiedAt: number;
  /** Time for placeholders of the current date, in ms. */
  readonly now: number;
}

const separator = '-';
/** `%%title%%` in Yoast, `%title%` and `%date(F jS, Y)%` in Rank Math. A percent sign before a space or digit is literal. */
const placeholder = /%%([a-z][\w-]*)%%|%([a-z][\w-]*)(?:\([^()%]*\))?%/gi;

/** Placeholders whose value changes every year, month or day. */
const running: ReadonlySet<string> = new Set(['currentyear', 'currentmonth', 'currentday', 'currentdate']);
/** Placeholders that only a page or search could fill. */
const ofPages: ReadonlySet<string> = new Set([
  'page',
  'pagenumber',
  'pagetotal',
  'searchphrase',
  'search_query',
  'term404',
]);

function written(ms: number, language: string, parts: Intl.DateTimeFormatOptions): string {
  return ms > 0
    ? new Date(ms).toLocaleDateString(language || 'en', { ...parts, calendar: 'gregory', timeZone: 'UTC' })
    : '';
}

/**
 * Resolves placeholders to plain text. Those that only a page could fill are removed with adjacent separators. `note`
 * receives placeholders of the current date, whose value is now fixed, and unsupported ones.
 */
export function resolveSeoText(
  text: string,
  facts: SeoFacts,
  note: (message: string) => void = () => {},
): string {
  const filled = text.replace(
    placeholder,
    (whole: string, yoast: string | undefined, rankMath: string | undefined) => {
      const name = (yoast ?? rankMath ?? '').toLowerCase();
      const value = valueOf(name, facts);
      if (running.has(name)) note(`its SEO texts contain ${whole}, which is now fixed as "${value}"`);
      else if (value === undefined && !ofPages.has(name))
        note(`its SEO texts contain ${whole.slice(0, 60)}, which is not supported and was removed`);
      return value ?? '';
    },
  );
  const parts = decodeEntities(filled).replace(/\s+/g, ' ').trim();
  return parts
    .replace(/(?:\s[-–—|·:»•]){2,}(?=\s|$)/g, (run) => run.slice(0, 2))
    .replace(/^(?:[-–—|·:»•]\s){1,4}|(?:\s[-–—|·:»•]){1,4}$/g, '');
}

function valueOf(name: string, facts: SeoFacts): string | undefined {
  const day = (ms: number) => written(ms, facts.language, { dateStyle: 'long' });
  switch (name) {
    case 'title':
    case 'seo_title':
      return htmlToText(facts.title);
    case 'sitename':
    case 'site_title':
    case 'org_name':
      return facts.siteTitle;
    case 'sitedesc':
    case 'tagline':
      return facts.siteDescription;
    case 'sep':
    case 'separator':
      return separator;
    case 'excerpt':
    case 'excerpt_only':
    case 'seo_description':
      return htmlToText(facts.excerpt);
    case 'name':
    case 'post_author':
    case 'author':
      return facts.author;
    case 'category':
    case 'primary_category':
    case 'term':
    case 'term_title':
      return facts.primaryCategory || (facts.categories[0] ?? '');
    case 'categories':
      return facts.categories.join(', ');
    case 'tag':
      return facts.tags[0] ?? '';
    case 'tags':
      return facts.tags.join(', ');
    case 'focuskw':
    case 'focus_keyword':
    case 'keywords':
      return facts.focusKeyword;
    case 'id':
      return facts.id;
    case 'date':
      return day(facts.publishedAt);
    case 'modified':
      return day(facts.modifiedAt);
    case 'currentyear':
      return String(new Date(facts.now).getUTCFullYear());
    case 'currentmonth':
      return written(facts.now, facts.language, { month: 'long' });
    case 'currentday':
      return String(new Date(facts.now).getUTCDate());
    case 'currentdate':
      return day(facts.now);
    default:
      return undefined;
  }
}
