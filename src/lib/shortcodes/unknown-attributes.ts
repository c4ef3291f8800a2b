import { isSettingValue } from '../setting-value.ts';
import { networkOf, mediaKind } from './modules.ts';
import type { Piece } from './modules.ts';
import { addressOf, builtLink, enclosed, valueOf, wordsOf } from './values.ts';

/**
 * Shortcodes whose attributes only configure features of the old site: forms, sliders and tables by internal name,
 * lists of posts, products, widgets, menus.
 */
const silentNames: readonly RegExp[] = [
  /^(?:contact-form|gravityform|wpforms|ninja[_-]form|formidable|caldera_form|fluentform|forminator_|mc4wp|mailpoet|hubspot|si-contact-form|contact_form)/,
  /^(?:rev_slider|layerslider|smartslider|metaslider|masterslider|ml-slider|slider-pro|soliloquy|easingslider|tablepress|table$|wp_table|wpdatatable)/,
  /^(?:display-posts|(?:recent|latest|related|popular)[_-]posts|post[_-]?(?:list|grid|slider|carousel)|posts|blog|portfolio|wp_show_posts)/,
  /^(?:products?$|product_|add_to_cart|(?:recent|featured|sale)_products|best_selling_|top_rated_|woocommerce_|shop_|edd_|download_)/,
  /^(?:widget|sidebar|dynamic[_-]sidebar|do_widget|(?:nav_)?menu|search|login|register|logout|adrotate|ad$|ads?_|adsense|the_ad|bsa_)/,
  /^td(?!_block_text_with_title)[bcms]?_/,
  /^et_pb_(?:blog|portfolio|filterable_portfolio|fullwidth_(?:portfolio|post_|menu)|post_|posts_|featured_posts|shop|wc_|sidebar|menu|search|comments)/,
  /^fusion_(?:blog|recent_posts|portfolio|post_|products?_|featured_|woo_|events|tb_|widget|menu|search|login|register|lost_|form|global|sharing|breadcrumbs)/,
  /^vc_(?:basic_grid|media_grid|masonry|posts_|carousel|widget|wp_(?!text)|empty|separator|grid|facebook|tweetmeme|googleplus|pinterest|flickr|tta_pageable)/,
];

export const isSilent = (name: string): boolean =>
  silentNames.some((names) => names.test(name.toLowerCase()));

/** Words in the names of attributes that are always settings. */
const technical = new Set(
  `id ids class classes css style styles color colour colors bg background gradient border radius shadow margin padding spacing gap width height size max
  min align alignment position placement orientation direction layout column columns row rows grid template skin theme type variant format mode effect
  animation animate hover delay duration speed easing autoplay loop interval icon icons font fonts typography weight opacity overlay parallax target rel
  nofollow limit count number offset order orderby sort category categories cat tag tags tax taxonomy term terms slug key keys token api nonce hash
  field fields form email to recipient redirect action method param params json data attr attributes options settings setting config version admin
  builder module visibility hide show display enable disable use is has filter locale lang zoom lat lng latitude longitude group unit units state status
  active open closed level anchor alias handle feed rss xml xmlns schema tablet phone mobile desktop responsive breakpoint index tabindex role aria
  thumb thumbnail poster expires expire start end placeholder callback js script`.split(/\s+/),
);
const headingWords = new Set(['title', 'heading', 'headline', 'header', 'question']);
const textWords = new Set(
  `text texts content contents description desc caption subtitle subtitles subheading subheader subhead subline tagline teaser intro summary excerpt
  message quote answer label name note notes word words lead body line address location place price period`.split(
    /\s+/,
  ),
);
/** People and sources, shown after their quotes. */
const creditWords = new Set(
  'author byline credit cite citation company job occupation profession by source artist photographer'.split(
    ' ',
  ),
);
const linkWords = new Set(
  'url link href src source website site homepage file download pdf doc address uri permalink'.split(' '),
);
/** Attributes for the text of a link: `button_text`, `linktext`, `cta-label`. */
const linkText =
  /^(?:[a-z]+[_-])?(?:button|btn|link|cta|more|readmore|read_more|anchor|url)[_-]?(?:one|two|\d)?[_-]?(?:text|label|title|name|caption)$/;
interface Found {
  before: Piece[];
  after: Piece[];
  link: string | undefined;
}

/** Extracts text, links and files from the attributes of an unknown shortcode, in order; skips settings. */
export function readAttributes(
  named: Readonly<Record<string, string>>,
  positional: readonly string[],
): Found {
  const before: Piece[] = [];
  const after: Piece[] = [];
  const links: string[] = [];
  let label = '';
  const addAddress = (name: string, url: string) => {
    const kind = mediaKind(url);
    const network = networkOf(name);
    const words = wordsIn(name);
    if (network !== undefined && kind === undefined) after.push({ kind: 'link', url, text: network });
    else if (kind === 'picture' && !/^(?:mailto|tel):/.test(url))
      before.push({ kind: 'picture', url, alt: wordsOf(valueOf(named.alt ?? '')) });
    else if (kind !== undefined) before.push({ kind: 'media', url });
    else if (words.length === 0 || linkWords.has(words.at(-1) ?? '')) links.push(url);
  };
  for (const [name, written] of Object.entries(named)) {
    const words = wordsIn(name);
    const last = words.at(-1) ?? '';
    const value = valueOf(written);
    const built = value.includes('url:') ? builtLink(value) : undefined;
    const url = built ? built.url : addressOf(value);
    if (built) label ||= built.title;
    if (url !== undefined) {
      if (
        !words.some((word) => technical.has(word) && !/^(?:thumb|thumbnail|id)$/.test(word)) ||
        mediaKind(url) === 'audio'
      )
        addAddress(name, url);
      continue;
    }
    if (built || name === 'alt' || (words.some((word) => technical.has(word)) && !linkText.test(name)))
      continue;
    const text = wordsOf(value);
    if (text === '' || isSettingValue(text, { holdsWords: true })) continue;
    if (linkText.test(name)) label ||= text;
    else if (headingWords.has(last)) before.push({ kind: 'heading', text, level: 3 });
    else if (creditWords.has(last)) after.push({ kind: 'line', text });
    else if (textWords.has(last))
      before.push(value.includes('<') ? { kind: 'html', html: enclosed(value) } : { kind: 'text', text });
  }
  for (const value of positional) {
    const url = addressOf(value.replace(/^[=:]/, ''));
    if (url !== undefined && /^https?:/i.test(url)) addAddress('', url);
  }
  const [first, ...others] = [...new Set(links)];
  after.unshift(...others.map((url) => ({ kind: 'link', url, text: '' }) as const));
  const title = before.find((piece) => piece.kind === 'heading');
  const only = before.find((piece) => piece.kind === 'picture');
  if (first !== undefined && label !== '') after.unshift({ kind: 'link', url: first, text: label });
  else if (label !== '') before.push({ kind: 'text', text: label });
  else if (first !== undefined && title) before[before.indexOf(title)] = { ...title, url: first };
  else if (first !== undefined && only) before[before.indexOf(only)] = { ...only, link: first };
  else return { before, after, link: first };
  return { before, after, link: undefined };
}

/** The words in `buttonText`, `button_text` and `button-text-2`. Names are already in lower case. */
const wordsIn = (name: string): string[] => name.split(/[_-]+|\d+/).filter((word) => word !== '');
