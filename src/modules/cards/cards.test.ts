import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { defaultSettings } from '../settings/settings.ts';
import { findCards, excerptOf } from './cards.ts';
import { openingsQueue } from '../posts/jobs.ts';
import { findPost } from '../posts/reader.ts';
import { updatePost } from '../posts/writer.ts';

const block = (name: string, html: string) => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`;
const paragraph = (html: string) => block('paragraph', `<p>${html}</p>`);

test('uses the manual excerpt first, as plain text, and the first 55 words of either', () => {
  expect(excerptOf({ excerpt: '<p>Own &amp; short</p>', opening: 'Text' })).toBe('Own & short');
  expect(excerptOf({ excerpt: '<b> </b>', opening: 'Text' })).toBe('Text');
  for (const long of [
    { excerpt: 'word '.repeat(60), opening: '' },
    { excerpt: '', opening: openingOfMarkup('word '.repeat(60)) },
  ]) {
    expect(excerptOf(long)).toBe(`${'word '.repeat(55).trim()}…`);
  }
});

test('an excerpt is the text before the more tag, without markup and shortcodes, or the whole text without that tag', () => {
  expect(
    openingOfMarkup(
      '<!-- wp:paragraph {"a":1} --><p>One <b>two</b></p><!-- /wp:paragraph -->[gallery ids="1"]<!--more--><p>three</p>',
    ),
  ).toBe('One two');
  expect(openingOfMarkup(`${block('image', '<img src="/a.png">')}<!--more--><p>three</p>`)).toBe('three');
});

test('decorative characters don’t count as words', () => {
  const accordion =
    '<button><span class="wp-block-accordion-heading__toggle-title">Question</span>' +
    '<span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button><p>Answer</p>';
  expect(openingOfMarkup(accordion)).toBe('Question Answer');
  const visible =
    '<span class="x" aria-hidden="false">b</span> <span aria-hidden="true">a whole sentence stays</span>';
  expect(openingOfMarkup(`<span aria-hidden=true>→</span>a${visible}`)).toBe('ab a whole sentence stays');
  expect(openingOfMarkup('<span aria-hidden="true" '.repeat(20_000))).toBe('');
});

test('uses the blocks that WordPress takes into excerpts, and third-party blocks', () => {
  const left =
    block('image', '<figure><img src="/a.png"><figcaption>Caption</figcaption></figure>') +
    block('file', '<a href="/a.pdf" download>Download</a>') +
    block('buttons', block('button', '<a>Buy</a>')) +
    block('core-embed/youtube', 'https://youtu.be/a') +
    block('embed', '<div>https://youtu.be/b</div>') +
    block('gallery', block('image', '<figcaption>Inner</figcaption>')) +
    block('details', paragraph('Folded')) +
    block('code', '<pre>x = 1</pre>') +
    block('footnotes', '<ol><li>Note</li></ol>');
  expect(openingOfMarkup(`${left}${paragraph('Text')}`)).toBe('Text');
  const visible =
    block('heading', '<h2>Head</h2>') +
    block('columns', block('column', block('group', left + paragraph('Column')))) +
    block(
      'list',
      `<ul>${block('list-item', `<li>Item${block('list', block('list-item', '<li>Nested</li>'))}</li>`)}</ul>`,
    ) +
    block('quote', `<blockquote>${paragraph('Quote')}<cite>Who</cite></blockquote>`) +
    block('acme/box', `<div>Acme${left}</div>`) +
    'Classic';
  expect(openingOfMarkup(visible)).toBe('Column Item Nested Quote Who Acme Classic');
  expect(
    openingOfMarkup('Video:\nhttps://youtu.be/c\n<p>https://youtu.be/d</p>\nhttps://a.test is one'),
  ).toBe('Video: https://a.test is one');
  // Whatever surrounds it, and even in a text of one line.
  const alone = [
    '  https://youtu.be/c \r\n',
    '<p class="x"> https://youtu.be/d\n</p>',
    paragraph('https://youtu.be/e'),
    block('embed', 'https://youtu.be/f'),
  ];
  expect(
    openingOfMarkup(alone.map((address, n) => paragraph(`Word${n}`) + address).join('') + paragraph('End')),
  ).toBe('Word0 Word1 Word2 Word3 End');
  expect(openingOfMarkup(`One${block('image', '<img src="/a.png">')}two`)).toBe('One two');
  expect(
    openingOfMarkup('[caption width="9"]<img src="/a.png"> Caption[/caption] Text [b_x]bold[/b_x]'),
  ).toBe('Text bold');
});

test('leaves headings out of excerpts, unless there is no other text', () => {
  const heading = (level: number, text: string) =>
    block('heading', `<h${level} class="wp-block-heading">${text}</h${level}>`);
  expect(
    openingOfMarkup(
      heading(2, 'How <em>it</em> began') +
        paragraph('One day.') +
        heading(3, 'It ended') +
        paragraph('Then none.'),
    ),
  ).toBe('One day. Then none.');
  expect(
    openingOfMarkup('<H1>A</H1>One<h2\nid="x">B <h3>inner</h3></h2>two<hr>three<header>four</header>'),
  ).toBe('One two three four');
  expect(openingOfMarkup(heading(2, 'A') + heading(3, 'B'))).toBe('A B');
  expect(openingOfMarkup(`${heading(2, 'A')}<!--more-->${paragraph('Text')}`)).toBe('A');
  expect(openingOfMarkup('One<h2>that never ends <p>two')).toBe('One that never ends two');
  expect(openingOfMarkup(`${'<h2>'.repeat(50_000)}${'</h3>'.repeat(50_000)}x`)).toBe('x');
});

test('takes 100 words, wherever they are, with an ellipsis if there are more, or as many characters in scripts without spaces', () => {
  const svg = `<svg><path d="${'M0 0h9v9z'.repeat(10_000)}"/></svg>`;
  expect(openingOfMarkup(block('html', svg) + paragraph('word '.repeat(70)))).toBe('word '.repeat(70).trim());
  const long = openingOfMarkup(svg + 'word '.repeat(20_000));
  expect(long).toBe(`${'word '.repeat(100).trim()}…`);
  expect(openingOfMarkup('word '.repeat(20_000))).toBe(long);
  const unbroken = excerptOf({ excerpt: '', opening: openingOfMarkup('𠮷東京'.repeat(20_000)) });
  expect(unbroken).toMatch(/^(?:𠮷|東|京){500,900}…$/u);
});

onBothDatabases('excerpts of stored posts', (get) => {
  test('lists cut the excerpt stored on saving, or derive it from the content until a job has stored it', async () => {
    const late = `<p>${' '.repeat(9000)}One</p>${'<img src="/a.png" alt="" class="wp-image-1">'.repeat(300)}<p>${'word '.repeat(60)}</p>`;
    const id = await get().write((tx) => makePost(tx, { content: late }));
    const content = testContent(get());
    const stored = async () =>
      (await get().read.selectFrom('post').select('opening').where('id', '=', id).executeTakeFirst())
        ?.opening;
    const shown = async () => [
      (await findCards(content, [id], defaultSettings)).get(id)?.excerpt,
      (await findPost(get().read, id))?.opening,
    ];
    const expected = [`One ${'word '.repeat(54).trim()}…`, `One ${'word '.repeat(60).trim()}`];
    expect([await shown(), await stored()]).toEqual([expected, expected[1]]);
    await get().write(async (tx) => {
      await tx.db.updateTable('post').set({ opening: null }).execute();
      await tx.db
        .insertInto('job')
        .values({ kind: 'openings', key: 'all', payload: '{}', due_at: 1, created_at: 1 })
        .execute();
    });
    expect([await shown(), await stored()]).toEqual([expected, null]);
    const log = {
      info: () => undefined,
      warn: (details: object) => expect(details).toBe('nothing to warn of'),
    };
    const jobs = startQueues([openingsQueue({ database: get(), log })], { bus: get().bus, log });
    await expect.poll(stored).toBe(expected[1]);
    await jobs.close();
    await get().write((tx) => updatePost(tx, id, { content: '<p>Other</p>' }));
    expect(await shown()).toEqual(['Other', 'Other']);
  });
});
