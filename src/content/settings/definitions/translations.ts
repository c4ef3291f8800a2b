import type { z } from 'zod';
import { line } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';
import type { SettingDefinition } from '../setting.ts';

/** Wordings that readers see, in English; the settings `translation_{name}` replace them one by one. */
export const readerTexts = {
  load_more: 'Load more',
  next: 'Next',
  previous: 'Previous',
  trending_now: 'Trending now',
  more_articles: 'More articles',
  related_context: 'In "%s"',
  by: 'By',
  minutes_to_read: '%d min read',
  search: 'Search',
  search_view_all: 'View all results',
  search_no_results: 'No results',
  not_found_title: 'Page not found',
  not_found_text: 'There is nothing at this address.',
  home: 'Home',
  read_down: 'Read down',
  copy_code: 'Copy code',
  copied: 'Copied!',
  share_show_all: 'Show all',
  comment_leave: 'Leave a reply',
  comment_reply: 'Reply',
  comment_cancel_reply: 'Cancel reply',
  comment_post: 'Post Comment',
  comment_held: 'Your comment is awaiting moderation.',
  comment_closed: 'Comments are closed.',
  comment_warning: 'Please enter your comment!',
  comment_author_warning: 'Please enter your name here',
  comment_email_warning: 'Please enter your email address here',
  comment_email_error: 'You have entered an incorrect email address!',
  captcha_warning: 'The captcha check failed. Please try again.',
  captcha_score_warning: 'The captcha score is too low. Please try again.',
  lightbox_close: 'Close (Esc)',
  lightbox_loading: 'Loading...',
  lightbox_not_found: 'Content not found',
  lightbox_error: 'The content could not be loaded.',
  lightbox_url_error: 'The content from %url% could not be loaded.',
  lightbox_image_error: 'The image #%curr% could not be loaded.',
  lightbox_image_loading: 'Loading image #%curr%...',
  lightbox_url_loading: 'Loading url #%curr%...',
  lightbox_previous: 'Previous (Left arrow key)',
  lightbox_next: 'Next (Right arrow key)',
  lightbox_counter: '%curr% of %total%',
  ad_block_title: 'You are seeing this message because ad or script blocking software is interfering with this page.',
  ad_block_text: 'Disable any ad or script blocking software, then reload this page.',
  month_names: 'January,February,March,April,May,June,July,August,September,October,November,December',
  month_names_short: 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec',
  day_names: 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday',
  day_names_short: 'Sun,Mon,Tue,Wed,Thu,Fri,Sat',
  time_units: 'year,years,month,months,week,weeks,day,days,hour,hours,minute,minutes',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a wording. */
export type ReaderText = keyof typeof readerTexts;
type TranslationKey = `translation_${ReaderText}`;
const text = line(500);

function translation(name: ReaderText): SettingDefinition<typeof text> {
  const words = readerTexts[name];
  const isList = /^(?:month_names|day_names|time_units)/.test(name);
  const expected = words.split(',').length;
  const schema: typeof text = isList ? text.refine((value) => value === '' || value.split(',').length === expected, `expected ${expected} names with commas between them`) : text;
  return setting(schema, { default: '', title: words, help: isList ? `Replaces these ${expected} names; commas between them, empty: as they are.` : 'Replaces this wording; empty: as it is.' });
}

const names = Object.keys(readerTexts) as ReaderText[];

/** One setting for each wording. */
export const translations = settingGroup(
  'translations', 'Translations',
  Object.fromEntries(names.map((name) => [`translation_${name}`, translation(name)])) as Readonly<Record<TranslationKey, SettingDefinition<z.ZodString>>>,
);

/** What readers see for a wording: its translation, else the English one. */
export function readerText(settings: Readonly<Record<TranslationKey, string>>, name: ReaderText): string {
  return settings[`translation_${name}`] || readerTexts[name];
}
