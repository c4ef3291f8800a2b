import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languageOf } from '../lib/language.ts';
import { formatAgo } from '../lib/time-ago.ts';
import { viewTexts } from '../lib/view-texts.ts';
import { hostileTitle, postCard } from '../../test/harness/post-card.ts';
import { renderActing } from '../../test/harness/render-acting.tsx';
import { initialsOf } from './byline.tsx';
import { Card } from './card.tsx';
import type { CardProps } from './card.tsx';
import { DateScope, formatDate, plainDates, WordScope } from './language.ts';
import { pagerEntries, pageWindow } from '../lib/pagination.ts';
import { Picture } from './picture.tsx';

test('a card shows title, category, author, date and a lazy picture, also to readers without scripts', () => {
  const html = renderToStaticMarkup(<Card card={postCard({ commentCount: 3 })} shape="grid" excerpt />);
  expect(html).toContain('<h3 class="card-title"><a href="/post-1/">Title 1</a></h3>');
  expect(html).toContain('href="/category/science/">Science</a>');
  expect(html).toContain('<time dateTime="2026-11-17T00:00:00.000Z">Nov 17, 2026</time>');
  expect(html).toContain('href="/post-1/#comments"');
  expect(html).toContain('class="lazy"');
  expect(html).toContain('data-srcset="/media/a-600.webp 600w, /media/a-1200.webp 1200w"');
  expect(html).toMatch(/<noscript><img src="\/media\/a-600\.webp"/);
  expect(html).toContain('background-color:#123456');
  expect(html).toContain('object-position:25% 50%');
});

test('a lead without a large picture is text without a letter, and other shapes keep small pictures and letters', () => {
  const { picture } = postCard();
  const small = picture && { ...picture, width: 300, height: 200 };
  for (const shape of ['lead', 'slip'] as const) {
    for (const card of [postCard({ picture: undefined }), postCard(small && { picture: small })]) {
      const html = renderToStaticMarkup(<Card card={card} shape={shape} pictures="plates" />);
      expect(html).toContain(`class="card card-${shape} card-bare"`);
      expect(html).not.toMatch(/card-picture|plate/);
    }
    expect(renderToStaticMarkup(<Card card={postCard()} shape={shape} pictures="plates" />)).toContain(
      'card-picture',
    );
    // A picture of unknown size may be small or missing. A picture that is still loading gets no letter.
    const unknown = postCard(picture && { picture: { ...picture, width: 0, height: 0, color: '' } });
    expect(renderToStaticMarkup(<Card card={unknown} shape={shape} pictures="plates" />)).not.toContain(
      'card-picture',
    );
    const unseen = postCard(picture && { picture: { ...picture, color: '' } });
    expect(renderToStaticMarkup(<Card card={unseen} shape={shape} pictures="plates" />)).not.toContain(
      'plate',
    );
  }
  expect(
    renderToStaticMarkup(<Card card={postCard({ picture: undefined })} shape="grid" pictures="plates" />),
  ).toContain('class="plate"');
  expect(renderToStaticMarkup(<Card card={postCard(small && { picture: small })} shape="grid" />)).toContain(
    'max-width:300px;max-height:200px',
  );
  expect(renderToStaticMarkup(<Card card={postCard()} shape="grid" />)).not.toContain('max-width');
});

test('a card requests the scripts that its page needs, however often its HTML is reused', () => {
  const card = postCard();
  const actsOf = (more: Partial<CardProps> = {}) =>
    renderActing(<Card card={card} shape="grid" {...more} />).acts.map(({ name, onPage }) => [name, onPage]);
  expect([actsOf(), actsOf()]).toEqual([[['lazy-image', true]], [['lazy-image', true]]]);
  expect([actsOf({ eager: true }), actsOf({ shape: 'text' })]).toEqual([[], []]);
  expect(actsOf({ ago: { word: 'ago', now: Date.UTC(2026, 10, 20) } })).toContainEqual(['time-ago', true]);
  expect(actsOf({ plays: { url: '/film/', label: 'Play' } })).toContainEqual(['video', true]);
});

test('the comment link is named by its visible number, also in translations that leave it out', () => {
  const named = (commentCount: number) =>
    /#comments" aria-label="([^"]*)"/.exec(
      renderToStaticMarkup(
        <DateScope value={{ ...plainDates, language: languageOf('ar') }}>
          <WordScope value={{ ...viewTexts, comment_count: 'none|one|a pair|%d of few|%d of many|%d' }}>
            <Card card={postCard({ commentCount })} shape="grid" />
          </WordScope>
        </DateScope>,
      ),
    )?.[1];
  expect([named(2), named(3)]).toEqual(['2: a pair', '3 of few']);
});

test('a hostile title is text', () => {
  const html = renderToStaticMarkup(
    <Card card={postCard({ title: hostileTitle, excerpt: hostileTitle })} shape="text" excerpt />,
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;&#x27;');
});

test('a post without a title is linked by its date, and one without a picture has a class for that', () => {
  const html = renderToStaticMarkup(
    <Card
      card={postCard({ title: '', picture: undefined, authors: [], category: undefined })}
      shape="grid"
    />,
  );
  expect(html).toContain(
    '<a href="/post-1/"><time dateTime="2026-11-17T00:00:00.000Z">November 17, 2026</time></a>',
  );
  expect(html).toContain('card-bare');
  expect(html).not.toContain('picture"');
});

test('the first picture of a page loads at once', () => {
  const { picture } = postCard();
  if (!picture) throw new Error('The card has no picture.');
  const html = renderToStaticMarkup(<Picture picture={picture} sizes="100vw" eager />);
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toContain('lazy');
  expect(
    renderToStaticMarkup(
      <Picture
        picture={{ ...picture, srcset: '', width: 0, height: 0, color: '' }}
        sizes="100vw"
        ratio="natural"
      />,
    ),
  ).toContain('picture-3x2');
});

test('[DATE-01] dates have English month names, full and short', () => {
  expect(formatDate(Date.UTC(2026, 0, 5))).toBe('January 5, 2026');
  expect(formatDate(Date.UTC(2026, 0, 5), 'short')).toBe('Jan 5, 2026');
});

test('[DATE-02] relative dates carry the configured word', () => {
  const now = Date.UTC(2026, 10, 20);
  expect(formatAgo(now - 3 * 3_600_000, now, 'ago')).toBe('3 hours ago');
  expect(formatAgo(now - 86_400_000, now, 'since')).toBe('1 day since');
  expect(formatAgo(now + 5000, now, 'ago')).toBe('1 minute ago');
  const html = renderToStaticMarkup(
    <Card card={postCard({ publishedAt: now - 3 * 3_600_000 })} shape="text" ago={{ word: 'ago', now }} />,
  );
  expect(html).toContain('data-ago="ago">3 hours ago</time>');
});

test('page windows show the ends, the neighbours and gaps only where a number is missing', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(1, 12)).toEqual([1, 2, 3, 4, 0, 12]);
  expect(pageWindow(6, 12)).toEqual([1, 0, 5, 6, 7, 0, 12]);
  expect(pageWindow(12, 12)).toEqual([1, 0, 9, 10, 11, 12]);
  expect(pageWindow(4, 6)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a narrow pager has at most five numbers and gaps, including the ends and the current one, and a gap for every omission', () => {
  const inRoom = (room: 'wide' | 'narrow', current: number, pages: number) =>
    pagerEntries(current, pages)
      .filter((entry) => (entry.room ?? room) === room)
      .map(({ page }) => page);
  expect(
    [
      [1, 12],
      [3, 12],
      [6, 12],
      [11, 12],
      [12, 12],
      [4, 7],
      [3, 5],
    ].map(([current = 0, pages = 0]) => inRoom('narrow', current, pages)),
  ).toEqual([
    [1, 2, 3, 0, 12],
    [1, 2, 3, 0, 12],
    [1, 0, 6, 0, 12],
    [1, 0, 10, 11, 12],
    [1, 0, 10, 11, 12],
    [1, 0, 4, 0, 7],
    [1, 2, 3, 4, 5],
  ]);
  for (let pages = 1; pages < 12; pages++) {
    for (let current = 1; current <= pages; current++) {
      expect(inRoom('wide', current, pages)).toEqual(pageWindow(current, pages));
      expect(inRoom('narrow', current, pages)).toEqual(pageWindow(current, pages, 0));
      expect(pageWindow(current, pages, 0).length).toBeLessThanOrEqual(5);
    }
  }
});

test('initials come from the first and the last word', () => {
  expect(initialsOf('Mira van Holt')).toBe('MH');
  expect(initialsOf('élodie')).toBe('É');
  expect(initialsOf('')).toBe('?');
  expect(
    [
      'Reader 10',
      'Reader 11',
      '4chan',
      'J. R. R. Tolkien',
      'Jean-Luc',
      'ann.other@mail.test',
      '李 小龙',
      '42',
    ].map(initialsOf),
  ).toEqual(['R', 'R', 'C', 'JT', 'JL', 'AT', '李小', '?']);
});
