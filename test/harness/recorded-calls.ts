import type { Page } from 'playwright-core';

/** An editor call with its response, recorded before the page receives it, so that a reload can't lose it. */
export interface RecordedCall {
  readonly method: string;
  readonly type: string;
  readonly action: string;
  /** Fields other than action and nonce. */
  readonly fields: Readonly<Record<string, string>>;
  readonly nonce: string;
  readonly status: number;
  readonly reply: unknown;
}

/** Whether an action is one of the panels', not of public pages or mega menus. */
export const isEditorCall = (action: string): boolean =>
  action.startsWith('tdb_') && !action.includes('_mm_') && action !== 'tdb_get_footer';

/** Records a page's editor calls from now on, once each has its response. */
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

/** The response to a script that sends the page's nonce. */
export interface Sent {
  readonly status: number;
  readonly json: unknown;
}

interface ToSend {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Empty for the page's own nonce, if any. */
  readonly nonce: string;
}

/** The page's nonce for calls, or empty. */
export const nonceOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => /"nonce":"([^"]+)"/.exec(document.querySelector('#broadsheet-page')?.textContent ?? '')?.[1] ?? '',
  );

/** Sends fields like the page's own scripts, with the user's cookies. */
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

/** An editor call from a page. `nonce` replaces the page's own. */
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

/** The builder's call that copies a template. */
export function copyFrom(page: Page, fields: Readonly<Record<string, string>>, nonce = ''): Promise<Sent> {
  return send(page, { path: '/wp-json/td-cloud-library/new_template', fields, nonce });
}
