import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readerTexts } from '../../languages/en.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { asTyped } from '../../lib/typography/typography.ts';
import { commentHtml } from './comment-html.server.ts';
import { block } from './block.ts';
import type { CommentFormData, PostCommentsData, ShownComment } from './data.ts';
import { View } from './view.tsx';

const comment = (id: number, depth: number): ShownComment => ({
  id,
  authorName: id === 1 ? hostileTitle : `Reader ${id}`,
  authorUrl: '',
  authorColor: 3,
  portrait: undefined,
  isPostAuthor: id === 2,
  isHeld: false,
  createdAt: 0,
  html: '<p>Words</p>',
  depth,
  replyUrl: `/post/?replytocom=${id}#respond`,
  reportUrl: id === 3 ? '' : `/report/${id}`,
  url: `/post/#comment-${id}`,
  userId: 0,
});

const data: PostCommentsData = {
  total: 3,
  comments: [comment(1, 0), comment(2, 1), comment(3, 40)],
  pings: [],
  form: undefined,
  closed: undefined,
  orders: undefined,
  logInUrl: undefined,
  levels: 5,
  path: '/post/',
  page: 1,
  pages: 1,
  older: undefined,
  newer: undefined,
  texts: { ...readerTexts },
};
const form: CommentFormData = {
  postId: 7,
  nameRequired: true,
  replyTo: undefined,
  cancelUrl: '/post/#respond',
  captcha: undefined,
  signedIn: undefined,
};
const show = (shown: PostCommentsData) =>
  renderToStaticMarkup(<View settings={block.settings.parse({})} data={shown} blockId="a" />);

test('shows replies below their parents, to the site’s depth', () => {
  const html = show(data);
  expect(html).toContain('<h2 class="section-title">3 comments</h2>');
  expect(html).toMatch(
    /<li class="comment depth-1" id="comment-1">.*<ol class="children"><li class="comment depth-2" id="comment-2">.*<ol class="children"><li class="comment depth-3" id="comment-3">/,
  );
  expect(show({ ...data, levels: 2 })).toMatch(
    /<li class="comment depth-2" id="comment-2">(?:(?!<ol).)*<\/li><li class="comment depth-2" id="comment-3">/,
  );
  expect(html).toMatch(/Reader 2<\/b><span class="comment-mark">Author<\/span>/);
  expect(html.match(/comment-mark/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
});

test('a comment has a report link if the site allows it, and one behaviour serves all of them', () => {
  const html = show(data);
  expect(html).toMatch(/<ol class="comment-list" data-late="comment-report" data-config="[^"]+">/);
  expect([...html.matchAll(/class="comment-report" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/report/1',
    '/report/2',
  ]);
  expect(html.match(/data-late/g)).toHaveLength(1);
  expect(show({ ...data, comments: [comment(3, 0)] })).not.toContain('data-late');
});

test("has the form with WordPress' names", () => {
  const html = show({ ...data, comments: [], form });
  for (const name of [
    'comment',
    'author',
    'email',
    'url',
    'comment_post_ID',
    'comment_parent',
    'wp-comment-cookies-consent',
  ]) {
    expect(html).toMatch(new RegExp(`<(?:input|textarea)[^>]* name="${name}"`));
  }
  expect(html).toMatch(/id="comment_post_ID" name="comment_post_ID" value="7"/);
  expect(html).toMatch(/id="comment_parent" name="comment_parent" value="0"/);
  expect(html).toContain('Be the first');
  const answering = show({ ...data, form: { ...form, replyTo: { id: 2, name: hostileTitle } } });
  expect(answering).toMatch(/id="comment_parent" name="comment_parent" value="2"/);
  expect(answering).not.toContain('<img');
  expect(answering).not.toContain('Be the first');
});

test('shows that a discussion is closed, and lists pingbacks separately', () => {
  const html = show({
    ...data,
    closed: 'Comments are closed.',
    pings: [
      { id: 9, title: hostileTitle, url: 'https://example.org/' },
      { id: 10, title: 'No link', url: '' },
    ],
  });
  expect(html).toMatch(
    /<\/ol><p class="comments-closed">Comments are closed.<\/p>.*Mentioned elsewhere.*<a href="https:\/\/example.org\/" rel="external nofollow ugc">&lt;img/,
  );
  expect(show({ ...data, comments: [], pings: [{ id: 9, title: 'Elsewhere', url: '' }] })).not.toContain(
    'section-title',
  );
});

test('a page that begins within a thread nests each reply below its parent if that is on the page', () => {
  const html = show({
    ...data,
    comments: [comment(7, 4), comment(8, 4), comment(9, 5), comment(10, 2), comment(11, 0)],
  });
  expect(
    [...html.matchAll(/class="comment depth-(\d)" id="comment-(\d+)"/g)].map(
      ([, depth, id]) => `${id}@${depth}`,
    ),
  ).toEqual(['7@1', '8@1', '9@2', '10@1', '11@1']);
  expect(
    [...html.matchAll(/class="(comment-level|visually-hidden)"> \(reply, level (\d)\)/g)].map(
      ([, look, level]) => `${look} ${level}`,
    ),
  ).toEqual(['comment-level 5', 'comment-level 5', 'visually-hidden 6', 'comment-level 3']);
});

test('long discussions link to their other pages, and pending comments are marked', () => {
  const html = show({
    ...data,
    comments: [{ ...comment(1, 0), isHeld: true, replyUrl: '' }],
    older: '/post/#comments',
    newer: '/post/comment-page-3/#comments',
  });
  expect(html).toMatch(
    /href="\/post\/#comments"[^>]*>Older comments<.*href="\/post\/comment-page-3\/#comments"[^>]*>Newer comments</,
  );
  expect(html).toContain('awaiting moderation');
  expect(html).not.toContain('comment-reply-link');
});

test('hostile input is harmless', () => {
  const html = commentHtml(
    'One\n\nTwo <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">link</a> <img src=x onerror=alert(1)> <b>bold</b> 1 < 2',
    { typography: asTyped, isRightToLeft: false, siteUrl: 'https://new.example', exporters: [] },
  );
  expect(html).toContain('<p>One</p>');
  expect(html).toContain('<b>bold</b>');
  for (const bad of ['script', 'onclick', '<img', 'onerror']) expect(html).not.toContain(bad);
});

test('rewrites a comment’s links to former URLs of the site, and leaves others alone', () => {
  const linked = (href: string) =>
    commentHtml(`<a href="${href}" rel="nofollow">a</a>`, {
      typography: asTyped,
      isRightToLeft: false,
      siteUrl: 'https://new.example',
      exporters: ['https://old.example/blog'],
    });
  expect(linked('http://www.old.example/blog/one/?a=1')).toContain('href="https://new.example/one/?a=1"');
  for (const other of [
    'https://old.example/else/',
    'https://old.example/blog/a.pdf',
    'https://far.example/blog/',
  ]) {
    expect(linked(other)).toContain(`"${other}"`);
  }
});
