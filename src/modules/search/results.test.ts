import { expect, test } from 'vitest';
import { passageOf } from './results.ts';
import { parseSearch } from './query.ts';

const filler = 'words that no query contains are here in a row to fill the lines ';

test('shows the words in their sentence, where most of them are close together', () => {
  const text = `${filler.repeat(20)}a comet alone, ${filler.repeat(20)}then the comet and its tail, ${filler.repeat(20)}`;
  const passage = passageOf(text, parseSearch('comet tail'));
  expect(passage).toMatch(/^…[a-z].* then the comet and its tail, .*…$/);
  expect(passage?.length).toBeLessThan(270);
  expect(passageOf('A comet.', parseSearch('comet'))).toBe('A comet.');
  expect(passageOf(`The comet ${filler.repeat(10)}`, parseSearch('comet'))).toMatch(/^The comet .*…$/);
});

test('has no snippet without a matching word', () => {
  expect(passageOf(filler, parseSearch('comet'))).toBeUndefined();
  expect(passageOf('', parseSearch('comet'))).toBeUndefined();
  expect(passageOf('comet', [])).toBeUndefined();
});

test('handles scripts without spaces and texts of any size', () => {
  expect(passageOf(`${'山'.repeat(1000)}東京都${'川'.repeat(1000)}`, parseSearch('東京'))).toContain(
    '東京都',
  );
  expect(passageOf(`${'山'.repeat(1000)}。首都は東京都${'川'.repeat(1000)}`, parseSearch('東京'))).toMatch(
    /^…首都は東京都川/,
  );
  expect(passageOf(`${'山'.repeat(1000)}東京都${'川'.repeat(1000)}`, parseSearch('東京'))).toMatch(
    /^…山{60}東京都川/,
  );
  for (const odd of ['', '山'])
    expect(passageOf(`${odd}${'😀'.repeat(500)}東京都`, parseSearch('東京'))).not.toContain('\ufffd');
  for (const odd of ['', 'a'])
    expect(passageOf(`東京${odd}${'😀'.repeat(500)}`, parseSearch('東京'))).not.toContain('\ufffd');
  expect(passageOf('comet '.repeat(200_000), parseSearch('comet'))?.length).toBeLessThan(270);
  expect(passageOf(`comet ${'😀'.repeat(500)}`, parseSearch('comet'))).not.toMatch(
    /[\ud800-\udbff](?![\udc00-\udfff])/,
  );
});

test('a snippet that ends with a sentence has no ellipsis, and no ellipsis follows a comma', () => {
  const ended = passageOf(`The comet came. ${'It went on. '.repeat(40)}`, parseSearch('comet'));
  expect(ended).toMatch(/^The comet came\. .*(?:on\.|[a-zI]+…)$/);
  expect(passageOf(`彗星が来た。${'人は待つ。'.repeat(60)}`, parseSearch('彗星'))).toMatch(/[^。]…$|。$/);
  expect(passageOf(`The comet ${'and, '.repeat(80)}`, parseSearch('comet'))).toMatch(/and…$/);
});
