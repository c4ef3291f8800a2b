import type { z } from 'zod';
import { accountTexts } from '../../../lib/account-texts.ts';
import { commentMailTexts } from '../../../lib/comment-mail-texts.ts';
import { copyTexts } from '../../../lib/copy-texts.ts';
import { languageOf } from '../../../lib/language.ts';
import { fillIn } from '../../../lib/fill-in.ts';
import { isolate } from '../../../lib/isolate.ts';
import { listTexts } from '../../../lib/list-texts.ts';
import { lightboxTexts } from '../../../lib/lightbox-texts.ts';
import { signedInTexts } from '../../../lib/signed-in-texts.ts';
import { searchTexts } from '../../../lib/search-texts.ts';
import { videoTexts } from '../../../lib/video-texts.ts';
import { viewTexts } from '../../../lib/view-texts.ts';
import { line } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';
import type { SettingDefinition } from '../setting.ts';

/** Wordings that readers see, in English; the settings `translation_{name}` replace them one by one. */
export const readerTexts = {
  ...viewTexts,
  ...accountTexts,
  ...commentMailTexts,
  latest: 'Latest',
  just_published: 'Just published',
  more_from_section: 'More from this section',
  more_from_author: 'More from this author',
  related_articles: 'Related articles',
  video_band: 'Video',
  voices: 'From our writers',
  feed_text: 'Every new article comes to the feed reader of your choice. No account, no address, nothing to leave when you have had enough.',
  feed_comments: 'Comments',
  feed_comments_on: 'Comments on %s',
  feed_comment_on: 'Comment on %1$s by %2$s',
  feed_comment_by: 'By: %s',
  menu_main: 'Main menu',
  unknown_block: 'Nothing here knows the block %s: readers see what was saved of it, or nothing.',
  missing_part: 'This is not here, and readers see nothing of it: %s',
  unused_css: 'This CSS of its own is not used here: %s',
  menu_sections: 'Sections',
  menu_about: 'About this site',
  dark: 'Dark',
  dark_colours: 'Dark colours',
  load_more: 'Load more',
  popular_week: 'Most read this week',
  popular: 'Most read',
  popular_discussed: 'Most discussed',
  popular_random: 'At random',
  archive_of_date: 'Archive',
  archive_by: 'Articles by',
  trending_now: 'Trending now',
  more_articles: 'More articles',
  more_articles_close: 'Close',
  autoload_next: 'Next article',
  related_context: 'In "%s"',
  by: 'By',
  minutes_to_read: '%d min read',
  updated: 'Updated',
  ...searchTexts,
  search_view_all: 'View all results',
  search_nothing: 'No results for “%s”. Check the spelling, or try fewer words.',
  search_near: 'Nothing matches “%1$s”. Results for “%2$s”:',
  search_for: 'Results for %s',
  search_best: 'The best %d results',
  search_one_similar: '1 similar result',
  search_similar: '%d similar results',
  search_page: 'page %d',
  search_mistyped: 'Nothing matches exactly what you typed. Did you mean %s?',
  search_kinds: 'Kinds of results',
  search_everything: 'Everything',
  search_posts: 'Articles',
  search_pages: 'Pages',
  search_products: 'Products',
  search_archives: 'Writers, sections and tags of this name',
  search_author: 'Writer',
  search_category: 'Section',
  search_tag: 'Tag',
  search_title: 'Search results for “%s”',
  format_aside: 'Asides',
  format_audio: 'Audio',
  format_chat: 'Chats',
  format_gallery: 'Galleries',
  format_image: 'Images',
  format_link: 'Links',
  format_quote: 'Quotes',
  format_status: 'Statuses',
  format_video: 'Videos',
  gone_title: 'Gone',
  gone_text: 'This page was taken away.',
  error_trouble: 'We are having trouble',
  error_failed: 'That did not work',
  error_internal: 'Something went wrong on our side. It has been logged.',
  error_unavailable: 'The site can’t answer at the moment. Nothing was lost; please try again.',
  error_too_many: 'You are asking too much at once. Please wait a little, then try again.',
  error_request: 'The site can’t make sense of what was asked.',
  not_found_title: 'Page not found',
  not_found_text: 'There is nothing at this address.',
  not_found_advice: 'The address may be mistyped, or the article may have moved. Search for it, or go on with the newest articles below.',
  not_found_latest: 'Latest',
  home: 'Home',
  parts: 'Pages of this article',
  read_down: 'Read down',
  ...copyTexts,
  share_on: 'Share on %s',
  share_copy: 'Copy link',
  share_mail: 'Send by email',
  share_print: 'Print',
  share_show_all: 'Show all',
  comment_leave: 'Leave a reply',
  comment_first: 'Nobody has said anything yet. Be the first.',
  comment_members_only: 'Comments are for members of this site.',
  ...signedInTexts,
  comment_reply: 'Reply',
  comment_reply_to: 'Reply to %s',
  comment_cancel_reply: 'Cancel reply',
  comment_edit: 'Edit',
  comment_post: 'Post Comment',
  comment_held: 'Your comment is awaiting moderation.',
  comment_closed: 'Comments are closed.',
  comment_note: 'Your email address will not be published. Required fields are marked *',
  comment_field: 'Comment',
  comment_name: 'Name',
  comment_trap: 'Leave this empty',
  comment_email: 'Email',
  comment_url: 'Website',
  comment_consent: 'Save my name, email, and website in this browser for the next time I comment.',
  comment_sending: 'Sending…',
  comment_checking: 'Checking that you are no robot…',
  comment_stop: 'Stop',
  comment_older: 'Older comments',
  comment_newer: 'Newer comments',
  comment_page: 'Comments page %d',
  comment_anonymous: 'Anonymous',
  comment_author: 'Author',
  comment_level: '(answer, level %d)',
  comment_elsewhere: 'Mentioned elsewhere',
  comment_not_sent: 'Your comment was not sent',
  comment_kept: 'What you typed is below; nothing is lost.',
  comment_copy: 'Copy it before you go back.',
  comment_back: 'Back to the article',
  comment_home: 'Go to the front page',
  comment_too_long: '%1$s: %2$d characters; %3$d are the most.',
  comment_too_fast: 'You are sending comments too fast. Please wait %d seconds, then send it again.',
  comment_duplicate: 'It looks as though you have said that already: this very comment is there, or waits to be approved.',
  comment_foreign: 'This comment was sent from another site. Please write it in the form below the article.',
  comment_post_missing: 'There is no article here that takes this comment: it was taken away, or is not public.',
  comment_warning: 'Please enter your comment!',
  comment_author_warning: 'Please enter your name here',
  comment_email_warning: 'Please enter your email address here',
  comment_email_error: 'You have entered an incorrect email address!',
  comment_url_error: 'Please enter a web address such as https://example.org, or none.',
  captcha_noscript: 'To keep robots out, this form needs JavaScript, unless you are signed in. Please turn it on, then reload the page.',
  captcha_cookies: 'To keep robots out, this form needs a cookie, and your browser sent none. Please allow cookies for this site, then send the comment again.',
  captcha_warning: 'The captcha check failed. Please try again.',
  captcha_used: 'The captcha was passed once already, and lets one comment in. Please send the comment again.',
  captcha_score_warning: 'The captcha score is too low. Please try again.',
  push_bell: 'Get notifications',
  push_unsubscribe: 'Stop notifications',
  ...listTexts,
  ...lightboxTexts,
  video_watch_file: 'Watch the video',
  video_play: 'Play: %s',
  ...videoTexts,
  ad_block_title: 'You are seeing this message because ad or script blocking software is interfering with this page.',
  ad_block_text: 'Disable any ad or script blocking software, then reload this page.',
  advertisement: 'Advertisement',
  script_frame: 'Interactive content',
  notice_close: 'Close',
  consent_text:
    'Advertising, statistics and videos on this site come from other companies, which may store things in your browser and learn what you '
      + 'read here. May we load them?',
  consent_accept: 'Accept',
  consent_refuse: 'Refuse',
  consent_policy: 'Privacy policy',
  consent_change: 'Privacy choices',
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
  const schema: typeof text = isList
    ? text.refine((value) => value === '' || value.split(',').length === expected, `expected ${expected} names with commas between them`)
    : text;
  return setting(schema, {
    default: '', title: words,
    help: isList ? `Replaces these ${expected} names; commas between them, empty: those of the site’s language.` : 'Replaces this wording; empty: as it is.',
  });
}

const names = Object.keys(readerTexts) as ReaderText[];
/** Names of settings by those of their wordings: put together at each of a page's hundred questions they take longer than the answers. */
const keyByName = Object.fromEntries(names.map((name) => [name, `translation_${name}`])) as Readonly<Record<ReaderText, TranslationKey>>;

/** One setting for each wording. */
export const translations = settingGroup(
  'translations', 'Translations',
  Object.fromEntries(names.map((name) => [`translation_${name}`, translation(name)])) as Readonly<Record<TranslationKey, SettingDefinition<z.ZodString>>>,
);

/** What wordings depend on. A site whose language nobody names is in English. */
interface Worded extends Readonly<Record<TranslationKey, string>> {
  readonly site_language?: string;
}

/** Those of these wordings that readers see otherwise: what goes to scripts, which hold the English ones. */
export function replacedTexts<Name extends ReaderText>(settings: Worded, of: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(of) as Name[]) {
    const words = readerText(settings, name);
    if (words !== of[name]) texts[name] = words;
  }
  return texts;
}

/** What readers see for each of these wordings. */
export function readerWords<Name extends ReaderText>(settings: Worded, wanted: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(wanted.map((name) => [name, readerText(settings, name)])) as Record<Name, string>; // fromEntries can't carry the names
}

/** What readers see for a wording: its translation, else the English one, which a text from right to left holds apart. */
export function readerText(settings: Worded, name: ReaderText): string {
  const translated = settings[keyByName[name]];
  if (translated) return translated;
  const { site_language: language } = settings;
  return language !== undefined && languageOf(language).isRightToLeft ? isolate(readerTexts[name]) : readerTexts[name];
}

interface Spoken extends Worded {
  readonly site_language: string;
}

/** `1 comment`, `12 comments`. */
export function countOfComments(settings: Spoken, count: number): string {
  return count === 1 ? readerText(settings, 'comment_one') : fillIn(readerText(settings, 'comment_count'), languageOf(settings.site_language).number(count));
}
