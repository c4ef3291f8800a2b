import { detailKeys } from '../modules/posts/model.ts';
import type { PostDetails, SmartList } from '../modules/posts/model.ts';
import { seoDetails, seoPrimaryCategory, webAddress } from '../modules/posts/meta.ts';
import { phpText, unserializeMap } from '../lib/php-serialize.ts';
import type { PhpMap } from '../lib/php-serialize.ts';
import { isLibraryName } from './old-theme/chosen-templates.ts';
import type { SeoFacts } from '../lib/seo-text.ts';
import type { WxrItem, WxrSite } from './wxr-events.ts';
import { cleanHtml } from '../lib/clean-html/clean-html.ts';
import { importedCommentProfile } from '../lib/clean-html/profiles.ts';

export interface ForeignDetails {
  /** All details that an export may contain, empty when missing; without those that refer to the exporter's ids or that no plugin has. */
  readonly details: Omit<
    PostDetails,
    'primaryCategoryId' | 'relatedFirst' | 'relatedExclude' | 'pushOff' | 'fullScreenHeader'
  >;
  readonly primaryCategory: string;
  readonly unknownSettings: readonly string[];
  readonly notes: readonly string[];
}

const subtitleKeys = ['_subtitle', 'kia_subtitle', 'wps_subtitle', 'subtitle'];
const placedSettings: ReadonlySet<string> = new Set([
  'td_subtitle',
  'td_primary_cat',
  'smart_list_template',
  'td_smart_list_h',
  'td_smart_list_order',
  'td_last_set_video',
  'td_last_video',
]);
/** The theme's smart lists that show all parts on one page; the others show one part at a time. */
const undividedLists: ReadonlySet<string> = new Set([
  'td_smart_list_3',
  'td_smart_list_4',
  'td_smart_list_5',
]);

/** The exporter's id of an item's primary category, in files of Broadsheet (`isOurs`) or in meta of the old theme, Yoast or Rank Math; empty if unset. */
export function primaryCategoryOf(item: Pick<WxrItem, 'meta'>, isOurs: boolean): string {
  const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value.trim() ?? '';
  if (isOurs) return /^[1-9]\d*$/.exec(meta(detailKeys.primaryCategoryId))?.[0] ?? '';
  const ofTheme = phpText(unserializeMap(meta('td_post_theme_settings')).get('td_primary_cat'));
  return ofTheme === '' ? seoPrimaryCategory(meta) : (/^[1-9]\d*$/.exec(ofTheme)?.[0] ?? '');
}

/** Reads a post's meta of Yoast, Rank Math, the old theme and subtitle plugins. */
export function foreignDetails(
  item: WxrItem,
  { url, isOurs }: Pick<WxrSite, 'url' | 'isOurs'>,
  facts: SeoFacts,
): ForeignDetails {
  const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value.trim() ?? '';
  const first = (...keys: readonly string[]) => keys.map(meta).find((value) => value !== '') ?? '';
  const notes = new Set<string>();
  const theme = unserializeMap(meta('td_post_theme_settings'));
  const robots = unserializeMap(meta('rank_math_robots'));
  const details: ForeignDetails['details'] = {
    subtitle: cleanCommentHtml(phpText(theme.get('td_subtitle')).trim() || first(...subtitleKeys)),
    featuredVideo: webAddress(phpText(unserializeMap(meta('td_post_video')).get('td_video'))),
    smartList: smartListOf(theme),
    ...seoDetails({
      meta,
      robots: [...robots.values()],
      link: item.link,
      site: url,
      facts,
      note: (message) => notes.add(message),
    }),
  };
  return {
    details,
    notes: [...notes],
    primaryCategory: primaryCategoryOf(item, isOurs),
    unknownSettings: [...theme]
      .filter(([key, value]) => !placedSettings.has(key) && value !== '' && value !== null)
      .filter(([key, value]) => key !== 'td_post_template' || !isLibraryName(phpText(value)))
      .map(([key, value]) =>
        key === 'td_post_template' ? `${key} = ${phpText(value).slice(0, 40)}` : key.slice(0, 60),
      ),
  };
}

function smartListOf(theme: PhpMap): SmartList | undefined {
  const template = phpText(theme.get('smart_list_template'));
  if (template === '') return undefined;
  const heading = /^h?([1-6])$/i.exec(phpText(theme.get('td_smart_list_h')))?.[1] ?? '3';
  const order = phpText(theme.get('td_smart_list_order')).startsWith('asc') ? 'asc' : 'desc'; // the theme's default is descending
  return {
    heading: `h${heading}` as SmartList['heading'],
    order,
    layout: undividedLists.has(template) ? 'list' : 'slides',
  };
}

/** Removes scripts and styles from an imported comment; text without markup is unchanged. */
export function cleanCommentHtml(html: string): string {
  return html.includes('<') ? cleanHtml(html, importedCommentProfile) : html;
}
