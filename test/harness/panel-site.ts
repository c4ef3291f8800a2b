import type { Page, Request } from 'playwright-core';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import type { useChromium } from './chromium.ts';
import { makeMedia, makePost, makeTerm, makeUser } from './factories.ts';
import { openNewsroom } from './newsroom.ts';
import type { NewsroomOptions } from './newsroom.ts';
import { useRealSite } from './real-site.ts';
import { isEditorCall } from './recorded-calls.ts';

/** Types of templates that need a list. */
const listing = /^(?:category|tag|author|date|search|woo_archive|woo_search_archive|woo_shop_base|cpt_tax)$/;

/** Markup that shows the template's name, with the block that its type requires. */
export const marked = (mark: string, type = 'single'): string =>
  `<!-- wp:paragraph --><p>Laid out by ${mark}</p><!-- /wp:paragraph --><!-- wp:broadsheet/${listing.test(type) ? 'archive-loop' : 'post-content'} /-->`;

/** Creates a template that shows its title; for single posts by default. */
export function template(
  tx: Tx,
  title: string,
  more: { readonly type?: string; readonly isMobile?: boolean } = {},
): Promise<number> {
  return createTemplate(tx, { type: 'single', title, content: marked(title, more.type), ...more });
}

const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

export const panel = (page: Page) => page.getByRole('dialog', { name: /^(?:Template:|Mobile page)/ });
export const row = (page: Page, title: string) =>
  panel(page)
    .locator('tr, li')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) });
export const titles = (page: Page) => panel(page).locator('.bar-title').allTextContents();
export const currentOnes = (page: Page) =>
  panel(page).locator('.bar-title[aria-current=true]').allTextContents();
export const globalOnes = (page: Page) =>
  panel(page)
    .locator('tr')
    .filter({ has: page.locator('input:checked') })
    .locator('.bar-title')
    .allTextContents();
/** Makes a template global and confirms the dialog. */
export async function makeGlobal(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('checkbox').click();
  await modal(page).getByRole('button', { name: 'Save' }).click();
}
export const useAnyway = (page: Page): Promise<void> =>
  modal(page).getByRole('button', { name: 'Use anyway' }).click();
export const modal = (page: Page) => page.locator('dialog.bar-window');
export const modalButtons = (page: Page) => modal(page).getByRole('button').allTextContents();

/** Opens the template panel of a kind, and waits for its list. */
export async function openPanel(page: Page, kind = 'Single post'): Promise<void> {
  await page.getByRole('button', { name: `Template: ${kind}`, exact: true }).click();
  await panel(page).and(page.locator('[aria-busy=false]')).waitFor();
}

/** Records the parameters with which a page's scripts open the cloud library, until it reloads. */
export const watchRoute = (page: Page): Promise<void> =>
  page.evaluate(() =>
    window.addEventListener('broadsheet:load-route', (event) => {
      document.documentElement.dataset.openedRoute = JSON.stringify((event as CustomEvent<unknown>).detail);
    }),
  );
/** The last recorded parameters; undefined for none. */
export const routeOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { openedRoute } = document.documentElement.dataset;
    return openedRoute === undefined ? undefined : (JSON.parse(openedRoute) as unknown);
  });

export interface EditorCall {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export function callsOf(page: Page): readonly EditorCall[] {
  const calls: EditorCall[] = [];
  page.on('request', (request: Request) => {
    const sent =
      request.method() === 'POST' && request.url().includes('/admin-ajax.php')
        ? new URLSearchParams(request.postData() ?? '')
        : undefined;
    const { action = '', ...fields } = Object.fromEntries(sent ?? []);
    if (isEditorCall(action)) calls.push({ action, fields });
  });
  return calls;
}

/** Replaces the response of one editor call. */
export const stub = (page: Page, action: string, status: number, reply: unknown): Promise<unknown> =>
  page.route('**/admin-ajax.php*', async (route) => {
    const requested = new URLSearchParams(route.request().postData() ?? '').get('action');
    return requested === action ? route.fulfill({ status, json: reply }) : route.fallback();
  });

/** Declares a site with a page of each public kind, whose templates an editor changes. */
export function declarePanelSite(browser: ReturnType<typeof useChromium>) {
  const ids = { edda: 0, story: 0, about: 0 };
  const site = useRealSite(async (tx) => {
    const edda = await makeUser(tx, { login: 'edda', slug: 'edda', roles: ['editor'], displayName: 'Edda' });
    const news = await makeTerm(tx, { taxonomy: 'category', name: 'News', slug: 'news' });
    const tides = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Tides', slug: 'tides' });
    ids.edda = edda;
    ids.story = await makePost(tx, {
      title: 'A story',
      slug: 'a-story',
      authorId: edda,
      termIds: [news, tides],
    });
    await makePost(tx, { title: 'Another story', slug: 'another-story', authorId: edda, termIds: [news] });
    await makePost(tx, { title: 'A film', slug: 'a-film', authorId: edda, format: 'video' });
    await makePost(tx, { type: 'book', title: 'Moby', slug: 'moby', authorId: edda });
    await makeMedia(tx, { title: 'Picture of tides', slug: 'picture-of-tides', authorId: edda });
    ids.about = await makePost(tx, { type: 'page', title: 'About', slug: 'about', authorId: edda });
  });
  const bytesOf = async (path: string, phone = false) =>
    (
      await fetch(site.url + path, {
        headers: { 'user-agent': phone ? phoneAgent : 'Mozilla/5.0 (X11; Linux x86_64)' },
      })
    ).text();
  return {
    site,
    ids,
    bytesOf,
    laidOutBy: async (path: string, phone = false) =>
      /Laid out by ([\w -]+)/.exec(await bytesOf(path, phone))?.[1] ?? 'the theme',
    open: (path: string, options: NewsroomOptions = {}): Promise<Page> =>
      openNewsroom(browser, site, path, ids.edda, options),
    /** Deletes all templates, and creates these for single posts. */
    only: async (...names: readonly string[]): Promise<readonly number[]> => {
      const made: number[] = [];
      await site.write(async (tx) => {
        await tx.db.deleteFrom('template_assignment').execute();
        await tx.db.deleteFrom('template').execute();
        tx.emit('templates');
        tx.emit('*');
        for (const name of names) made.push(await template(tx, name));
      });
      return made;
    },
  };
}
