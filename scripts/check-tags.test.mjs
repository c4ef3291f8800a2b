import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeUses, documentedUses, idleTags, tagsIn, undeclaredTags } from './check-tags.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// `npm run check` verifies that each of our tags is emitted and received.
test('the tags of a module are found', () => {
  expect(tagsIn(readFileSync(`${root}/src/modules/content/tags.ts`, 'utf8'))).toEqual(
    expect.arrayContaining([
      'post:',
      'list:',
      'list:author:',
      'list:comments',
      'menus',
      'jobs:',
      'assignment:',
    ]),
  );
  expect(tagsIn(readFileSync(`${root}/src/kernel/db/invalidation.ts`, 'utf8'))).toEqual(['*']);
});

test('a tag without an emitter or a listener is reported', () => {
  const idle = (...texts) =>
    idleTags(
      ['post:', 'list:', 'list:author:', 'menus'],
      texts.map((text) => ({ text, lang: 'ts' })),
    ).map((line) => line.replace(/^.*: no module/, ''));
  const all =
    'tx.emit(`post:${id}`); tx.emit(`list:${type}`, "remove"); emit(`list:author:${id}`); tx.emit("menus");';
  expect(
    idle(
      all,
      'tag(`post:${id}`); const tags = [`list:${type}`, "list:author:1"]; if (one.tag === "menus") forget();',
    ),
  ).toEqual([]);
  expect(idle(all, 'tag(`post:${id}`); tag("menus"); tag("list:post");')).toEqual([
    ' listens for "list:author:".',
  ]);
  const others =
    'type A = Pick<B, "menus">; lockName("menus"); counter(`post:${id}:views`); ' +
    'const ledgerKey = (id) => `post:${id}`; totals.get(`post:${JSON.stringify(filter)}`, count);';
  expect(idle(all, `${others} tag("list:author:1"); tag("list:post");`)).toEqual([
    ' listens for "post:".',
    ' listens for "menus".',
  ]);
  expect(
    idle(
      all.replace('tx.emit("menus");', ''),
      'tag(`post:${id}`); tag("menus"); tag(`list:author:${id}`); tag("list:post"); const a = `${kind}:menus`, b = "menus of the site";',
    ),
  ).toEqual([' emits "menus".']);
});

test("a tag of an undeclared kind is reported, though the type checker accepts it as a type's name", () => {
  const found = (text) =>
    undeclaredTags(['post:', 'list:', 'list:author:', 'list:comments'], [{ file: 'a.ts', text, lang: 'ts' }]);
  expect(found('tag(`list:auhtor:${id}`);')).toEqual([
    'a.ts names the tag "list:auhtor:", of a kind that src/modules/content/tags.ts does not declare.',
  ]);
  expect(found('tag("list:trem:5");')).toHaveLength(1);
  expect(
    found(
      'tag(`list:${type}`); tag(`list:author:${id}`); tag("list:post"); tag("list:comments"); tag(`post:${id}`);',
    ),
  ).toEqual([]);
});

test('`*`, which databases emit themselves, is emitted and listened to like other tags; other asterisks are not tags', () => {
  const usesOfStar = (...sources) =>
    describeUses(
      ['*'],
      sources.map(([file, text]) => ({ file, text, lang: 'ts' })),
    ).get('*');
  const others =
    'const type = "*"; headers.get("*"); if (header === "*") stop(); frame.postMessage(text, "*"); const named = { tag: "div", name: "*" };';
  expect(usesOfStar(['src/site/a.ts', others])).toBe('Emitted by no module. Heard by no module.');
  expect(
    usesOfStar(
      ['src/kernel/db/watch.ts', 'const unsure: Emission = { tag: "*", urgency: "change" };'],
      ['src/modules/backup/a.ts', 'tx.emit("*", "remove");'],
      [
        'src/modules/terms/cache.ts',
        'if (emissions.some(({ tag }) => tag.startsWith("term:") || tag === "*")) forget();',
      ],
      ['src/site/cache/store.ts', 'if (emission.tag === "*") clear();'],
    ),
  ).toBe('Emitted by kernel/db, modules/backup. Heard by modules/terms, site/cache.');
  expect(idleTags(['*'], [{ text: 'tx.emit("*");', lang: 'ts' }])).toEqual([
    'src/kernel/db/invalidation.ts: no module listens for "*".',
  ]);
  expect(
    documentedUses("/** All. Emitted by kernel/db. Heard by site/pages. */\n  everything: '*';"),
  ).toEqual([{ tag: '*', documented: 'Emitted by kernel/db. Heard by site/pages.' }]);
});

test('a tag’s comment names its emitters and listeners; look-alike words don’t count', () => {
  const comment = ['/**', ' * Any menu.', ' * Emitted by modules/menus. Heard by', ' * site/pages.', ' */'];
  const text = [...comment, "  menus: 'menus';", '/** A post. */', '  post: `post:${number}`;'].join('\n');
  expect(documentedUses(text)).toEqual([
    { tag: 'menus', documented: 'Emitted by modules/menus. Heard by site/pages.' },
    { tag: 'post:', documented: undefined },
  ]);
  const sources = [
    ['src/modules/menus/store.ts', 'tx.emit("menus"); const words = ["menus"]; names.has("menus");'],
    ['src/site/rest/a.ts', 'read("menus")'],
    ['src/site/pages/page.ts', 'context.tag("menus"); new Map([["menus", "primary"]]);'],
  ].map(([file, code]) => ({ file, text: code, lang: 'ts' }));
  expect(describeUses(['menus'], sources).get('menus')).toBe(
    'Emitted by modules/menus. Heard by site/pages.',
  );
});
