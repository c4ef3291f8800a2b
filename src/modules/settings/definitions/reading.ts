import { z } from 'zod';
import {
  asLabels,
  choice,
  emailOrEmpty,
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

/** The categories of Apple Podcasts, which other directories use, too. */
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

export const reading = settingGroup('reading', 'Homepage and archives', {
  show_on_front: setting(choice({ posts: 'Your latest posts', page: 'A static page' }), {
    default: 'posts',
    title: 'Your homepage displays',
    help: 'Readers see this at the address of the site.',
  }),
  page_on_front: setting(idOrNone, {
    control: 'page',
    default: 0,
    title: 'Homepage',
    help: 'Page used as the homepage. Applies only if the homepage displays a static page.',
  }),
  page_for_posts: setting(idOrNone, {
    control: 'page',
    default: 0,
    title: 'Posts page',
    help: 'Page that lists the latest posts when the homepage displays a static page.',
  }),
  posts_per_page: setting(whole(1, 100), {
    default: 10,
    title: 'Posts per page',
    help: 'Number of posts on a page of the homepage and of archives.',
  }),
});

export const moreArticles = settingGroup('more_articles', 'More articles', {
  more_articles: setting(choice({ show: 'Show', disabled: 'Disabled', '': 'Disabled (legacy value)' }), {
    default: 'disabled',
    title: 'More articles on post',
    help: 'A box with further articles that appears while reading.',
  }),
  more_articles_distance: setting(whole(0, 100_000), {
    default: 400,
    title: 'Distance from top',
    help: 'Pixels that a reader scrolls before the box appears.',
  }),
  more_articles_days: setting(whole(0, 3650), {
    default: 7,
    title: 'Days hidden after closing',
    help: 'How long the box stays hidden after a reader closes it. 0 means until the browser is closed.',
  }),
  more_articles_source: setting(
    choice({
      same_category: 'The same category',
      latest: 'The latest posts',
      same_tag: 'The same tag',
      same_author: 'The same author',
    }),
    {
      default: 'same_category',
      title: 'Articles from',
      help: 'Where the box takes its articles from. The current article is left out.',
    },
  ),
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
    help: 'Heading above the related posts. Leave empty for none.',
  }),
  related_posts_size: setting(whole(1, 12), {
    default: 3,
    title: 'Number of posts',
    help: 'How many related posts are shown.',
  }),
  related_posts_show_thumbnails: setting(flag, {
    default: true,
    title: 'Thumbnails',
    help: 'Shows images of related posts.',
  }),
  related_posts_show_date: setting(flag, {
    default: true,
    title: 'Date',
    help: 'Shows the date of related posts.',
  }),
  related_posts_show_context: setting(flag, {
    default: true,
    title: 'Context',
    help: 'Shows why a post is related, such as “In Phones”.',
  }),
  related_posts_layout: setting(choice({ grid: 'Side by side', list: 'One below the other' }), {
    default: 'grid',
    title: 'Layout',
    help: 'How the related posts are arranged.',
  }),
  related_posts_heading: setting(choice({ h2: 'H2', h3: 'H3', h4: 'H4', h5: 'H5', h6: 'H6' }), {
    default: 'h4',
    title: 'Heading level of titles',
    help: 'HTML element around the title of each related post.',
  }),
});

export const search = settingGroup('search', 'Search', {
  header_search_limit: setting(whole(1, 20), {
    default: 4,
    title: 'Live results in the header',
    help: 'Maximum number of live results below the search field in the header.',
  }),
  search_block_limit: setting(whole(1, 20), {
    default: 5,
    title: 'Live results in search blocks',
    help: 'Maximum number of live results in search and menu blocks that don’t set a limit.',
  }),
  mobile_search: setting(flag, {
    default: true,
    title: 'Mobile search',
    help: 'Shows the search button in the mobile header.',
  }),
  search_exclude_pages: setting(flag, {
    default: false,
    title: 'Exclude pages',
    help: 'Search results don’t include pages.',
  }),
  search_exclude_posts: setting(flag, {
    default: false,
    title: 'Exclude posts',
    help: 'Search results don’t include posts.',
  }),
  search_post_type: setting(
    z
      .array(z.string().regex(/^[a-z0-9_-]{1,20}$/, 'expected the name of a post type'))
      .max(50)
      .readonly(),
    {
      control: 'types',
      default: [],
      title: 'Post types to search',
      help: 'Select none to search all public post types.',
    },
  ),
  search_disable_live_search: setting(flag, {
    default: false,
    title: 'Disable live results',
    help: 'Results don’t appear while a reader types; the form still opens the results page.',
  }),
  search_results_limit: setting(whole(1, 50), {
    default: 10,
    title: 'Results per page',
    help: 'Maximum number of results on a page of search results.',
  }),
  popular_searches_min_readers: setting(whole(2, 10_000), {
    default: 3,
    title: 'Most searched: minimum readers',
    help: 'A phrase is shown once this many different readers have searched for it in one day.',
  }),
  popular_searches_hidden: setting(lines(1000), {
    default: [],
    title: 'Most searched: never shown',
    help: 'Searches that contain one of these words or phrases are never shown as most searched.',
  }),
});

const verification = (service: string) =>
  setting(token, {
    default: '',
    title: `${service}: verification`,
    help: `Code from ${service} that proves that you own the site. Leave empty for none.`,
  });

export const discovery = settingGroup('discovery', 'Search engines', {
  blog_public: setting(z.boolean(), {
    default: true,
    title: 'Visible to search engines',
    help: 'When off, search engines are asked not to index the site.',
  }),
  robots_txt_extra: setting(longText(), {
    control: 'code',
    default: '',
    title: 'Additional lines for robots.txt',
    help: 'Added to /robots.txt unchanged.',
  }),
  news_publication_name: setting(line(), {
    default: '',
    title: 'Name in news sitemaps',
    help: 'Publication name registered with news search engines. Leave empty for the site title.',
  }),
});

export const writing = settingGroup('writing', 'Writing', {
  default_category: setting(idOrNone, {
    control: 'category',
    default: 0,
    title: 'Default category',
    help: 'Category of posts without a category. If it isn’t set, “Uncategorized” is created when a post needs it.',
  }),
  default_post_format: setting(
    choice({
      standard: 'Standard',
      aside: 'Aside',
      chat: 'Chat',
      gallery: 'Gallery',
      link: 'Link',
      image: 'Image',
      quote: 'Quote',
      status: 'Status',
      video: 'Video',
      audio: 'Audio',
    }),
    {
      default: 'standard',
      title: 'Default post format',
      help: 'Format of new posts that don’t set one.',
    },
  ),
  texturize: setting(flag, {
    default: true,
    title: 'Typographic quotes and dashes',
    help: 'Shows straight quotes, apostrophes, dashes and multiplication signs as the site language’s typographic ones, except in code.',
  }),
  use_smilies: setting(flag, {
    default: true,
    title: 'Convert emoticons to emoji',
    help: 'Shows emoticons such as :-) as emoji, except in code and preformatted text.',
  }),
  html_block_scripts: setting(flag, {
    default: false,
    title: 'Scripts in HTML blocks',
    help: 'Runs the scripts in HTML blocks of users with the capability “unfiltered_html” (administrators and editors), each in a frame without access to the page.',
  }),
  xmlrpc_enabled: setting(flag, {
    default: true,
    title: 'XML-RPC',
    help: 'Lets blog editors and older apps write posts over XML-RPC with application passwords. When off, every call is refused.',
  }),
});

export const feeds = settingGroup('feeds', 'Feeds', {
  posts_per_rss: setting(whole(1, 100), {
    default: 10,
    title: 'Posts in feeds',
    help: 'How many posts a feed contains.',
  }),
  rss_use_excerpt: setting(flag, {
    default: false,
    title: 'Excerpts in feeds',
    help: 'Feeds contain excerpts instead of full articles.',
  }),
});

export const podcast = settingGroup('podcast', 'Podcast', {
  podcast_title: setting(line(), {
    default: '',
    title: 'Title',
    help: 'Name of the show in podcast apps. Leave empty for the site title.',
  }),
  podcast_description: setting(longText(4000), {
    default: '',
    title: 'Description',
    help: 'Tells listeners what the show is about. Leave empty for the tagline.',
  }),
  podcast_author: setting(line(), {
    default: '',
    title: 'Author',
    help: 'Person or organization that podcast apps name below the title. Leave empty for the site title.',
  }),
  podcast_owner_email: setting(emailOrEmpty, {
    default: '',
    title: 'Owner’s email address',
    help: 'Directories send a code to it to confirm who owns the show. It is public in the feed. Leave empty for none.',
  }),
  podcast_category: setting(choice(asLabels(podcastCategories)), {
    default: 'News',
    title: 'Category',
    help: 'Category of the show in Apple Podcasts and other directories.',
  }),
  podcast_cover: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Cover image',
    help: 'A square JPEG or PNG of 1400 to 3000 pixels. Leave empty for the site icon or logo.',
  }),
  podcast_type: setting(choice({ episodic: 'Episodic, newest first', serial: 'Serial, oldest first' }), {
    default: 'episodic',
    title: 'Order of episodes',
    help: 'In which order podcast apps play the show.',
  }),
  podcast_explicit: setting(flag, {
    default: false,
    title: 'Explicit content',
    help: 'Marks the show, and episodes that don’t say otherwise, as unsuitable for children.',
  }),
  podcast_locked: setting(flag, {
    default: false,
    title: 'Locked',
    help: 'Asks other podcast hosts not to import the show.',
  }),
  podcast_guid: setting(z.union([z.literal(''), z.guid('expected a UUID')]), {
    default: '',
    title: 'GUID',
    help: 'Identifies the show even if its address changes, such as 917393e3-1b1e-5cef-ace4-edaa54e1f810. Enter the former one after a move. Leave empty to derive it from the feed’s address.',
  }),
});

export const articles = settingGroup('articles', 'Articles', {
  autoload_posts: setting(choice({ off: 'Off', on: 'On' }), {
    default: 'off',
    title: 'Autoload next articles',
    help: 'The next article loads when a reader reaches the end of one.',
  }),
  autoload_posts_limit: setting(whole(1, 50), {
    default: 5,
    title: 'Maximum autoloaded articles',
    help: 'How many articles are loaded after the first one.',
  }),
  reading_progress: setting(choice({ top: 'At the top', bottom: 'At the bottom', off: 'Off' }), {
    default: 'top',
    title: 'Reading progress',
    help: 'A line at the top or bottom of the window that grows as a reader scrolls through an article.',
  }),
});

export const social = settingGroup('social', 'Social networks', {
  social_image: setting(idOrNone, {
    control: 'image',
    default: 0,
    title: 'Default social image',
    help: 'Used when a shared page has no image.',
  }),
  social_profiles: setting(z.array(webAddressOrEmpty).max(50).readonly(), {
    default: [],
    title: 'Social profiles',
    help: 'URLs of the publication’s profiles on social networks.',
  }),
  twitter_site: setting(
    z
      .string()
      .max(50)
      .regex(/^(?:@\w{1,40})?$/, 'expected a name such as @broadsheet'),
    {
      default: '',
      title: 'Username on X',
      help: 'The publication’s username, with the @. Leave empty for none.',
    },
  ),
});

export const verifications = settingGroup('verification', 'Site verification', {
  verify_google: verification('Google'),
  verify_bing: verification('Bing'),
  verify_yandex: verification('Yandex'),
  verify_pinterest: verification('Pinterest'),
  verify_facebook: verification('Facebook'),
});

export const headCode = settingGroup('head_code', 'Code in the head', {
  head_code: setting(longText(50_000), {
    control: 'code',
    isCode: true,
    default: '',
    title: 'Custom head code',
    help: 'meta, link, style and script tags for the head of every page. Scripts run after the page has loaded; other tags are removed.',
  }),
  head_code_hosts: setting(z.array(webOrigin).max(50).readonly(), {
    default: [],
    title: 'Head code hosts',
    help: 'Origins that scripts in the head code may connect to, such as https://stats.example.',
  }),
});
