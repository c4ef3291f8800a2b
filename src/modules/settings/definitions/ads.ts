import { z } from 'zod';
import { isWholeHtml } from '../../../lib/markup/html-tokens.ts';
import {
  choice,
  choices,
  fileAddressOrEmpty,
  flag,
  line,
  localTimeOrEmpty,
  longText,
  webAddress,
  webAddressOrEmpty,
  webOrigin,
  whole,
  setting,
  settingGroup,
} from '../kinds.ts';
import type { SettingDefinition } from '../kinds.ts';

const slots = {
  header: { title: 'Header ad', where: 'below the header menu', size: '728x90', phone: '320x100' },
  article_top: {
    title: 'Article top ad',
    where: 'above the text of an article',
    size: '728x90',
    phone: '320x100',
  },
  article_inline: {
    title: 'Article inline ad',
    where: 'inside the text of an article',
    size: '300x250',
    phone: '300x250',
  },
  article_bottom: {
    title: 'Article bottom ad',
    where: 'below the text of an article',
    size: '728x90',
    phone: '300x250',
  },
  sidebar: { title: 'Sidebar ad', where: 'in the sidebar', size: '300x250', phone: '300x250' },
  footer: { title: 'Footer ad', where: 'above the footer', size: '970x250', phone: '320x100' },
} as const;

export type AdSlot = keyof typeof slots;
export const adSlots = Object.keys(slots) as [AdSlot, ...AdSlot[]];

const code = longText(50_000).refine(
  isWholeHtml,
  'expected whole HTML: every tag, comment and script with its end',
);
/** At most 1999 pixels each way. */
const size = z
  .string()
  .regex(
    /^(?:(?:[1-9]\d{1,2}|1\d{3})x(?:[1-9]\d{1,2}|1\d{3}))?$/,
    'expected a size in pixels such as 300x250, or nothing',
  );
const address = fileAddressOrEmpty;
const alt = line();
const device = choice({ '': 'All devices', desktop: 'Desktop', phone: 'Phone', paused: 'None (paused)' });

/** Kinds of pages, as of their templates. */
const adPageKinds = {
  home: 'Homepage',
  single: 'Articles',
  page: 'Pages',
  category: 'Categories',
  tag: 'Tags',
  author: 'Authors',
  date: 'Date archives',
  search: 'Search results',
  '404': 'Page not found',
  attachment: 'Attachment pages',
  cpt: 'Items of other types',
  cpt_tax: 'Archives of other types',
  woo_product: 'Products',
  woo_archive: 'Product categories',
  woo_search_archive: 'Product search',
  woo_shop_base: 'Shop',
} as const;
export type AdPageKind = keyof typeof adPageKinds;
const kinds = choices<AdPageKind>(adPageKinds);

/** Settings of each slot: `ad_{slot}` is its code, `ad_{slot}_size` its size … */
type SlotSettings = Readonly<Record<`ad_${AdSlot}`, SettingDefinition<typeof code>>> &
  Readonly<Record<`ad_${AdSlot}_framed`, SettingDefinition<typeof flag>>> &
  Readonly<Record<`ad_${AdSlot}_${'image' | 'image_phone' | 'link'}`, SettingDefinition<typeof address>>> &
  Readonly<Record<`ad_${AdSlot}_alt`, SettingDefinition<typeof alt>>> &
  Readonly<Record<`ad_${AdSlot}_device`, SettingDefinition<typeof device>>> &
  Readonly<Record<`ad_${AdSlot}_${'from' | 'until'}`, SettingDefinition<typeof localTimeOrEmpty>>> &
  Readonly<Record<`ad_${AdSlot}_kinds`, SettingDefinition<typeof kinds>>> &
  Readonly<Record<`ad_${AdSlot}_${'size' | 'size_phone'}`, SettingDefinition<typeof size>>>;

export const slotSettings = Object.fromEntries(
  adSlots.flatMap((name) => {
    const { title, where, size: desktop, phone } = slots[name];
    return Object.entries({
      [`ad_${name}`]: setting(code, {
        default: '',
        title: `${title}: code`,
        help: `Code from the ad network, shown ${where}. Leave empty to show the house ad, if the slot has one.`,
        isCode: true,
        control: 'code',
      }),
      [`ad_${name}_framed`]: setting(flag, {
        default: false,
        title: `${title}: in a frame`,
        help: 'Runs the code in a frame without access to the page. Required if it calls document.write.',
      }),
      [`ad_${name}_image`]: setting(address, {
        control: 'image-url',
        default: '',
        title: `${title}: image`,
        help: `URL of the house ad’s image, shown ${where} when there is no ad code or it isn’t allowed to run.`,
      }),
      [`ad_${name}_image_phone`]: setting(address, {
        control: 'image-url',
        default: '',
        title: `${title}: image on phones`,
        help: 'URL of the image for screens narrower than 768 px. Leave empty to use the same image.',
      }),
      [`ad_${name}_link`]: setting(address, {
        default: '',
        title: `${title}: link`,
        help: 'URL that the house ad links to.',
      }),
      [`ad_${name}_alt`]: setting(alt, {
        default: '',
        title: `${title}: alt text`,
        help: 'Alt text of the house ad’s image.',
      }),
      [`ad_${name}_size`]: setting(size, {
        default: desktop,
        title: `${title}: size`,
        help: 'Pixels reserved on screens of 768 px and wider. Leave empty to hide the ad there.',
      }),
      [`ad_${name}_size_phone`]: setting(size, {
        default: phone,
        title: `${title}: size on phones`,
        help: 'Pixels reserved on screens narrower than 768 px. Leave empty to hide the ad there.',
      }),
      [`ad_${name}_device`]: setting(device, {
        default: '',
        title: `${title}: devices`,
        help: 'Screens that show the ad; phones are those narrower than 768 px.',
      }),
      [`ad_${name}_from`]: setting(localTimeOrEmpty, {
        default: '',
        title: `${title}: from`,
        help: 'First minute of the ad, in the site’s time zone. Leave empty to start at once.',
      }),
      [`ad_${name}_until`]: setting(localTimeOrEmpty, {
        default: '',
        title: `${title}: until`,
        help: 'The ad ends at this time, in the site’s time zone. Leave empty for no end.',
      }),
      [`ad_${name}_kinds`]: setting(kinds, {
        default: [],
        title: `${title}: pages`,
        help: 'Kinds of pages that show the ad. Leave all unchecked for every page.',
      }),
    });
  }),
) as unknown as SlotSettings; // fromEntries can't carry the type of each key

/** A group for each slot. */
export const adGroups = adSlots.map((slot) =>
  settingGroup(
    `ad_${slot}`,
    slots[slot].title,
    Object.fromEntries(
      Object.entries(slotSettings).filter(([key]) => key === `ad_${slot}` || key.startsWith(`ad_${slot}_`)),
    ),
  ),
);

export const ads = settingGroup('ad_network', 'Ad network', {
  ad_article_inline_after: setting(whole(1, 100), {
    default: 3,
    title: 'Inline ad after paragraph',
    help: 'The inline ad follows this paragraph if more text comes after it.',
  }),
  ad_script_url: setting(webAddressOrEmpty, {
    default: '',
    title: 'Ad network script',
    help: 'Loaded once on every page, before the ad code of the slots runs. Leave empty for none.',
    isCode: true,
  }),
  ad_hosts: setting(
    z
      .array(z.union([webOrigin, z.literal('https:')]))
      .max(100)
      .readonly(),
    {
      default: [],
      title: 'Ad hosts',
      help: 'Additional origins that ads may connect to and be framed from, besides those in the ad code. “https:” allows all.',
    },
  ),
});

export const backgroundAd = settingGroup('background_ad', 'Background ad', {
  background_ad_link: setting(webAddressOrEmpty, {
    default: '',
    title: 'Background ad: link',
    help: 'URL opened by a click on the page background. Leave empty for no background ad.',
  }),
  background_ad_target: setting(choice({ '': 'Default', _blank: 'New window', _self: 'Same window' }), {
    default: '',
    title: 'Background ad: target',
    help: 'Where the link opens. The default is the same window.',
  }),
  background_ad_image: setting(fileAddressOrEmpty, {
    control: 'image-url',
    default: '',
    title: 'Background ad: image',
    help: 'URL of the image behind the page.',
  }),
});

export const adBlock = settingGroup('ad_block', 'Ad-block notice', {
  ad_block_notice: setting(flag, {
    default: false,
    title: 'Ad-block notice',
    help: 'Tells readers when ad blocking interferes with the page.',
  }),
  ad_block_check_urls: setting(z.array(webAddress).max(10).readonly(), {
    default: [],
    title: 'Ad-block check URLs',
    help: 'Requested with GET to detect ad blocking. Your advertising provider lists these URLs.',
  }),
});

export const adsTxt = settingGroup('ads_txt', 'ads.txt', {
  ads_txt: setting(longText(200_000), {
    control: 'code',
    default: '',
    title: 'ads.txt',
    help: 'Full content of the file, which lists the authorized sellers of this site’s advertising space. Leave empty for no file.',
  }),
  app_ads_txt: setting(longText(200_000), {
    control: 'code',
    default: '',
    title: 'app-ads.txt',
    help: 'Full content of the file for apps. Leave empty for no file.',
  }),
});
