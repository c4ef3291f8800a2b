import { expect, test } from 'vitest';
import { builtInTemplates } from './built-in-templates.ts';

test('a ranking of one post is no ranking', () => {
  const rankings = Object.values(builtInTemplates).flatMap(
    (markup) => markup.match(/\{"style":"ranks"[^}]*\}/g) ?? [],
  );
  expect(rankings.length).toBeGreaterThan(3);
  for (const settings of rankings)
    expect((JSON.parse(settings) as { readonly min_posts?: number }).min_posts, settings).toBeGreaterThan(1);
});
