import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assignTemplateGlobally,
  assignTemplateToItem,
  clearTemplateAssignment,
} from '../../src/modules/templates/assign.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
};
const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`;
const part = (slug: string) => `<!-- wp:template-part {"slug":"${slug}"} /-->`;
/** Maximum nesting of documents; the template is the first. */
const levels = 8;

onDrawnDatabase('pages with a broken template', (_get, place) => {
  let site: ServedSite;
  const ids = { story: 0, other: 0, own: 0, next: 0, small: 0, loop: 0, header: 0, ownHeader: 0 };
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => site.database.write(work);
  const said = ['Own layout', 'Next layout', 'Small layout', 'Own header', 'Site header'];
  /** The page on a desktop and on a phone. */
  const shown = async (path = '/a-story/') =>
    Promise.all(
      [{}, phone].map(async (headers) => {
        const { status, body } = await rawRequest(site.url, path, { headers });
        return [status, ...said.filter((words) => body.includes(words))].join(' ');
      }),
    );
  const both = (words: string) => [words, words];
  const content = (id: number, markup: string) => write((tx) => updateTemplate(tx, id, { content: markup }));

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      ids.story = await makePost(tx, { title: 'A story', slug: 'a-story' });
      ids.other = await makePost(tx, { title: 'Another', slug: 'another' });
      for (let n = 1; n <= levels; n++) {
        const inner = n === 1 ? text('Deepest') : part(`level-${n - 1}`);
        await makePost(tx, { type: 'wp_template_part', slug: `level-${n}`, content: inner });
      }
      ids.loop = await makePost(tx, { type: 'wp_template_part', slug: 'ring-a', content: part('ring-b') });
      await makePost(tx, { type: 'wp_template_part', slug: 'ring-b', content: part('ring-a') });
      ids.own = await createTemplate(tx, { type: 'single', title: 'Own', content: text('Own layout') });
      ids.next = await createTemplate(tx, { type: 'single', title: 'Next', content: text('Next layout') });
      ids.small = await createTemplate(tx, {
        type: 'single',
        title: 'Small',
        isMobile: true,
        content: text('Small layout'),
      });
      ids.header = await createTemplate(tx, { type: 'header', title: 'Head', content: text('Site header') });
      ids.ownHeader = await createTemplate(tx, {
        type: 'header',
        title: 'Own head',
        content: text('Own header'),
      });
      await assignTemplateGlobally(tx, 'single', ids.next);
      await assignTemplateToItem(tx, 'single', ids.story, ids.own);
    });
  });
  afterAll(() => site.close());

  test('[TPL-23] however one is broken, the page uses the next one, and returns to it once repaired', async () => {
    const faults: readonly (readonly [string, string])[] = [
      ['eight levels below it', part(`level-${levels}`)],
      ['parts that hold each other', part('ring-a')],
      ['an unknown block', '<!-- wp:nobody/knows /-->'],
      ['an unknown block around others', '<!-- wp:nobody/knows --><p>x</p><!-- /wp:nobody/knows -->'],
      ['a row that is not closed', '<!-- wp:broadsheet/row -->'],
      ['what was never opened', '<!-- /wp:broadsheet/row -->'],
      ['invalid attributes', '<!-- wp:broadsheet/row {"gap": -->'],
      ['blocks without an end', '<!-- wp:broadsheet/row -->'.repeat(3000)],
    ];
    for (const [way, markup] of faults) {
      expect([way, await shown()]).toEqual([way, both('200 Own layout')]);
      await content(ids.own, text('Own layout') + markup);
      expect([way, await shown()]).toEqual([way, both('200 Next layout')]);
      expect([way, await shown('/another/')]).toEqual([way, both('200 Next layout')]);
      await content(ids.own, text('Own layout'));
    }
    // One level less is valid, and a repaired part fixes the template.
    await content(ids.own, text('Own layout') + part(`level-${levels - 1}`));
    expect(await shown()).toEqual(both('200 Own layout'));
    await content(ids.own, text('Own layout') + part('ring-a'));
    expect(await shown()).toEqual(both('200 Next layout'));
    await write(async (tx) => {
      await tx.db
        .updateTable('post')
        .set((eb) => ({ content: text('Mended'), revision: eb('revision', '+', 1) }))
        .where('id', '=', ids.loop)
        .execute();
      tx.emit(`post:${ids.loop}`);
    });
    expect(await shown()).toEqual(both('200 Own layout'));
    await write(async (tx) => {
      await tx.db
        .updateTable('post')
        .set((eb) => ({ content: part('ring-b'), revision: eb('revision', '+', 1) }))
        .where('id', '=', ids.loop)
        .execute();
      tx.emit(`post:${ids.loop}`);
    });
    await content(ids.own, text('Own layout'));
  });

  test('renamed it stays, deleted the next one serves; where all of them are broken, the theme’s own', async () => {
    await write((tx) => updateTemplate(tx, ids.own, { title: '<script>' }));
    expect(await shown()).toEqual(both('200 Own layout'));
    const gone = await write(async (tx) => {
      const id = await createTemplate(tx, { type: 'single', title: 'Gone', content: text('Own layout') });
      await assignTemplateToItem(tx, 'single', ids.other, id);
      return id;
    });
    expect(await shown('/another/')).toEqual(both('200 Own layout'));
    await write((tx) => deleteTemplate(tx, gone));
    expect(await shown('/another/')).toEqual(both('200 Next layout'));
    for (const id of [ids.own, ids.next]) await content(id, `${text('Broken')}${part('ring-a')}`);
    for (const path of ['/a-story/', '/another/']) expect(await shown(path)).toEqual(both('200'));
    await content(ids.own, text('Own layout'));
    await content(ids.next, text('Next layout'));
  });

  test('on phones: a broken variant falls back to the desktop one, and a self-nesting header is replaced separately', async () => {
    await write((tx) => updateTemplate(tx, ids.own, { mobileTemplateId: ids.small }));
    expect(await shown()).toEqual(['200 Own layout', '200 Small layout']);
    for (const markup of [
      part(`level-${levels}`),
      part('ring-a'),
      '<!-- wp:nobody/knows /-->',
      '<!-- wp:broadsheet/row -->',
    ]) {
      await content(ids.small, text('Small layout') + markup);
      expect([markup, await shown()]).toEqual([markup, both('200 Own layout')]);
      // A broken template keeps its phone variant.
      await content(ids.small, text('Small layout'));
      await content(ids.own, text('Own layout') + markup);
      expect([markup, await shown()]).toEqual([markup, ['200 Next layout', '200 Small layout']]);
      await content(ids.own, text('Own layout'));
    }

    await write(async (tx) => {
      await assignTemplateGlobally(tx, 'header', ids.header);
      await updateTemplate(tx, ids.own, { headerId: ids.ownHeader });
    });
    expect(await shown()).toEqual(['200 Own layout Own header', '200 Small layout Own header']);
    for (const markup of [part('ring-a'), part(`level-${levels}`), '<!-- wp:nobody/knows /-->']) {
      await content(ids.ownHeader, text('Own header') + markup);
      // The phone first: its page is rendered separately, with its variant.
      const onPhone = await rawRequest(site.url, '/a-story/', { headers: phone });
      expect([markup, onPhone.status, said.filter((words) => onPhone.body.includes(words))]).toEqual([
        markup,
        200,
        ['Small layout', 'Site header'],
      ]);
      expect([markup, await shown()]).toEqual([
        markup,
        ['200 Own layout Site header', '200 Small layout Site header'],
      ]);
      // Header and variant at once: both are dropped, and nothing else.
      await content(ids.small, text('Small layout') + markup);
      expect([markup, await shown()]).toEqual([markup, both('200 Own layout Site header')]);
      await content(ids.header, text('Site header') + markup);
      expect([markup, await shown()]).toEqual([markup, both('200 Own layout')]);
      await content(ids.header, text('Site header'));
      await content(ids.small, text('Small layout'));
      await content(ids.ownHeader, text('Own header'));
      expect([markup, await shown()]).toEqual([
        markup,
        ['200 Own layout Own header', '200 Small layout Own header'],
      ]);
    }
    await write(async (tx) => clearTemplateAssignment(tx, 'header', 0));
  });
});
