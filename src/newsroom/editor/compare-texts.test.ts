import { expect, test } from 'vitest';
import { compareTexts, withOlderBlock } from './compare-texts.ts';

const block = (text: string, name = 'paragraph') =>
  `<!-- wp:${name} -->\n<p>${text}</p>\n<!-- /wp:${name} -->`;
const kinds = (older: string, newer: string) =>
  compareTexts(older, newer).map(({ kind, name }) => `${kind} ${name}`);

test('[IMP-02] blocks are the same, changed, added or removed, in document order; the newer slices add up to the newer text', () => {
  const older = [
    block('one two three four'),
    block('gone for good'),
    block('stays'),
    block('Head', 'heading'),
  ].join('\n\n');
  const newer = [
    block('one two three five'),
    block('stays'),
    block('quite new words'),
    block('Head', 'heading'),
  ].join('\n\n\n');
  expect(kinds(older, newer)).toEqual([
    'changed core/paragraph',
    'removed core/paragraph',
    'same core/paragraph',
    'added core/paragraph',
    'same core/heading',
  ]);
  expect(
    compareTexts(older, newer)
      .map((change) => change.newer)
      .join(''),
  ).toBe(newer);
  expect(kinds('', newer).every((kind) => kind.startsWith('added'))).toBe(true);
  expect(kinds(older, '').every((kind) => kind.startsWith('removed'))).toBe(true);
  expect(kinds('classic <b>words</b>', 'classic words')).toEqual(['changed ']);
  expect(kinds(older, older).every((kind) => kind.startsWith('same'))).toBe(true);
});

test('[IMP-02] restoring block after block yields the older text', () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
  for (let seed = 1; seed <= 200; seed++) {
    let state = seed;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const older = Array.from({ length: random(6) }, () =>
      block(Array.from({ length: 1 + random(4) }, () => words[random(6)]).join(' ')),
    );
    const newer = older.flatMap((slice) =>
      random(4) === 0
        ? []
        : random(3) === 0
          ? [slice, block(`${words[random(6)]} added`)]
          : random(3) === 0
            ? [slice.replace('alpha', 'omega')]
            : [slice],
    );
    let text = newer.join('\n\n');
    const target = older.join('\n\n');
    for (let step = 0; step < 40; step++) {
      const changes = compareTexts(target, text);
      const index = changes.findIndex(({ kind }) => kind !== 'same');
      if (index === -1) break;
      text = withOlderBlock(changes, index);
    }
    expect([seed, text]).toEqual([seed, target]);
  }
});
