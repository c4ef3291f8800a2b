import { z } from 'zod';
import { postFormats } from '../../../lib/post-formats.ts';
import { weekDays } from '../../../lib/dates.ts';
import {
  choice,
  flag,
  idOrNone,
  whole,
  line,
  lines,
  longText,
  token,
  webAddressOrEmpty,
  webOrigin,
  setting,
  settingGroup,
} from '../kinds.ts';

const podcastCategories = [
  'Arts',
  'Business',
  'Comedy',
  'Education',
  'Fiction',
  'Government',
  'Health & Fitness',
  'History',
  'Kids & Family',
  'Leisure',
  'Music',
  'News',
  'Religion & Spirituality',
  'Science',
  'Society & Culture',
  'Sports',
  'Technology',
  'True Crime',
  'TV & Film',
] as const;

export const reading = settingGroup('reading', 'Reading', {
  show_on_front: setting(choice(['posts', 'page']), {
    default: 'posts',
    title: 'Front page shows',
    help: 'The newest posts, or a page.',
  }),
  page_on_front: setting(idOrNone, {
    default: 0,
    title: 'Front page',
    help: 'Page shown as front page when the front page shows a page.',
  }),
  page_for_posts: setting(idOrNone, {
    default: 0,
    title: 'Posts page',
    help: 'Page that lists the newest posts when the front page shows a page.',
  }),
  posts_per_page: setting(whole(1, 100), {
    default: 10,
    title: 'Posts per page',
    help: 'How many posts the front page and archives show at a time.',
  }),
  posts_per_rss: setting(whole(1, 100), {
    default: 10,
    title: 'Posts in feeds',
    help: 'How many posts a feed holds.',
  }),
  rss_use_excerpt: setting(flag, {
    default: false,
    title: 'Excerpts in feeds',
    help: 'On: feeds hold excerpts; off: whole articles.',
  }),
  podcast_category: setting(choice(podcastCategories), {
    default: 'News',
    title: 'Podcast category',
    help: 'Category of the site’s podcast feed in Apple Podcasts and other directories.',
  }),
  texturize: setting(flag, {
    default: true,
    title: 'Typographic marks',
    help: 'On: readers see quotation marks, apostrophes, dashes and multiplication signs of the site’s language where plain ones were typed; never in code.',
  }),
  use_smilies: setting(flag, {
    default: true,
    title: 'Emoji',
    help: 'On: readers see emoji where posts have smilies such as :-); never in code or preformatted text.',
  }),
  start_of_week: setting(choice(['', ...weekDays]), {
    default: '',
    title: 'Week starts on',
    help: 'First day of a week in calendars. Empty: as the site’s language has it.',
  }),
  autoload_posts: setting(choice(['off', 'on']), {
    default: 'off',
    title: 'Autoload further posts',
    help: 'on: the next article follows when a reader reaches the end of one.',
  }),
  autoload_posts_limit: setting(whole(1, 50), {
    default: 5,
    title: 'Further posts',
    help: 'How many articles follow at most.',
  }),
  reading_progress: setting(choice(['top', 'bottom', 'off']), {
    default: 'top',
    title: 'Reading progress',
    help: 'A line along the top or the bottom of the window that grows as an article is read.',
  }),
  default_post_format: setting(choice(postFormats), {
    default: 'standard',
    title: 'Default post format',
    help: 'Format of new posts that name none.',
  }),
  default_category: setting(idOrNone, {
    default: 0,
    title: 'Default category',
    help: 'Category of posts that name none; 0: “Uncategorized”, once a post needs it.',
  }),
});

export const moreArticles = settingGroup('more_articles', 'More articles', {
  more_articles: setting(choice(['show', 'disabled', '']), {
    default: 'disabled',
    title: 'More articles on post',
    help: 'show: a box with further articles comes up while reading; disabled, or empty: off.',
  }),
  more_articles_distance: setting(whole(0, 100_000), {
    default: 400,
    title: 'Distance from top',
    help: 'Pixels that a reader scrolls before the box comes up.',
  }),
  more_articles_days: setting(whole(0, 3650), {
    default: 7,
    title: 'Days hidden after closing',
    help: 'How long the box stays away once closed; 0: until the browser is closed.',
  }),
  more_articles_source: setting(choice(['same_category', 'latest', 'same_tag', 'same_author']), {
    default: 'same_category',
    title: 'Articles from',
    help: 'Where the box takes its articles from; never the one being read.',
  }),
  more_articles_limit: setting(whole(1, 10), {
    default: 2,
    title: 'Number of articles',
    help: 'How many articles the box lists.',
  }),
});

export const related = settingGroup('related', 'Related posts', {
  related_posts: setting(flag, {
    default: true,
    title: 'Related posts',
    help: 'Shows related posts below articles.',
  }),
  related_posts_headline: setting(line(), {
    default: 'Related',
    title: 'Headline',
    help: 'Heading over the related posts; empty: none.',
  }),
  related_posts_size: setting(whole(1, 12), {
    default: 3,
    title: 'Number of posts',
    help: 'How many related posts are shown.',
  }),
  related_posts_show_thumbnails: setting(flag, {
    default: true,
    title: 'Thumbnails',
    help: 'Shows pictures of related posts.',
  }),
  related_posts_show_date: setting(flag, {
    default: true,
    title: 'Date',
    help: 'Shows the date of related posts.',
  }),
  related_posts_show_context: setting(flag, {
    default: true,
    title: 'Context',
    help: 'Shows why a post is related (“In “Phones””).',
  }),
  related_posts_layout: setting(choice(['grid', 'list']), {
    default: 'grid',
    title: 'Layout',
    help: 'grid: side by side; list: one below the other.',
  }),
  related_posts_heading: setting(choice(['h2', 'h3', 'h4', 'h5', 'h6']), {
    default: 'h4',
    title: 'Heading level of titles',
    help: 'HTML element around the title of each related post.',
  }),
});

export const search = settingGroup('search', 'Search', {
  header_search_limit: setting(whole(1, 20), {
    default: 4,
    title: 'Header search results',
    help: 'Most live results below the search in the header.',
  }),
  search_block_limit: setting(whole(1, 20), {
    default: 5,
    title: 'Search block results',
    help: 'Most live results of search and menu blocks without a limit of their own.',
  }),
  mobile_search: setting(flag, {
    default: true,
    title: 'Mobile search',
    help: 'Shows the search button in the mobile header.',
  }),
  search_exclude_pages: setting(flag, {
    default: false,
    title: 'Leave pages out',
    help: 'Pages are not found.',
  }),
  search_exclude_posts: setting(flag, {
    default: false,
    title: 'Leave posts out',
    help: 'Posts are not found.',
  }),
  search_post_type: setting(
    z
      .array(z.string().regex(/^[a-z0-9_-]{1,20}$/, 'expected the name of a post type'))
      .max(50)
      .readonly(),
    {
      default: [],
      title: 'Only these types',
      help: 'Post types that are searched; none: all that are public.',
    },
  ),
  search_disable_live_search: setting(flag, {
    default: false,
    title: 'No live results',
    help: 'Typing shows no results; the form still leads to the results page.',
  }),
  search_results_limit: setting(whole(1, 100), {
    default: 10,
    title: 'Results per page',
    help: 'Most results on a page of search results.',
  }),
  searched_askers: setting(whole(2, 10_000), {
    default: 3,
    title: 'Most searched: askers',
    help: 'A phrase shows once so many different people searched for it on one day.',
  }),
  searched_hidden: setting(lines(1000), {
    default: [],
    title: 'Most searched: never shown',
    help: 'Words and phrases; whatever holds one of them is never shown as most searched.',
  }),
});

const verification = (service: string) =>
  setting(token, {
    default: '',
    title: `${service}: verification`,
    help: `Code that ${service} gave you to prove that the site is yours; empty: none.`,
  });

export const discovery = settingGroup('discovery', 'Search engines and sharing', {
  robots_txt_extra: setting(longText(), {
    default: '',
    title: 'Further lines of robots.txt',
    help: 'Added to /robots.txt as they are.',
  }),
  ads_txt: setting(longText(200_000), {
    default: '',
    title: 'ads.txt',
    help: 'Content of ads.txt: the authorized sellers of this site’s ad space. Leave empty for no file.',
  }),
  app_ads_txt: setting(longText(200_000), {
    default: '',
    title: 'app-ads.txt',
    help: 'Content of app-ads.txt, the same for apps. Leave empty for no file.',
  }),
  news_publication_name: setting(line(), {
    default: '',
    title: 'Name in news sitemaps',
    help: 'As news search engines know the publication; empty: the site title.',
  }),
  social_image: setting(idOrNone, {
    default: 0,
    title: 'Picture for shares',
    help: 'Attachment that stands for pages without a picture of their own; 0: none.',
  }),
  social_profiles: setting(z.array(webAddressOrEmpty).max(50).readonly(), {
    default: [],
    title: 'Social profiles',
    help: 'Addresses of the publication’s own pages at social networks.',
  }),
  twitter_site: setting(
    z
      .string()
      .max(50)
      .regex(/^(?:@\w{1,40})?$/, 'expected a name such as @broadsheet'),
    { default: '', title: 'Name at X', help: 'The publication’s name there, with its @; empty: none.' },
  ),
  verify_google: verification('Google'),
  verify_bing: verification('Bing'),
  verify_yandex: verification('Yandex'),
  verify_pinterest: verification('Pinterest'),
  verify_facebook: verification('Facebook'),
  head_code: setting(longText(50_000), {
    isCode: true,
    default: '',
    title: 'Custom head code',
    help: 'meta, link and style tags and scripts for the head of every page. Scripts run after the page is there; anything else is left out.',
  }),
  head_code_hosts: setting(z.array(webOrigin).max(50).readonly(), {
    default: [],
    title: 'Hosts of the head code',
    help: 'Origins that scripts of the head code may talk to, such as https://stats.example.',
  }),
});
