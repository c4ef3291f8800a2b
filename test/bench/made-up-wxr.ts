/** Options of a generated export. */
export interface MadeUpWxrOptions {
  /** Another seed generates other posts of the same shape. */
  readonly seed?: number;
  readonly firstId?: number;
  readonly host?: string;
}

const categoryCount = 40;
const mainCategories = 8;
const tagCount = 200;
const authorCount = 20;
const wordsPerPost = 600;
const wordsPerParagraph = 75;
/** Posts are spread evenly over the eight years before this date, so that output is deterministic. */
const newest = Date.UTC(2026, 8, 1);
const span = 8 * 365 * 24 * 3600 * 1000;
/** Posts per chunk; smaller chunks would mostly wait for the stream. */
const postsPerPiece = 20;

const syllables = [
  'ba',
  'ren',
  'do',
  'mi',
  'lor',
  'ka',
  'tes',
  'vi',
  'no',
  'pra',
  'sil',
  'un',
  'ter',
  'ga',
  'fel',
  'os',
  'mar',
  'qui',
  'len',
  'ju',
  'stra',
  'ho',
  'wen',
  'ci',
  'pel',
  'da',
  'rum',
  'ex',
  'li',
  'zon',
];

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Streams an export of `count` posts of 600 words, with 40 categories on two levels, 200 tags and 20 authors. Deterministic. */
export async function* makeWxr(count: number, options: MadeUpWxrOptions = {}): AsyncGenerator<string> {
  const { seed = 1, firstId = 1000, host = 'made-up.example' } = options;
  const random = seeded(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const words = Array.from({ length: 4000 }, () =>
    Array.from({ length: 1 + upTo(3) }, () => syllables[upTo(syllables.length)]).join(''),
  );
  // Squared: a few words are frequent and most are rare, as in a language.
  const word = () => words[Math.floor(random() ** 2 * words.length)] ?? '';
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const sentence = (length: number) => capital(Array.from({ length }, word).join(' '));

  yield head(host);
  for (let index = 0; index < authorCount; index++) {
    yield `<wp:author><wp:author_id>${index + 2}</wp:author_id><wp:author_login><![CDATA[writer${index}]]></wp:author_login><wp:author_email>` +
      `<![CDATA[writer${index}@${host}]]></wp:author_email>` +
      `<wp:author_display_name><![CDATA[${capital(word())} ${capital(word())}]]></wp:author_display_name></wp:author>\n`;
  }
  for (let index = 0; index < categoryCount; index++) {
    const parent = index < mainCategories ? '' : `section-${index % mainCategories}`;
    yield `<wp:category><wp:term_id>${index + 2}</wp:term_id><wp:category_nicename><![CDATA[section-${index}]]></wp:category_nicename><wp:category_parent>` +
      `<![CDATA[${parent}]]></wp:category_parent>` +
      `<wp:cat_name><![CDATA[Section ${capital(word())} ${index}]]></wp:cat_name></wp:category>\n`;
  }
  for (let index = 0; index < tagCount; index++) {
    yield `<wp:tag><wp:term_id>${index + 100}</wp:term_id><wp:tag_slug><![CDATA[topic-${index}]]></wp:tag_slug><wp:tag_name><![CDATA[Topic ${word()} ` +
      `${index}]]></wp:tag_name></wp:tag>\n`;
  }

  const item = (index: number): string => {
    const id = firstId + index;
    const date = new Date(newest - span + Math.floor((span * (index + random())) / Math.max(count, 1)))
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    const title = sentence(6 + upTo(5));
    const paragraphs = Array.from({ length: wordsPerPost / wordsPerParagraph }, (_, place) => {
      const heading =
        place > 0 && place % 3 === 0
          ? `<!-- wp:heading -->\n<h2 class="wp-block-heading">${sentence(4)}</h2>\n<!-- /wp:heading -->\n\n`
          : '';
      return (
        `${heading}<!-- wp:paragraph ` +
        `-->\n<p>${Array.from({ length: 5 }, () => `${sentence(wordsPerParagraph / 5)}.`).join(' ')}</p>\n<!-- /wp:paragraph -->`
      );
    });
    const category = upTo(categoryCount);
    const tags = [...new Set(Array.from({ length: 1 + upTo(4) }, () => upTo(tagCount)))];
    return (
      `<item><title><![CDATA[${title}]]></title><link>https://${host}/post-${id}/</link><dc:creator><![CDATA[writer${upTo(authorCount)}]]></dc:creator>` +
      `<guid isPermaLink="false">https://${host}/?p=${id}</guid><content:encoded><![CDATA[${paragraphs.join('\n\n')}]]></content:encoded><excerpt:encoded>` +
      '<![CDATA[]]></excerpt:encoded>' +
      `<wp:post_id>${id}</wp:post_id><wp:post_date><![CDATA[${date}]]></wp:post_date><wp:post_date_gmt><![CDATA[${date}]]></wp:post_date_gmt>` +
      '<wp:comment_status>open</wp:comment_status>' +
      `<wp:ping_status>closed</wp:ping_status><wp:post_name><![CDATA[post-${id}]]></wp:post_name><wp:status>publish</wp:status>` +
      '<wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order>' +
      `<wp:post_type>post</wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>` +
      `<category domain="category" nicename="section-${category}"><![CDATA[Section ${category}]]></category>` +
      `${tags.map((tag) => `<category domain="post_tag" nicename="topic-${tag}"><![CDATA[Topic ${tag}]]></category>`).join('')}</item>\n`
    );
  };
  for (let at = 0; at < count; at += postsPerPiece) {
    yield Array.from({ length: Math.min(postsPerPiece, count - at) }, (_, place) => item(at + place)).join(
      '',
    );
  }
  yield '</channel>\n</rss>\n';
}

function head(host: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Made-up site</title><link>https://${host}</link><description>Posts for measuring</description><language>en</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://${host}</wp:base_site_url><wp:base_blog_url>https://${host}</wp:base_blog_url>
`;
}
