import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const siteUrl = 'https://site.example';
const read = (markup: string) => readText(markup, siteUrl);
const names = (markup: string) => read(markup).pictures.map(({ name }) => name);

test('pictures without alternative text are named, decorative and invisible ones are not', () => {
  expect(
    names(`<!-- wp:image {"id":7} --><figure><img src="/a.jpg" alt="" class="wp-image-7"/></figure><!-- /wp:image -->
      <img src="/b.jpg?x=1"><IMG SRC='https://else.example/c%20d.png' ALT="  "><img src="/e.jpg" alt="&nbsp;">
      <img src="/bare.jpg" alt><img alt="" alt=" " src="/first.jpg"><img src="/data.jpg" data-alt="">
      <img src="/described.jpg" alt="A harbour"><img src="/own.jpg" role="presentation">
      <img src="/hidden.jpg" aria-hidden="true"><img src="/labelled.jpg" aria-label="A map">
      <img src="/pixel.gif" width="1" height="1"><img src="/smile.png" class="wp-smiley">
      <!-- <img src="/comment.jpg"> --><textarea><img src="/typed.jpg"></textarea>`),
  ).toEqual(['b.jpg', 'c d.png', 'e.jpg', 'data.jpg']);
  expect(read('<img class="size-full wp-image-12" src="/x.jpg">').pictures).toEqual([
    { mediaId: 12, usesLibrary: true, name: 'x.jpg' },
  ]);
});

test('links to this site are paths, each once; other sites, fragments and other schemes are left alone', () => {
  expect(
    read(`<a href="/one/">1</a><a href="https://site.example/two/?a=1&amp;b=2#part">2</a><a href="/one/">1</a>
      <a href="#notes">n</a><a href="mailto:a@b.example">m</a><a href="tel:1">t</a><a href="javascript:alert(1)">j</a>
      <a href="https://other.example/three/">3</a><a href="//other.example/four/">4</a><a name="x">no</a><a href="">e</a>
      <a href="http://[bad">b</a>`).links,
  ).toEqual(['/one/', '/two/?a=1&b=2']);
});

test('hostile and huge texts are read in bounds, and never throw', () => {
  const nested = '<div>'.repeat(50_000);
  for (const text of [
    '<img',
    '<img src="',
    '<a href=',
    '<img src=x alt',
    '<a href="/\0/">',
    '<a href="/%/">x</a>',
    `<img src="data:image/png;base64,${'A'.repeat(100_000)}">`,
    `${nested}<img src="/deep.jpg">`,
    '<'.repeat(200_000),
    '<a '.repeat(100_000),
    '\u202e<img src="/\u202egpj.exe">',
  ])
    expect(() => read(text)).not.toThrow();
  expect(names(`${nested}<img src="/deep.jpg">`)).toEqual(['deep.jpg']);
  expect(names(`<img src="data:image/png;base64,AAAA">`)).toEqual(['']);
  const many = Array.from({ length: 5000 }, (_, n) => `<a href="/p-${n}/">x</a>`).join('');
  expect(read(many).links).toHaveLength(100);
  expect(read(`<a href="/${'x'.repeat(5000)}/">x</a>`).links).toEqual([]);
  expect(names(`${'x'.repeat(2_000_001)}<img src="/late.jpg">`)).toEqual([]);
  expect(names(`<img src="/${'y'.repeat(1000)}.jpg">`)[0]).toHaveLength(200);
});
