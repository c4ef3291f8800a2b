import { expect, test } from 'vitest';
import { cutText, endOfWord, withEllipsis } from './cut-text.ts';

test('cuts a long text after a sentence where sentences fill most of the space, else after a word with an ellipsis', () => {
  expect(cutText('Short enough.', 40)).toBe('Short enough.');
  expect(cutText('The ferry was late again. Nobody was told why it had not left.', 40)).toBe(
    'The ferry was late again.',
  );
  expect(cutText('The ferry was late. Nobody had been told at all why it had not left.', 60)).toBe(
    'The ferry was late. Nobody had been told at all why it had…',
  );
  expect(cutText('He asked: “Why not?” Nobody knew of any answer that day.', 30)).toBe(
    'He asked: “Why not?”',
  );
  expect(cutText('It opened with Dr. Smith and his long speech about tides.', 24)).toBe(
    'It opened with Dr. Smith…',
  );
  expect(cutText('Es kostet z. B. 5 Euro in der ganzen Stadt, aber nicht hier.', 30)).toBe(
    'Es kostet z. B. 5 Euro in der…',
  );
  expect(cutText('One, two, three and four', 8)).toBe('One, two…');
});

test('a text that was already cut ends with a sentence, too, or unchanged', () => {
  expect(cutText('A first sentence. And then a second one that goes on and on…', 200)).toBe(
    'A first sentence. And then a second one that goes on and on…',
  );
  expect(cutText('A first sentence of this text. And half of a…', 60)).toBe('A first sentence of this text.');
});

test('cuts scripts without spaces between words, and counts their characters twice', () => {
  expect(cutText('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', 34)).toBe(
    '吾輩は猫である。名前はまだ無い。',
  );
  const thai = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน';
  const short = cutText(thai, 20).slice(0, -1);
  expect(thai.startsWith(short)).toBe(true);
  expect(
    [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(({ index }) => index),
  ).toContain(short.length);
  expect(cutText('القطة على السجادة. والكلب في الحديقة ينتظر صاحبه منذ الصباح', 30)).toBe(
    'القطة على السجادة.',
  );
});

test('cuts an endless word at the limit, between characters', () => {
  expect(cutText('a'.repeat(500), 20)).toBe(`${'a'.repeat(20)}…`);
  expect(cutText('😀'.repeat(500), 21).isWellFormed()).toBe(true);
  expect(endOfWord('𠮷'.repeat(300), 301) % 2).toBe(0);
});

test('a text that was already cut has one ellipsis after its last word, and none after a sentence', () => {
  const cut = [
    'No sooner than that.',
    'everyone still alive,',
    'and they said “no.”',
    '待つ。',
    'في انتظار.',
    'a word –',
    'cut before…',
    '一人で、',
  ];
  expect(cut.map((text) => withEllipsis(text))).toEqual([
    'No sooner than that.',
    'everyone still alive…',
    'and they said “no.”',
    '待つ。',
    'في انتظار.',
    'a word…',
    'cut before…',
    '一人で…',
  ]);
});
