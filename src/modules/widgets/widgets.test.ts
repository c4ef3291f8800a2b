import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { paragraph } from '../../../test/harness/writer.ts';
import type { Actor } from '../../kernel/permission.ts';
import { asItStands } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import type { StaleError } from '../../lib/errors.ts';
import { markupFault } from './area-markup.ts';
import { createWidgetAreas } from './cache.ts';
import { maxAreaLength, resetWidgetArea, saveWidgetArea } from './commands.ts';
import { findWidgetArea, listWidgetAreas } from './store.ts';

const sidebar =
  '<!-- wp:broadsheet/widget-area {"area":"sidebar"} --><!-- wp:search /--><!-- /wp:broadsheet/widget-area -->';

onBothDatabases('widget areas', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const saveAs = (by: Actor | undefined, area: string, content: string, from: From = asItStands) =>
    get().write((tx) => saveWidgetArea(tx, by, { area, content }, from));
  const save = (area: string, content: string, from?: From) =>
    saveAs(actors.administrator, area, content, from);
  const reset = (area: string, from: From = asItStands) =>
    get().write((tx) => resetWidgetArea(tx, actors.administrator, { area }, from));
  const found = (area: string) => findWidgetArea(get().read, area);

  test('[IMP-21] only users with edit_theme_options save and reset areas', async () => {
    expect(await whoMay(actors, (actor) => saveAs(actor, 'sidebar', paragraph('By a role')))).toBe(
      'administrator',
    );
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => resetWidgetArea(tx, actor, { area: 'sidebar' }, asItStands)),
      ),
    ).toBe('administrator');
  });

  test('[IMP-21] a save counts the revision, emits the tag of its area, and does nothing without a change', async () => {
    expect(await emittedBy(get(), () => save('footer-1', paragraph('One'), 0))).toEqual([
      'widget-area:footer-1 change',
    ]);
    expect(await found('footer-1')).toMatchObject({ content: paragraph('One'), revision: 1 });
    expect(await emittedBy(get(), () => save('footer-1', paragraph('One'), 1))).toEqual([]);
    await save('footer-1', '', 1);
    expect(await found('footer-1')).toMatchObject({ content: '', revision: 2 });
  });

  test('[IMP-21] a stale save and a stale reset are refused with both sides, also after a reset', async () => {
    await save('footer-2', paragraph('One'), 0);
    await reset('footer-2', 1);
    expect(await found('footer-2')).toMatchObject({ content: undefined, revision: 2 });
    for (const act of [() => save('footer-2', paragraph('Mine'), 1), () => reset('footer-2', 0)]) {
      const refused = await act().catch((error: StaleError) => error);
      expect(refused).toMatchObject({ status: 409, theirs: { revision: 2 } });
    }
    await save('footer-2', paragraph('Again'), 2);
    expect(await found('footer-2')).toMatchObject({ revision: 3 });
  });

  test('[IMP-21] a reset of an area that was never saved stores nothing, and is refused from another revision', async () => {
    const before = await listWidgetAreas(get().read);
    await reset('never-saved', 0);
    await reset('never-saved');
    await expect(reset('never-saved', 3)).rejects.toMatchObject({ status: 409, theirs: { revision: 0 } });
    expect(await listWidgetAreas(get().read)).toEqual(before);
  });

  test('[IMP-21] of two saves from one revision, one is refused', async () => {
    const results = await Promise.allSettled([
      save('footer-3', paragraph('Of Ann'), 0),
      save('footer-3', paragraph('Of Bob'), 0),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await found('footer-3')).toMatchObject({ revision: 1 });
  });

  test('[IMP-21] refuses names, markup and sizes that an area can’t have', async () => {
    const refused: readonly (readonly [string, string])[] = [
      ['', paragraph('x')],
      ['../etc', paragraph('x')],
      ['Sidebar', paragraph('x')],
      ['a'.repeat(61), paragraph('x')],
      ['sidebar', '<!-- /wp:broadsheet/column -->'],
      ['sidebar', '<!-- wp:broadsheet/row -->'],
      ['sidebar', `nul\0l`],
      ['sidebar', 'x'.repeat(maxAreaLength + 1)],
      ['sidebar', '<div>'.repeat(600)],
    ];
    const before = await listWidgetAreas(get().read);
    for (const [area, content] of refused)
      await expect(save(area, content), `${area} ${content.slice(0, 20)}`).rejects.toMatchObject({
        status: 400,
      });
    expect(await listWidgetAreas(get().read)).toEqual(before);
  });

  const limited = () => {
    const { administrator } = actors;
    const capabilities = [...administrator.capabilities].filter((one) => one !== 'unfiltered_html');
    return { ...administrator, capabilities: new Set(capabilities) };
  };

  test('[IMP-21] the cleaned markup is checked, because it is stored', async () => {
    // Cleaning writes “&” as “&amp;”.
    const long = `<p onclick="x()">${'& '.repeat(maxAreaLength / 3)}</p>`;
    await save('of-text', long);
    await expect(saveAs(limited(), 'of-long', long)).rejects.toMatchObject({ status: 400 });
    // Cleaning closes the block.
    await saveAs(limited(), 'of-row', '<!-- wp:broadsheet/row --><p>Row</p>');
    expect(markupFault((await found('of-row')).content ?? '')).toBeUndefined();
  });

  test('[IMP-21] markup of a user without unfiltered_html is cleaned', async () => {
    await saveAs(
      limited(),
      'of-code',
      '<!-- wp:html --><p onclick="x()">Fine<script>x()</script></p><!-- /wp:html -->',
    );
    const { content = '' } = await found('of-code');
    expect(content).toContain('Fine');
    expect(content).not.toMatch(/script|onclick/);
  });

  test('[IMP-21] the cache runs one query for all areas, and none for templates without areas', async () => {
    let queries = 0;
    const database = get();
    const counted = {
      bus: database.bus,
      get read() {
        queries++;
        return database.read;
      },
    };
    const areas = createWidgetAreas(counted);
    await reset('sidebar');
    expect(await areas.expand('<!-- wp:search /-->', 'single')).toEqual({
      markup: '<!-- wp:search /-->',
      isEdited: false,
      tags: [],
    });
    expect(queries).toBe(0);
    for (let time = 0; time < 3; time++)
      expect(await areas.expand(sidebar, 'single')).toEqual({
        markup: '<!-- wp:search /-->',
        isEdited: false,
        tags: ['widget-area:sidebar-single', 'widget-area:sidebar'],
      });
    expect(queries).toBe(1);
    await save('sidebar', paragraph('For all'));
    await save('sidebar-tag', paragraph('For tags'));
    expect((await areas.expand(sidebar, 'single')).markup).toBe(paragraph('For all'));
    expect((await areas.expand(sidebar, 'tag')).markup).toBe(paragraph('For tags'));
    expect((await areas.withContent('sidebar', '').expand(sidebar, 'single')).markup).toBe('');
    expect((await areas.expand(sidebar, 'single')).isEdited).toBe(true);
    expect(queries).toBe(2);
  });
});
