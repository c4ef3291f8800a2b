import type { Page } from 'playwright-core';

/** An editor call of a page, with what was answered: taken before the page has the answer, so that a reload keeps nothing of it. */
export interface RecordedCall {
  readonly method: string;
  /** Of the body. */
  readonly type: string;
  readonly action: string;
  /** What was sent beside action and nonce. */
  readonly fields: Readonly<Record<string, string>>;
  readonly nonce: string;
  readonly status: number;
  readonly reply: unknown;
}

/** Whether an action is one of the panels', rather than of readers' pages or of mega menus. */
export const isEditorCall = (action: string): boolean =>
  action.startsWith('tdb_') && !action.includes('_mm_') && action !== 'tdb_get_footer';

/** The editor calls of a page from now on, once each is answered. */
export async function recordCalls(page: Page): Promise<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  await page.route('**/wp-admin/admin-ajax.php*', async (route) => {
    const request = route.request();
    const {
      action = '',
      _nonce: nonce = '',
      ...fields
    } = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
    if (!isEditorCall(action)) return route.fallback();
    const response = await route.fetch();
    const type = request.headers()['content-type'] ?? '';
    calls.push({
      method: request.method(),
      type,
      action,
      fields,
      nonce,
      status: response.status(),
      reply: (await response.json()) as unknown,
    });
    return route.fulfill({ response });
  });
  return calls;
}

/** What a script of a page gets that sends something, with the nonce that the page was given. */
export interface Sent {
  readonly status: number;
  readonly json: unknown;
}

interface ToSend {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Empty: the page's own, if it has one. */
  readonly nonce: string;
}

/** The nonce that a page was given for its calls; empty: none. */
export const nonceOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => /"nonce":"([^"]+)"/.exec(document.querySelector('#broadsheet-page')?.textContent ?? '')?.[1] ?? '',
  );

/** Sends fields from a page as its own scripts do, with the cookies of who looks at it. */
async function send(page: Page, { path, fields, nonce }: ToSend): Promise<Sent> {
  const form = { ...fields, _nonce: nonce === '' ? await nonceOf(page) : nonce };
  return page.evaluate(
    async ([address, sent]) => {
      const reply = await fetch(address, { method: 'POST', body: new URLSearchParams(sent) });
      return { status: reply.status, json: (await reply.json()) as unknown };
    },
    [path, form] as const,
  );
}

/** An editor call from a page. `nonce`: in the place of the page's own. */
export function callFrom(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string | number>>,
  nonce = '',
): Promise<Sent> {
  const texts = Object.fromEntries(
    Object.entries({ action, ...fields }).map(([name, value]) => [name, String(value)]),
  );
  return send(page, { path: '/wp-admin/admin-ajax.php', fields: texts, nonce });
}

/** The builder's call that copies a template, from a page. */
export function copyFrom(page: Page, fields: Readonly<Record<string, string>>, nonce = ''): Promise<Sent> {
  return send(page, { path: '/wp-json/td-cloud-library/new_template', fields, nonce });
}
