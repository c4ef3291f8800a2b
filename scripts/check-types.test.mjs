import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkTypes, typesIn } from './check-types.mjs';

test('no part of the site knows a type or taxonomy by name but those that must', () => {
  expect(checkTypes(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

test('a type is known by name once it is among ours', () => {
  const line =
    "if (post.type === 'zeugma') go(sql`select 1 from post where type = 'zeugma'`, 'list:zeugma');";
  expect([typesIn(line, 'ts'), typesIn(line, 'ts', ['post', 'zeugma'])]).toEqual([[], [1]]);
  expect(typesIn("if (post.type === 'wp_navigation') go();", 'ts')).toEqual([1]);
});

test.each([
  "if (post.type === 'page') go();",
  "const isTag = term?.taxonomy !== 'post_tag';",
  "list({ type: 'attachment' });",
  "const f = ({ type = 'post' }) => type;",
  "find(slug, ['post']);",
  "const mixed = ['home', 'post_tag'];",
  "const paths = { category: 'categories', post_tag: 'tags' };",
  "const words = { '': 'all', post: 'posts', page: 'pages' };",
  "import { articleType } from '../modules/types/names.ts'; const words = { '': 'all', [articleType]: 'posts', product: 'products' };",
  "const one = { post_tag: 'tags' };",
  "const own = capabilityOf('post', 'edit');",
  "const first = ['post', 'page'];",
  "users({ authorsOf: 'post' });",
  "sql`select 1 from post where type || '' = 'post'`;",
  "tag('list:post');",
  "selectFrom('post').where('type', '=', 'attachment');",
  "rows.where('post.type', 'in', ['page', other]);",
  "eb('owner.type', '<>', 'page');",
  "const input = { type: z.string().refine((name) => name !== 'attachment', 'no such type') };",
  "const input = { type: z.string().default('post') };",
  "const kind = { taxonomy: tags ? 'post_tag' : 'category' };",
  "if (types.includes('post')) go();",
  "if (type.name === 'page') go();",
  "const isSection = found.taxonomy.name !== 'category';",
  "open(typeName ?? 'post');",
  "switch (post.type) { case 'page': go(); }",
  "if ('page' === post.type) go();",
  'sql`select 1 from post where "post"."type" in (\'page\', \'post\')`;',
  "sql`select 1 from post where type <> 'page'`;",
  "sql`select 1 from term where taxonomy not in ('x', 'category')`;",
  "if (post.type.startsWith('page')) go();",
  "ids.term('category', id);",
  'const isTag = /^(?:tag|post_tag)$/.test(kind);',
  'if (/^(?:post|page)$/.test(kind)) go();',
  "if (['page', name].includes(post.type)) go();",
  "if (new Set(['page', name]).has(type.name)) go();",
  "if (new Set(['category']).has(term.taxonomy)) go();",
])('%s names one', (line) => {
  expect(typesIn(line, 'ts')).toEqual([1]);
});

test.each([
  "selectFrom('post').where('type', '=', type);",
  "if (resolution.type === 'page') go();",
  "if (found.resolution.type !== 'page') go();",
  "const kinds = ['home', 'page', 'category'];",
  'const row = { post: 7 };',
  "const place = { post: 7, page: 2, order: 'asc' };",
  "if (page.kind === 'attachment') go();",
  'postTypeNamed(post.type).isArticle;',
  "rows.where('template.kind', '=', 'page');",
  "rows.where('type', '=', articleType);",
  'const input = { type: z.string().default(articleType) };',
  "if (name === 'page') go();",
  "if (block.name === 'page') go();",
  'tag(`list:${articleType}`);',
  "import { articleType } from '../modules/types/names.ts'; const words = { [articleType]: 'posts', product: 'products', order: 'asc' };",
  "element('category', name);",
  'if (/\\bpage\\b|home/.test(path)) go();',
  "switch (resolution.type) { case 'page': go(); }",
  "if ('page' === found.resolution.type) go();",
  "switch (page.kind) { case 'page': go(); }",
  'if (kinds.includes(page.kind)) go();',
  "type Kind = { type: 'page' };",
])('%s names no table', (line) => {
  expect(typesIn(line, 'ts')).toEqual([]);
});
