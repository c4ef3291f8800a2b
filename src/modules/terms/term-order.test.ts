import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeTerm } from '../../../test/harness/factories.ts';
import { listTerms } from './reader.ts';
import type { TermListQuery } from './reader.ts';
import { byName } from './model.ts';
import { updateTerm } from './writer.ts';

/** In the order that both databases must return. */
const ordered = [
  '"Quoted"',
  '#news',
  '100 %',
  '1984',
  'Äbte',
  'abTei',
  'ABTEI',
  'Ærlig',
  'Eclair',
  'école',
  'ÉCOLE',
  'Ecology',
  'Œuvre',
  'Ｐaris',
  'paris 2',
  'STRASSE',
  'straße',
  'under_score',
  'Ønske',
  'zoo',
  'Žižek',
  'Ωmega',
  'Ёлка',
  'елки',
  'жук',
  'Яма',
  '日本',
  '👋 hello',
];

onBothDatabases('the order of terms', (get) => {
  const list = async (query: Partial<TermListQuery> = {}) =>
    (await listTerms(get().read, { taxonomy: 'category', limit: 100, ...query })).terms;
  const names = async (query: Partial<TermListQuery> = {}) => (await list(query)).map(({ name }) => name);

  test('is that of their names without case and accents, in both directions, and the same for terms read by id', async () => {
    const made = ordered.toReversed();
    await get().write(async (tx) => {
      for (const [index, name] of made.entries()) await makeTerm(tx, { name, slug: `t${index}` });
    });
    const terms = await list();
    expect(terms.map(({ name }) => name)).toEqual([
      '"Quoted"',
      '#news',
      '100 %',
      '1984',
      'Äbte',
      'ABTEI',
      'abTei',
      'Ærlig',
      'Eclair',
      'ÉCOLE',
      'école',
      'Ecology',
      'Œuvre',
      'Ønske',
      'Ｐaris',
      'paris 2',
      'straße',
      'STRASSE',
      'under_score',
      'Žižek',
      'zoo',
      'Ωmega',
      'Ёлка',
      'елки',
      'жук',
      'Яма',
      '日本',
      '👋 hello',
    ]);
    expect(await list({ descending: true })).toEqual(terms.toReversed());
    expect(terms.toReversed().toSorted(byName)).toEqual(terms);
    expect(await names({ limit: 3, offset: 9 })).toEqual(['ÉCOLE', 'école', 'Ecology']);
  });

  test('follows changed names, and no other change', async () => {
    const id = await get().write((tx) => makeTerm(tx, { taxonomy: 'post_tag', name: 'aaa' }));
    await get().write((tx) => makeTerm(tx, { taxonomy: 'post_tag', name: 'Mmm' }));
    await get().write((tx) => updateTerm(tx, id, { description: 'z' }));
    expect(await names({ taxonomy: 'post_tag' })).toEqual(['aaa', 'Mmm']);
    await get().write((tx) => updateTerm(tx, id, { name: 'Zzz' }));
    expect(await names({ taxonomy: 'post_tag' })).toEqual(['Mmm', 'Zzz']);
  });

  test('handles the longest names, of any characters', async () => {
    const odd = [
      'é'.repeat(6000),
      '\u{1f44b}'.repeat(3000),
      `x${'\u{1f44b}'.repeat(3000)}`,
      '\u0301'.repeat(400),
      'ﷺ'.repeat(500),
      `'";--\\%_`,
    ];
    for (const [index, name] of odd.entries()) {
      const id = await get().write((tx) => makeTerm(tx, { taxonomy: 'odd', name, slug: `odd-${index}` }));
      expect(await list({ taxonomy: 'odd', ids: [id] })).toMatchObject([{ name }]);
    }
  });

  test('search finds parts of names and slugs without case and accents, and pattern characters are literal', async () => {
    await get().write(async (tx) => {
      for (const [name, slug] of [
        ['Crème brûlée', 'Pudding'],
        ['100 % wool', 'wool'],
        ['under_line', 'ul'],
        ['Back\\slash', 'bs'],
        ['Straße', 'weg'],
      ] as const) {
        await makeTerm(tx, { taxonomy: 'food', name, slug });
      }
    });
    const cases: [string, string[]][] = [
      ['creme', ['Crème brûlée']],
      ['BRÛL', ['Crème brûlée']],
      ['udd', ['Crème brûlée']],
      ['PUDDING', ['Crème brûlée']],
      ['%', ['100 % wool']],
      ['_', ['under_line']],
      ['\\', ['Back\\slash']],
      ['strasse', ['Straße']],
      [`' or 1=1 --`, []],
      ['x'.repeat(500), []],
      ['c%e', []],
      ['u_der', []],
      ['\u0301', ['100 % wool', 'Back\\slash', 'Crème brûlée', 'Straße', 'under_line']],
    ];
    for (const [search, found] of cases)
      expect([search, await names({ taxonomy: 'food', search })]).toEqual([search, found]);
  });
});
