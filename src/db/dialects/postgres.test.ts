import { expect, test } from 'vitest';
import { StatementNames } from './postgres.ts';

test('inserts that are run again get a name of their own, nothing else does', () => {
  const names = new StatementNames();
  const [first, second] = ['insert into a values ($1)', 'insert into b values ($1)'];
  expect([first, second].map((text) => names.of(text))).toEqual([undefined, undefined]);
  expect([first, second, first].map((text) => names.of(text))).toEqual(['broadsheet_1', 'broadsheet_2', 'broadsheet_1']);
  for (const text of ['select 1', 'update a set b = 1', `insert into a values ${'($1), '.repeat(500)}`]) expect([names.of(text), names.of(text)]).toEqual([undefined, undefined]);
});

test('lists of many lengths do not fill the server', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 3000 }, (_, index) => `insert into a values (${index})`);
  const named = new Set<string | undefined>();
  for (const text of texts) for (let time = 0; time < 3; time++) named.add(names.of(text));
  expect(named.size).toBe(201); // 200 names and undefined
});
