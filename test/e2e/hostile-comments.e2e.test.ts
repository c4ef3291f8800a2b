import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runComments } from '../../src/cli/comments.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { hostileMarkup } from '../fixtures/hostile-markup.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { drawn } from '../harness/drawn.ts';
import { makeComment, makePost } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { rawRequest } from '../harness/served-site.ts';

const browser = useChromium();
/** Markup allowed in a comment's text. */
const harmless = [
  'A',
  'ABBR',
  'ACRONYM',
  'B',
  'BLOCKQUOTE',
  'BR',
  'CITE',
  'CODE',
  'DEL',
  'EM',
  'I',
  'LI',
  'OL',
  'P',
  'PRE',
  'Q',
  'S',
  'STRIKE',
  'STRONG',
  'UL',
];

async function provoke(page: Page, url: string): Promise<string[]> {
  const done: string[] = [];
  page.on('dialog', (dialog) => {
    done.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/pwned|evil|ok\.example|\/x$/.test(request.url())) done.push(`request: ${request.url()}`);
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('.comment-list *, [data-hostile] *')) {
      for (const type of [
        'mouseover',
        'mouseenter',
        'mousemove',
        'pointerover',
        'focus',
        'focusin',
        'error',
        'load',
        'animationstart',
        'animationend',
        'transitionend',
        'toggle',
        'wheel',
        'contextmenu',
      ]) {
        element.dispatchEvent(new Event(type, { bubbles: false }));
      }
    }
  });
  await atRest(page);
  if (await page.evaluate(() => 'pwned' in window)) done.push('script');
  return done;
}

/** Elements, attributes and addresses below `selector` that comments must not have. */
const oddities = (page: Page, selector: string) =>
  page.evaluate(
    ([where, names]) =>
      [...document.querySelectorAll(`${where} *`)].flatMap((element) => [
        ...(names.includes(element.nodeName) ? [] : [element.nodeName]),
        ...[...element.attributes]
          .filter(
            ({ name, value }) =>
              /^(?:on|style$|data-|src|id$|class$)/i.test(name) ||
              (/^(?:href|cite)$/.test(name) &&
                !/^(?:https?|mailto):$/.test(new URL(value, location.href).protocol)),
          )
          .map(({ name, value }) => `${name}=${value}`),
      ]),
    [selector, harmless] as const,
  );

onDrawnDatabase('hostile comments', (get, place) => {
  let site: HostedServer;
  let mail: MailServer;
  const held: string[] = [];
  const refused: string[] = [];
  /** Storage of unusual characters may depend on the database; half of the other texts are drawn. */
  const half = new Set(drawn('hostile comments', hostileMarkup, 2));
  const payloads = () => hostileMarkup.filter((payload) => /[^\t\n\r -~]/.test(payload) || half.has(payload));

  beforeAll(async () => {
    mail = await startMailServer();
    const ids = await get().write(async (tx) => {
      await saveSettings(tx, {
        admin_email: 'chief@paper.example',
        comment_moderation: true,
        comment_max_links: 0,
        page_comments: false,
        posts_per_rss: 100,
      });
      const raw = await makePost(tx, { slug: 'raw', commentStatus: 'open' });
      // Uncleaned, as an import of a hacked site might have them.
      for (const payload of payloads()) {
        await makeComment(tx, {
          postId: raw,
          content: payload.replaceAll('\0', ''),
          authorName: payload.replaceAll('\0', ''),
          authorUrl: payload.replaceAll('\0', ''),
        });
      }
      return { raw, sent: await makePost(tx, { slug: 'sent', commentStatus: 'open' }) };
    });
    site = await startHostedServer(place(), {
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mail.url,
      LOG_LEVEL: 'fatal',
    });
    const send = (index: number, payload: string, email: string) =>
      rawRequest(site.url, '/wp-comments-post.php', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.19.${index >> 8}.${index & 255}`,
        },
        body: new URLSearchParams({
          comment: `${index} ${payload}`,
          author: `${index} ${payload}`.slice(0, 245),
          email,
          url: '',
          comment_post_ID: String(ids.sent),
        }).toString(),
      });
    for (const [index, payload] of payloads().entries()) {
      const taken = await send(index, payload, `reader${index}@mail.example`);
      expect([payload, taken.status]).toEqual([payload, 302]);
      const own = await rawRequest(site.url, String(taken.headers.location).split('#')[0] ?? '');
      held.push(/<ol class="comment-list">[\s\S]*<\/ol>/.exec(own.body)?.[0] ?? 'none');
      refused.push((await send(index, payload, `"><img src=x onerror=alert(1)>${index}`)).body);
    }
  });
  afterAll(async () => {
    await site?.stop();
    await mail.close();
  });

  /** A page without any policy that holds these pieces unchanged. */
  async function openBare(page: Page, pieces: readonly string[]): Promise<string> {
    const url = `${site.url}/bare`;
    await page.route(url, (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html><body><div data-hostile>${pieces.join('\n')}</div></body></html>`,
      }),
    );
    return url;
  }

  test('there are at least 200 of them', () => {
    expect(new Set(hostileMarkup).size).toBeGreaterThanOrEqual(200);
  });

  test('held, they are inert for their author, even without a policy', async () => {
    expect(held.filter((piece) => !piece.includes('comment-awaiting-moderation'))).toEqual([]);
    const page = await browser.newPage();
    expect(await provoke(page, await openBare(page, held))).toEqual([]);
    expect(await oddities(page, '.comment-content')).toEqual([]);
  });

  test('held, they are in no feed, no REST answer and no page for others', async () => {
    for (const path of [
      '/sent/',
      '/sent/feed/',
      '/sent/feed/atom/',
      '/comments/feed/',
      '/wp-json/wp/v2/comments?per_page=100',
      '/wp-json/wp/v2/comments?search=reader',
    ]) {
      const { status, body } = await rawRequest(site.url, path);
      expect([path, status, /\/sent\/#comment-\d|class="comment-content"/.test(body)]).toEqual([
        path,
        200,
        false,
      ]);
    }
  });

  test("a moderator's lists show them as text that does nothing to a terminal", async () => {
    const printed = await runComments(get(), { action: 'list', status: 'hold', limit: 1000 });
    expect(printed.length).toBe(payloads().length);
    // oxlint-disable-next-line no-control-regex -- none of them may be there
    expect(printed.filter((line) => /[\u0000-\u001f\u007f-\u009f]/.test(line))).toEqual([]);
  });

  test('refused comments appear in the error page as they were typed', async () => {
    expect(refused.filter((body) => !body.includes('<textarea'))).toEqual([]);
    const page = await browser.newPage();
    expect(
      await provoke(
        page,
        await openBare(
          page,
          refused.map((body) => /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? ''),
        ),
      ),
    ).toEqual([]);
    expect(
      await page
        .locator('textarea')
        .evaluateAll(
          (all) => all.map((one) => (one as HTMLTextAreaElement).value).filter((text) => text === '').length,
        ),
    ).toBe(0);
  });

  test('approved or imported, they are inert in articles', async () => {
    await get().write(
      async (tx) =>
        void (await tx.db
          .updateTable('comment')
          .set({ status: 'approved' })
          .where('status', '=', 'hold')
          .execute()),
    );
    await get().write(async (tx) => {
      for (const slug of ['sent', 'raw']) {
        const post = await tx.db
          .selectFrom('post')
          .select('id')
          .where('slug', '=', slug)
          .executeTakeFirstOrThrow();
        await tx.db
          .updateTable('post')
          .set({ comment_count: payloads().length })
          .where('id', '=', post.id)
          .execute();
        tx.emit(`post:${post.id}`);
      }
    });
    await expect
      .poll(
        async () =>
          (await rawRequest(site.url, '/sent/')).body.match(/class="comment-content"/g)?.length ?? 0,
      )
      .toBe(payloads().length);
    for (const path of ['/sent/', '/raw/']) {
      const page = await browser.newPage();
      expect([path, await provoke(page, site.url + path)]).toEqual([path, []]);
      expect(await page.locator('.comment-content').count()).toBe(payloads().length);
      expect([path, await oddities(page, '.comment-content')]).toEqual([path, []]);
      expect([path, await oddities(page, '.comment-author'), await oddities(page, '.pings li')]).toEqual([
        path,
        [],
        [],
      ]);
      expect(
        await page
          .locator('.comment-author a')
          .evaluateAll((all) =>
            all
              .map((one) => one.getAttribute('href'))
              .filter((href) => !href?.startsWith('https://') && !href?.startsWith('http://')),
          ),
      ).toEqual([]);
    }
  });

  test('in feeds and REST their HTML is inert for any reader', async () => {
    const page = await browser.newPage();
    const pieces: string[] = [];
    const feeds = ['/sent/feed/', '/raw/feed/', '/sent/feed/atom/'].flatMap((path) =>
      Array.from({ length: Math.ceil(payloads().length / 100) }, (_, n) =>
        n === 0 ? path : `${path}?paged=${n + 1}`,
      ),
    );
    for (const path of [...feeds, '/comments/feed/']) {
      const { body } = await rawRequest(site.url, path);
      const texts = await page.evaluate((xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml');
        const text = (entry: Element, ...names: string[]) =>
          names.map((name) => entry.getElementsByTagName(name)[0]?.textContent ?? '').join('');
        // Titles and names are text, but some feed readers show them as HTML.
        return parsed.querySelector('parsererror')
          ? undefined
          : [...parsed.querySelectorAll('item, entry')].map((entry) =>
              text(
                entry,
                'title',
                'dc:creator',
                'name',
                'content:encoded',
                'content',
                'description',
                'summary',
              ),
            );
      }, body);
      expect([path, (texts?.length ?? 0) > 0]).toEqual([path, true]);
      pieces.push(...(texts ?? []));
    }
    expect(pieces.length).toBe(3 * payloads().length + 100);
    for (let number = 1; number <= 5; number++) {
      const { body } = await rawRequest(site.url, `/wp-json/wp/v2/comments?per_page=100&page=${number}`);
      const found: unknown = JSON.parse(body);
      if (Array.isArray(found)) {
        pieces.push(
          ...found.map(
            ({
              content,
              author_name: name,
              author_url: url,
            }: Record<'author_name' | 'author_url', string> & { content: { rendered: string } }) =>
              `${content.rendered}<a href="${url}">${name}</a>`,
          ),
        );
      }
    }
    expect(pieces.length).toBeGreaterThan(5 * payloads().length);
    const bare = await browser.newPage();
    expect(
      await provoke(
        bare,
        await openBare(
          bare,
          pieces.map((piece) => `<div class="piece">${piece}</div>`),
        ),
      ),
    ).toEqual([]);
    expect(await oddities(bare, '.piece .piece, .piece')).toEqual([]);
  });

  test('[IMP-32] in mail they are plain text', async () => {
    await expect.poll(() => mail.mails.length).toBe(payloads().length);
    const headers = [
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ];
    for (const { source, to } of mail.mails) {
      const [head = ''] = source.split('\n\n');
      expect(head).toMatch(/^content-type: text\/plain/im);
      expect(
        head
          .replace(/\n[ \t].*/g, '')
          .split('\n')
          .map((line) => /^[a-z-]+(?=: )/i.exec(line)?.[0].toLowerCase())
          .toSorted(),
      ).toEqual(headers);
      expect(to).toEqual(['chief@paper.example']);
    }
  });
});
