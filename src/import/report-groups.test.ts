import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { wxr } from '../../test/fixtures/wxr.ts';
import { importFiles, importWxr } from './import-wxr.ts';
import { reportGroups } from './report-groups.ts';

onBothDatabases('groups of the report', (get) => {
  test('[IMP-31] every entry links to its editor and page here, under its new id', async () => {
    async function* pieces() {
      yield wxr([
        { id: 101, slug: 'first', title: 'First', status: 'acme-odd' },
        { id: 102, slug: 'second', title: 'Second', parent: 999, type: 'page' },
        { id: 103, type: 'oembed_cache', title: 'Cached' },
        {
          id: 104,
          type: 'attachment',
          status: 'inherit',
          title: 'Lake\u202e',
          attachmentUrl: 'https://old.example/wp-content/uploads/2026/01/lake.jpg',
        },
        { id: 105, slug: 'third', title: 'Third', content: '[acme_slider id="3"]' },
      ]);
    }
    const report = await importWxr(get(), pieces(), {
      lookForUnknown: () => ({
        blocks: new Map(),
        shortcodes: new Map([['acme_slider', 1]]),
        bracketed: new Map(),
        parts: new Map(),
      }),
    });
    const groups = new Map<string, { title: string; edit: string; view: string; message: string }[]>();
    for (const { name, entries } of reportGroups(get(), report)) {
      const listed = [];
      for await (const entry of entries) listed.push(entry);
      groups.set(name, listed);
    }
    const linksOf = (group: string, title: string) => {
      const found = groups.get(group)?.find((entry) => entry.title === title);
      return found && [found.edit, found.view];
    };
    expect(linksOf('changed', 'First')).toEqual(['/wp-admin/post.php?post=101&action=edit', '']);
    expect(linksOf('changed', 'Second')).toEqual(['/wp-admin/post.php?post=102&action=edit', '/?p=102']);
    expect(linksOf('dropped', 'Cached')).toEqual(['', '']);
    // Marks that turn the direction of the text around it are removed.
    expect(linksOf('files', 'Lake')).toEqual(['/wp-admin/upload.php?item=104', '']);
    expect(groups.get('unknown-shortcodes')).toEqual([
      expect.objectContaining({ title: 'acme_slider', message: expect.stringMatching(/uses in \d+ items/) }),
    ]);
    const names = [...groups.keys()];
    expect(new Set(names).size).toBe(names.length);
  });

  test('[IMP-31] of two sites with the same ids, each entry links to its own item, or to none', async () => {
    const site = (url: string, title: string) =>
      wxr(
        [
          { id: 201, slug: `post-${title}`, title, status: 'acme-odd' },
          { id: 202, slug: `same-${title}`, title: 'Same', status: 'acme-odd' },
        ],
        { url },
      );
    const texts = [site('https://one.example', 'one'), site('https://two.example', 'two')];
    const report = await importFiles(
      get(),
      texts.map((text, at) => ({
        name: `${at}.xml`,
        open: async function* () {
          yield text;
        },
      })),
    );
    const links = new Map<string, string[]>();
    for (const { name, entries } of reportGroups(get(), report))
      if (name === 'changed')
        for await (const { title, edit } of entries) links.set(title, [...(links.get(title) ?? []), edit]);
    const idOf = async (slug: string) =>
      (await get().read.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirstOrThrow())
        .id;
    for (const title of ['one', 'two'])
      expect(links.get(title)).toContain(
        `/wp-admin/post.php?post=${await idOf(`post-${title}`)}&action=edit`,
      );
    expect(new Set(links.get('Same'))).toEqual(new Set(['']));
  });
});
