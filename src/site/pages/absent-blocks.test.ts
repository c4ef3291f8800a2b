import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { renderDocument } from './render-document.ts';

const names = readdirSync(new URL('../../blocks/', import.meta.url))
  .map((folder) => `broadsheet/${folder}`)
  .filter((name) => findBlock(name)?.load !== undefined);

onBothDatabases('on an empty site', (get) => {
  test('a block whose loader returns nothing renders nothing, and its styles are not sent', async () => {
    expect(names.length).toBeGreaterThan(40);
    const site = pageSite(get());
    const shown: string[] = [];
    for (const name of names) {
      const render = await site.begin({ ...homePage, title: '' });
      const html = await renderDocument(site.documents.template(`<!-- wp:${name} /-->`, name), name, render);
      expect([name, render.blocks.has(name)]).toEqual([name, html !== undefined]);
      if (html !== undefined) shown.push(name);
    }
    expect(shown).toEqual(expect.arrayContaining(['broadsheet/archive-loop', 'broadsheet/site-title']));
    expect(site.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
