import type { PostDetails, SmartList } from '../modules/posts/model.ts';
import { seoDetails, seoPrimaryCategory, webAddress } from '../modules/posts/meta.ts';
import { phpText, unserializeMap } from '../lib/php-serialize.ts';
import type { PhpMap } from '../lib/php-serialize.ts';
import { isLibraryName } from './old-theme/chosen-templates.ts';
import type { SeoFacts } from '../lib/seo-text.ts';
import type { WxrItem } from './wxr-events.ts';
import { cleanHtml } from '../lib/clean-html/clean-html.ts';
import { importedCommentProfile } from '../lib/clean-html/profiles.ts';

/** What plugins and themes of the exporter say of a post beside its text. */
export interface ForeignDetails {
  /** Every detail that an export may hold; empty where this one holds none. What names ids of the exporter's is not among them, nor what no plugin says. */
  readonly details: Omit<
    PostDetails,
    'primaryCategoryId' | 'relatedFirst' | 'relatedExclude' | 'pushOff' | 'fullScreenHeader'
  >;
  /** The exporter's id of the primary category, or empty. */
  readonly primaryCategory: string;
  /** Settings of the old theme that have no effect here, for the report. */
  readonly unknownSettings: readonly string[];
  /** What is said of it otherwise than it was, for the report. */
  readonly notes: readonly string[];
}

/** Subtitles of plugins and of themes' own fields, the first that says something wins. */
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
/** Smart lists of the theme that show all their parts on one page; the others show one at a time. */
const undividedLists: ReadonlySet<string> = new Set([
  'td_smart_list_3',
  'td_smart_list_4',
  'td_smart_list_5',
]);

/** The exporter's id of an item's primary category, as the old theme, Yoast or Rank Math keep it, or empty. */
export function primaryCategoryOf(item: Pick<WxrItem, 'meta'>): string {
  const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value.trim() ?? '';
  const ofTheme = phpText(unserializeMap(meta('td_post_theme_settings')).get('td_primary_cat'));
  return ofTheme === '' ? seoPrimaryCategory(meta) : (/^[1-9]\d*$/.exec(ofTheme)?.[0] ?? '');
}

/** Reads what Yoast, Rank Math, the heavy news theme and plugins for subtitles keep in a post's meta. `exporter` is the exporter's address. */
export function foreignDetails(item: WxrItem, exporter: string, facts: SeoFacts): ForeignDetails {
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
      site: exporter,
      facts,
      note: (message) => notes.add(message),
    }),
  };
  return {
    details,
    notes: [...notes],
    primaryCategory: primaryCategoryOf(item),
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
  const order = phpText(theme.get('td_smart_list_order')).startsWith('asc') ? 'asc' : 'desc'; // the theme counts down unless told otherwise
  return {
    heading: `h${heading}` as SmartList['heading'],
    order,
    layout: undividedLists.has(template) ? 'list' : 'slides',
  };
}

/** Takes scripts and styles out of an imported comment; text without markup stays as it is. */
export function cleanCommentHtml(html: string): string {
  return html.includes('<') ? cleanHtml(html, importedCommentProfile) : html;
}
