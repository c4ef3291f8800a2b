import { describe, expect, test } from 'vitest';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { useChromium } from '../harness/chromium.ts';
import {
  currentOnes,
  globalOnes,
  modal,
  modalButtons,
  openPanel,
  panel,
  row,
  stub,
  template,
  titles,
  declarePanelSite,
  useAnyway,
} from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy, bytesOf } = declarePanelSite(browser);

describe('each kind of page', () => {
  const kinds = [
    ['/category/news/', 'category', 'Category', 'Edit category'],
    ['/author/edda/', 'author', 'Author', 'Edit author'],
    ['/tag/tides/', 'tag', 'Tag', 'Edit tag'],
    ['/nowhere/', '404', '404 page', ''],
    ['/2026/', 'date', 'Date archive', ''],
    ['/?s=story', 'search', 'Search', ''],
    ['/picture-of-tides/', 'attachment', 'Attachment', 'Edit Attachment'],
    ['/type/video/', 'cpt_tax', 'Custom taxonomy', ''],
    ['/book/moby/', 'cpt', 'Book', 'Edit Book'],
  ] as const;

  test('[TPL-01] [TPL-03] [TPL-04] [TPL-06] [TPL-22] [ROLE-04] has a panel of its templates alone, and a title there lays the page out', async () => {
    await only('Wide');
    await site.write(async (tx) => {
      for (const [, type] of kinds) await template(tx, `For ${type}`, { type });
      tx.emit('templates');
      tx.emit('*');
    });
    const page = await open('/a-story/', { expectedMessages: /status of 404/ });
    for (const [path, type, kind, edit] of kinds) {
      await page.goto(site.url + path);
      expect([path, await page.getByRole('link', { name: /^Edit / }).allTextContents()]).toEqual([
        path,
        edit === '' ? [] : [edit],
      ]);
      await openPanel(page, kind);
      expect([path, await titles(page)]).toEqual([path, ['Global Template', `For ${type}`]]);
      await row(page, `For ${type}`)
        .getByRole('button', { name: `For ${type}`, exact: true })
        .click();
      // For kinds whose pages can't have their own template, all pages change.
      if (!(['category', 'author', 'tag', 'cpt'] as readonly string[]).includes(type))
        await modal(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Laid out by For ${type}`).waitFor();
      await expect.poll(() => currentOnes(page)).toEqual([`For ${type}`]);
    }
    expect([
      await laidOutBy('/nowhere-else/'),
      await laidOutBy('/2025/'),
      await laidOutBy('/?s=another'),
    ]).toEqual(['For 404', 'For 404', 'For search']);
  });

  test('[TPL-06] pages of custom kinds and searches reload, though the reply does not ask for it', async () => {
    await only();
    const page = await open('/?s=story');
    await site.write(async (tx) => template(tx, 'For search', { type: 'search' }));
    await stub(page, 'tdb_assign_search_template_global', 200, { global_template_id: '' });
    await openPanel(page, 'Search');
    await row(page, 'For search').getByRole('button', { name: 'For search', exact: true }).click();
    const loaded = page.waitForEvent('load');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await loaded;
  });

  test('[TPL-01] [TPL-22] a page gets its own template, and removes it again', async () => {
    await only();
    await site.write(async (tx) => {
      await template(tx, 'For pages', { type: 'page' });
      tx.emit('templates');
    });
    const page = await open('/about/');
    expect(await page.getByRole('link', { name: 'Edit page' }).getAttribute('href')).toBe(
      `/wp-admin/post.php?post=${ids.about}&action=edit`,
    );
    await openPanel(page, 'Page');
    expect([await titles(page), await panel(page).getByRole('checkbox').count()]).toEqual([
      ['Default template', 'For pages'],
      0,
    ]);
    await row(page, 'For pages').getByRole('button', { name: 'For pages', exact: true }).click();
    await page.getByText('Laid out by For pages').waitFor();
    expect(await laidOutBy('/about/')).toBe('For pages');
    await row(page, 'Default template')
      .getByRole('button', { name: 'Default template', exact: true })
      .click();
    await expect.poll(() => laidOutBy('/about/')).toBe('the theme');
    await expect.poll(() => currentOnes(page)).toEqual(['Default template']);
  });

  test('[EDIT-01] the front page has a panel, and is saved on confirmation', async () => {
    await only();
    await site.write(async (tx) => {
      await template(tx, 'For the front', { type: 'home' });
      tx.emit('templates');
    });
    const page = await open('/');
    await openPanel(page, 'Front page');
    expect(await titles(page)).toEqual(['Default template', 'For the front']);
    const choose = row(page, 'For the front').getByRole('button', { name: 'For the front', exact: true });
    await choose.click();
    await modal(page).waitFor();
    expect(await modalButtons(page)).toEqual(['Save', 'Cancel']);
    await modal(page).getByRole('button', { name: 'Cancel' }).click();
    expect([await laidOutBy('/'), await currentOnes(page)]).toEqual(['the theme', ['Default template']]);
    await choose.click();
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Laid out by For the front').waitFor();
    expect(await laidOutBy('/')).toBe('For the front');
    await row(page, 'For the front')
      .getByRole('button', { name: /^Mobile template of/ })
      .click();
    await panel(page).getByRole('button', { name: 'Create mobile template' }).click();
    await modal(page).getByRole('textbox').fill('Front of phones');
    await page.keyboard.press('Enter');
    await useAnyway(page);
    await expect.poll(() => currentOnes(page)).toEqual(['Front of phones']);
    expect([await laidOutBy('/'), await laidOutBy('/', true)]).toEqual(['For the front', 'the theme']);
    await panel(page).getByRole('button', { name: 'No mobile template' }).click();
    await expect.poll(() => currentOnes(page)).toEqual(['No mobile template']);
    expect(await laidOutBy('/', true)).toBe('For the front');
  });
});

test('on paper there is no bar, and everything else as readers have it', async () => {
  await only('Wide');
  const page = await open('/a-story/');
  await openPanel(page);
  await page.emulateMedia({ media: 'print' });
  // Its style sheet is loaded once this is gone.
  await expect
    .poll(() => page.locator('.skip-link').evaluate((element) => getComputedStyle(element).display))
    .toBe('none');
  expect([await page.locator('#wpadminbar').isVisible(), await page.locator('main').isVisible()]).toEqual([
    false,
    true,
  ]);
  await page.emulateMedia({ media: 'screen' });
});

test('the bar shows the state of the cached page and refreshes it; the page keeps its scroll position', async () => {
  await only();
  const page = await open('/another-story/');
  const entry = page.getByRole('button', { name: /^Cached/ });
  await expect
    .poll(async () => {
      await fetch(`${site.url}/another-story/`);
      await page.reload();
      return page.locator('.bar-cached').textContent();
    })
    .toMatch(/^Cached/);
  expect(await entry.textContent()).toMatch(/^CachedQueries: \d+, \d+ ms, \d+ KB$/);
  await entry.click();
  const cachePanel = page.getByRole('dialog', { name: 'Page cache' });
  await cachePanel.getByText(/^Cached since: /).waitFor();
  const renewed = page.waitForResponse(/cached-pages/);
  await cachePanel.getByRole('button', { name: 'Re-render' }).click();
  const { rendered_at: madeAt } = (await (await renewed).json()) as { readonly rendered_at: number };
  expect(Date.now() - madeAt).toBeLessThan(10_000);
  await page.keyboard.press('Escape');
  await expect.poll(() => cachePanel.count()).toBe(0);
});

/** Two templates, no history, and a global one without lists, whose order is unstable while a page is open. */
async function beginAnew(): Promise<void> {
  const [, , plain = 0] = await only('Wide', 'Narrow', 'Plain');
  await site.write(async (tx) => {
    await tx.db.deleteFrom('template_change').execute();
    await assignTemplateGlobally(tx, 'single', plain);
  });
  await expect.poll(() => laidOutBy('/another-story/')).toBe('Plain');
}

/** By mouse and visible text, at most four clicks per task: another layout for one post, for all, and for phones. */
async function changeLayouts() {
  await beginAnew();
  const page = await open('/a-story/');
  let clicks = 0;
  /** Clicks visible text with the mouse. */
  const click = async (words: string, within?: string) => {
    clicks++;
    const around =
      within === undefined
        ? page.locator('body')
        : panel(page).locator('tr, li').filter({ hasText: within }).last();
    await around.getByText(words, { exact: true }).filter({ visible: true }).last().click();
  };
  const task = async (work: () => Promise<void>) => {
    clicks = 0;
    await work();
    expect(clicks).toBeLessThanOrEqual(4);
  };
  const paths = ['/a-story/', '/another-story/'] as const;
  /** Both public pages, at desktop and phone width, in this order. */
  const seen = async () =>
    Promise.all(paths.flatMap((path) => [false, true].map((isPhone) => bytesOf(path, isPhone))));
  const states = [await seen()];
  /** Pages that differ from the step before. */
  const changed = async () => {
    const [before = [], now] = [states.at(-1), await seen()];
    states.push(now);
    return now.map((html, at) => html !== before[at]);
  };

  await task(async () => {
    await click('Template: Single post');
    await click('Wide');
    await page.getByText('Laid out by Wide').waitFor();
  });
  expect(await changed()).toEqual([true, true, false, false]);

  await task(async () => {
    clicks++;
    await row(page, 'Narrow').getByRole('checkbox').click(); // in the column that says Global
    await modal(page).getByText('Pages affected: 2').waitFor();
    expect(await seen()).toEqual(states.at(-1));
    await click('Save');
    await expect.poll(() => globalOnes(page)).toEqual(['Narrow']);
    expect(await changed()).toEqual([false, false, true, true]);
    await click('Global Template');
    await page.getByText('Laid out by Narrow').waitFor();
  });
  expect(await changed()).toEqual([true, true, false, false]);

  await task(async () => {
    await click('-', 'Narrow');
    await click('Create mobile template');
    await modal(page).getByRole('textbox').fill('Small');
    await click('Create');
    await modal(page).getByText('has no block with visible content').waitFor();
    await click('Use anyway');
    await expect.poll(() => currentOnes(page)).toEqual(['Small']);
  });
  expect(await changed()).toEqual([false, true, false, true]);
  return { page, click, task, seen, states };
}

test('by visible text, at most four clicks per task: the layout of one post, of all, for phones, and all undone; readers see just that', async () => {
  const { page, click, task, seen, states } = await changeLayouts();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/template-changes/')) sent.push(new URL(request.url()).pathname);
  });
  await task(async () => {
    await click('Back');
    await click('History');
    await click('Undo up to here', 'A story: Global Template → Wide');
    await expect.poll(() => globalOnes(page)).toEqual(['Plain']);
  });
  expect(sent).toEqual([
    expect.stringMatching(/^\/wp-json\/broadsheet\/v1\/template-changes\/\d+\/undo-since$/),
  ]);
  expect([await currentOnes(page), await seen()]).toEqual([['Global Template'], states[0]]);
});

test('the same is undone step by step, the newest first: each time readers get the very bytes that they had before', async () => {
  const { page, click, seen, states } = await changeLayouts();
  await click('Undo');
  await expect.poll(() => titles(page)).toContain('Narrow');
  expect(await seen()).toEqual(states[3]);
  await panel(page).getByText('Created: Small').waitFor();
  await click('Undo');
  await panel(page).getByText('A story: Wide → Global Template').waitFor();
  expect(await seen()).toEqual(states[3]);
  await click('Undo');
  await page.getByText('Laid out by Wide').waitFor();
  expect(await seen()).toEqual(states[2]);
  await panel(page).getByText('All pages of this kind: Plain → Narrow').waitFor();
  await click('Undo');
  await panel(page).getByText('A story: Global Template → Wide').waitFor();
  await expect.poll(() => globalOnes(page)).toEqual(['Plain']);
  expect(await seen()).toEqual(states[1]);
  await click('Undo');
  await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
  expect(await seen()).toEqual(states[0]);
});
