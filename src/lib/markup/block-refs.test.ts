import { expect, test } from 'vitest';
import { namedPosts, renameIds } from './block-refs.ts';

const ids = { post: (id: number) => id + 100, term: (_taxonomy: string, id: number) => id + 1000 };
const query = (attributes: string) =>
  `<!-- wp:query {"query":${attributes}} --><div></div><!-- /wp:query -->`;

test('names the terms of a list by taxonomy, or below include and exclude', () => {
  expect(renameIds(query('{"taxQuery":{"category":[1]},"parents":[2]}'), ids)).toContain(
    '{"query":{"taxQuery":{"category":[1001]},"parents":[102]}}',
  );
  expect(
    renameIds(query('{"taxQuery":{"include":{"category":[1]},"exclude":{"post_tag":["2"]}}}'), ids),
  ).toContain('{"taxQuery":{"include":{"category":[1001]},"exclude":{"post_tag":[1002]}}}');
});

test('attributes nested to any depth name nothing, and don’t throw', () => {
  const deep = query(`${'{"taxQuery":'.repeat(30_000)}1${'}'.repeat(30_000)}`);
  expect(renameIds(deep, ids)).toBe(deep);
  expect(namedPosts(deep).size).toBe(0);
});
