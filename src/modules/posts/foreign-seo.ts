import { FormerSites } from '../../lib/former-sites.ts';
import { resolveSeoText } from '../../lib/seo-text.ts';
import type { SeoFacts } from '../../lib/seo-text.ts';
import { trimEndOf } from '../../lib/trim-ends.ts';
import type { PostDetails } from './details.ts';

/** Meta keys of Yoast and Rank Math by the detail that they fill; the first that has a value wins. */
export const seoKeys = {
  seoTitle: ['_yoast_wpseo_title', 'rank_math_title'],
  seoDescription: ['_yoast_wpseo_metadesc', 'rank_math_description'],
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  noindex: ['_yoast_wpseo_meta-robots-noindex', 'rank_math_robots'],
  socialTitle: [
    '_yoast_wpseo_opengraph-title',
    'rank_math_facebook_title',
    '_yoast_wpseo_twitter-title',
    'rank_math_twitter_title',
  ],
  socialDescription: [
    '_yoast_wpseo_opengraph-description',
    'rank_math_facebook_description',
    '_yoast_wpseo_twitter-description',
    'rank_math_twitter_description',
  ],
  socialImage: [
    '_yoast_wpseo_opengraph-image',
    'rank_math_facebook_image',
    '_yoast_wpseo_twitter-image',
    'rank_math_twitter_image',
  ],
  primaryCategoryId: ['_yoast_wpseo_primary_category', 'rank_math_primary_category'],
} as const satisfies Partial<Record<keyof PostDetails, readonly string[]>>;

export type SeoDetails = Pick<PostDetails, Exclude<keyof typeof seoKeys, 'primaryCategoryId'>>;

/** What an SEO plugin stored with a post. */
export interface ForeignSeo {
  /** The value under a meta key, trimmed; empty where there is none. */
  meta(key: string): string;
  /** Directives that Rank Math gives to robots. */
  readonly robots: readonly unknown[];
  /** Address of the post, and of its site. */
  readonly link: string;
  readonly site: string;
  readonly facts: SeoFacts;
  /** Receives what the texts lose or freeze. */
  note?(message: string): void;
}

/** Reads the details that Yoast or Rank Math stored with a post; those that neither has are empty. */
export function seoDetails({ meta, robots, link, site, facts, note = () => {} }: ForeignSeo): SeoDetails {
  const first = (field: keyof SeoDetails) => seoKeys[field].map(meta).find((value) => value !== '') ?? '';
  const text = (field: keyof SeoDetails) => resolveSeoText(first(field), facts, note);
  return {
    seoTitle: text('seoTitle'),
    seoDescription: text('seoDescription'),
    canonicalUrl: canonicalOf(first('canonicalUrl'), link, site),
    noindex: meta('_yoast_wpseo_meta-robots-noindex') === '1' || robots.includes('noindex'),
    socialTitle: text('socialTitle'),
    socialDescription: text('socialDescription'),
    socialImage: webAddress(first('socialImage')),
  };
}

/** The id of the primary category, or empty. */
export const seoPrimaryCategory = (meta: (key: string) => string): string =>
  /^[1-9]\d*$/.exec(seoKeys.primaryCategoryId.map(meta).find((value) => value !== '') ?? '')?.[0] ?? '';

/** An absolute web address, or empty. */
export function webAddress(text: string): string {
  const address = text.trim();
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : '';
}

/** A canonical address on the post's own site becomes a path, and none at all where it is the post's own. */
function canonicalOf(text: string, own: string, site: string): string {
  const address = webAddress(text);
  if (address === '') return '';
  const bare = (url: string) => trimEndOf(url.replace(/^https?:\/\/(?:www\.)?/i, ''), '/').toLowerCase();
  if (bare(address) === bare(own)) return '';
  const { origin, pathname, search } = new URL(address);
  const path = new FormerSites([site]).restOf(origin + pathname + search);
  return path === undefined ? address : `/${path.replace(/^\/+/, '')}`;
}
