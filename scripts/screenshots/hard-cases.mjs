// An export with difficult cases: right-to-left text, words of sixty letters, pictures without files.
import { authorXml, termXml, wxr } from '../../test/fixtures/wxr.ts';

const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';
const missingUrl = 'https://gone.invalid/wp-content/uploads/2026/01/gone.jpg';
const block = (name, html, attributes = '') =>
  `<!-- wp:${name}${attributes} -->\n${html}\n<!-- /wp:${name} -->`;
const missing =
  `<figure class="wp-block-image size-large"><img src="${missingUrl}" alt="A lighthouse in fog" width="1024" height="683"/><figcaption ` +
  `class="wp-element-caption">${word}</figcaption></figure>`;

const rightToLeft = [
  block(
    'paragraph',
    '<p>في الصباح الباكر، قبل أن تصل أول عبّارة إلى الرصيف، يكون الميناء مكانًا هادئًا إلى حدّ يمكن معه سماع الساعة في برج البلدية. ' +
      'هناك بدأت هذه القصة، وهناك تنتهي (2026).</p>',
  ),
  block('heading', '<h2 class="wp-block-heading">الرصيف والساعة</h2>'),
  block(
    'quote',
    '<blockquote class="wp-block-quote"><p>الوقت لا ينتظر أحدًا، لكن العبّارة تنتظر.</p><cite>حارس الرصيف</cite></blockquote>',
  ),
  block(
    'list',
    '<ul class="wp-block-list"><li>العبّارة الأولى: 06:15</li><li>العبّارة الثانية: 07:40, Line B</li><li>الأخيرة</li></ul>',
  ),
  block(
    'paragraph',
    '<p>وبعد أن يغادر الجميع يبقى الحارس وحده، يعدّ المقاعد ويغلق الباب الحديدي، ثم يكتب في الدفتر عدد الذين وصلوا وعدد الذين لم يصلوا.</p>',
  ),
].join('\n\n');
const longWords = [
  block(
    'paragraph',
    `<p>${word} and then ${word}, <a href="https://example.org/${word}">https://example.org/${word}/${word}</a>.</p>`,
  ),
  block('heading', `<h2 class="wp-block-heading">${word}</h2>`),
  block('quote', `<blockquote class="wp-block-quote"><p>${word}</p><cite>${word}</cite></blockquote>`),
  block(
    'pullquote',
    `<figure class="wp-block-pullquote"><blockquote><p>${word}</p><cite>${word}</cite></blockquote></figure>`,
  ),
  block(
    'table',
    `<figure class="wp-block-table"><table><tbody><tr>${`<td>${word}</td>`.repeat(4)}</tr><tr>${'<td>1</td>'.repeat(4)}</tr></tbody></table><figcaption ` +
      `class="wp-element-caption">${word}</figcaption></figure>`,
  ),
  block('list', `<ul class="wp-block-list"><li>${word}</li><li>${word}</li></ul>`),
  block(
    'button',
    `<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button">${word}</a></div></div>`,
  ),
  block('code', `<pre class="wp-block-code"><code>${word}${word}</code></pre>`),
].join('\n\n');

const terms = [`category/long-words=${word}`, `post_tag/long-words=${word}`];
const featured = { _thumbnail_id: '9001' };

export const hardCases = wxr(
  [
    {
      id: 9001,
      type: 'attachment',
      status: 'inherit',
      title: 'gone',
      slug: 'gone',
      attachmentUrl: missingUrl,
    },
    {
      id: 9002,
      title: 'ساعة الميناء التي لا تتأخر أبدًا عن موعدها',
      slug: 'right-to-left',
      content: `<div dir="rtl" lang="ar">${rightToLeft}</div>`,
      creator: 'hard',
      terms,
      dateGmt: '2026-01-03 08:00:00',
    },
    {
      id: 9003,
      title: `The ${word} of ${word}`,
      slug: 'long-words',
      content: longWords,
      creator: 'hard',
      terms,
      excerpt: `${word} ${word}`,
      dateGmt: '2026-01-02 08:00:00',
      comments: [
        { id: 9001, author: word, content: `${word} ${word}` },
        ...[2, 3, 4, 5, 6, 7, 8].map((n) => ({
          id: 9000 + n,
          parent: 8999 + n,
          author: `Reader ${n}`,
          content: `Answer ${n}: ${word}`,
        })),
      ],
    },
    {
      id: 9004,
      title: 'An article whose pictures are gone',
      slug: 'missing-pictures',
      content: [
        block('paragraph', '<p>Words before the picture.</p>'),
        block('image', missing),
        block('paragraph', '<p>Words after the picture.</p>'),
      ].join('\n\n'),
      creator: 'hard',
      terms,
      meta: featured,
      dateGmt: '2026-01-01 08:00:00',
    },
  ],
  {
    authors: [authorXml('hard', 90, word)],
    parts: [
      termXml({
        id: 9001,
        taxonomy: 'category',
        slug: 'long-words',
        name: word,
        description: `${word} ${word}`,
      }),
    ],
    title: 'Hard cases',
  },
);
