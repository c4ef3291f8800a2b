import { expect, test } from 'vitest';
import { consentCategories, parseConsent, sameForAll, writeConsent } from './consent-categories.ts';

test('values stored before categories existed stand for all of them', () => {
  expect(parseConsent('1')).toEqual({ marketing: true, statistics: true, media: true });
  expect(parseConsent('0')).toEqual({ marketing: false, statistics: false, media: false });
  expect([writeConsent(sameForAll(true)), writeConsent(sameForAll(false))]).toEqual(['1', '0']);
});

test('every combination of answers is read as it was written', () => {
  const states = [true, false, undefined];
  for (const marketing of states)
    for (const statistics of states)
      for (const media of states) {
        const all = { marketing, statistics, media };
        const given = Object.fromEntries(
          consentCategories.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
        );
        const isAnswered = Object.keys(given).length > 0;
        expect(parseConsent(writeConsent(given))).toEqual(isAnswered ? given : undefined);
        // The script in the head, and pages without categories, read the first character.
        expect(writeConsent(given).startsWith('0')).toBe(marketing === false);
        expect(writeConsent(given).startsWith('1')).toBe(
          marketing === true && statistics === true && media === true,
        );
      }
});

test.each(['', '2', '11', '1yy', 'yyyy', 'yy', '---', 'y1y', '__proto__', 'YYY', 'yyy\n', '１', 'true'])(
  '%j is no answer',
  (value) => {
    expect(parseConsent(value)).toBeUndefined();
  },
);
