import { expect, test } from 'vitest';
import { readPageDetails } from './page-details.ts';

const url = 'https://news.example/2026/story';
const read = (html: string) => readPageDetails(html, url);
const empty = { title: '', description: '', icon: '', image: '' };

test('reads title, description, icon and image from the head of a page', () => {
  expect(
    read(`<!doctype html><html><head><meta charset="utf-8"><title>
    Harbour &amp; <b>sea</b>&nbsp;news</title><meta name=description content='All&#39;s well'><link rel="shortcut icon" href="/favicon.ico">
    <link rel="icon" href="/second.ico"><meta property="og:image" content="../lead.jpg"></head><body><title>Second</title></body>`),
  ).toEqual({
    title: 'Harbour & <b>sea</b> news',
    description: "All's well",
    icon: 'https://news.example/favicon.ico',
    image: 'https://news.example/lead.jpg',
  });
  expect(
    read(
      '<title>A</title><meta property="og:description" content="Shared"><meta property="og:image:url" content="//cdn.example/a.png">',
    ),
  ).toEqual({ ...empty, title: 'A', description: 'Shared', image: 'https://cdn.example/a.png' });
});

test('ignores contents of scripts, comments and the body', () => {
  const title = '<title>no</title>';
  expect(
    read(`<script>"${title}"</script><style>${title}</style><!-- ${title} --><noscript>${title}</noscript>`),
  ).toEqual(empty);
  expect(read('<head></head><title>no</title><meta name="description" content="no">')).toEqual(empty);
  expect(read('<head><body><title>no</title><link rel="icon" href="/no.ico">')).toEqual(empty);
  expect(read('plain text, <title')).toEqual(empty);
});

test('leaves out unsafe URLs, and limits every length', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'https://[',
    ' ',
    `/${'x'.repeat(5000)}`,
  ]) {
    const details = read(
      `<link rel="icon" href="${address}"><meta property="og:image" content="${address}">`,
    );
    expect([address.slice(0, 30), details]).toEqual([address.slice(0, 30), empty]);
  }
  expect(
    read(`<title>${'x'.repeat(100_000)}</title><meta name="description" content="${'y'.repeat(5000)}">`),
  ).toEqual({ ...empty, title: 'x'.repeat(1000), description: 'y'.repeat(1000) });
  expect(read(`${'<div>'.repeat(40_000)}<title>late</title>`)).toEqual(empty);
  expect(read(`<title>${'a&'.repeat(90_000)}`).title).toHaveLength(1000);
});
