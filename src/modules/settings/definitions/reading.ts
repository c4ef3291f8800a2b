import { postFormats } from '../../posts/post.ts';
import { weekDays } from '../../../lib/week-days.ts';
import { choice, flag, idOrNone, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** Apple Podcasts' main categories. */
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

/** Front page, lists, feeds and what new posts begin with. */
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

/** The box that slides in on long articles. */
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
