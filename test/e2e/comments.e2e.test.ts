import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { listComments } from '../../src/modules/comments/reader.ts';
import { onDatabase } from '../harness/databases.ts';
import { startCaptchaService } from '../harness/captcha-service.ts';
import type { CaptchaService } from '../harness/captcha-service.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makeComment, makePost } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { rawRequest } from '../harness/served-site.ts';

const browser = useChromium();
let people = 0;
const address = () => `198.18.${Math.floor(people / 250)}.${people++ % 250}`;
const filled = { comment: 'A fine remark', author: 'Rea Der', email: 'rea@mail.test' };

onDatabase('postgres', 'comments in Chromium', (get, place) => {
  let site: HostedServer;
  let service: CaptchaService;
  let postId = 0;
  let first = 0;

  beforeAll(async () => {
    service = await startCaptchaService();
    await get().write(async (tx) => {
      postId = await makePost(tx, { slug: 'story', commentStatus: 'open' });
      first = await makeComment(tx, { postId, authorName: 'Ann O’Nym', content: 'To be answered' });
      await makeComment(tx, { postId, content: 'Another' });
    });
    site = await startHostedServer(place(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(async () => {
    await site?.stop();
    await service.close();
  });
  beforeEach(() =>
    set({
      captcha: null,
      captcha_site_key: null,
      captcha_secret_key: null,
      comment_previously_approved: false,
      require_name_email: null,
    }),
  );

  let changes = 0;
  const set = async (settings: { readonly [Key in keyof Settings]?: Settings[Key] | null }) => {
    const tagline = `Change ${++changes}`;
    await get().write((tx) => saveSettings(tx, { ...settings, blogdescription: tagline }));
    await expect.poll(async () => (await fetch(site.url)).text()).toContain(tagline);
  };
  const useService = () =>
    set({
      captcha: 'show',
      captcha_site_key: 'site-key',
      captcha_secret_key: 'secret-key',
      captcha_script_url: service.script,
      captcha_verify_url: service.verify,
    });
  const total = async () =>
    (await listComments(get().read, { statuses: ['approved', 'hold'], limit: 1 })).total;

  /** Opens the article with its script running, and records its requests. */
  async function open(
    options: PageOptions = {},
    path = '/story/',
  ): Promise<{ page: Page; urls: string[]; posts: string[]; calls: URLSearchParams[] }> {
    const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': address() }, ...options });
    const urls: string[] = [];
    const posts: string[] = [];
    const calls: URLSearchParams[] = [];
    page.on('request', (request) => {
      urls.push(request.url());
      if (request.method() !== 'POST') return;
      if (request.url().endsWith('/wp-comments-post.php')) posts.push(request.postData() ?? '');
      const fields = new URLSearchParams(request.postData() ?? '');
      if (fields.get('action') === 'td_ajax_submit_captcha') calls.push(fields);
    });
    await page.goto(site.url + path);
    await page.mouse.move(9, 9, { steps: 2 });
    // Not the form's script alone: the list has its own, and a click on a comment waits for it.
    await page.waitForFunction(() => !document.querySelector('#comments[data-late], #comments [data-late]'));
    return { page, urls, posts, calls };
  }
  async function fill(page: Page, fields: Partial<typeof filled> = filled): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  }
  const warnings = (page: Page) =>
    page
      .locator('[data-warning]:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-warning')));
  const stub = (page: Page, answer: (route: Route) => Promise<void> | void) =>
    page.route('**/admin-ajax.php*', (route) =>
      route.request().postData()?.includes('captcha') ? answer(route) : route.continue(),
    );

  test('[COM-03] [COM-04] Reply moves the form below a comment, Cancel reply moves it back', async () => {
    const { page } = await open();
    const before = await page.evaluate(
      () => document.querySelector('#respond')?.previousElementSibling?.className,
    );
    await page.click(`#comment-${first} .comment-reply-link`);
    expect(
      await page.evaluate(
        (id) => document.querySelector(`#comment-${id}`)?.contains(document.querySelector('#respond')),
        first,
      ),
    ).toBe(true);
    expect(await page.inputValue('#comment_parent')).toBe(String(first));
    expect(await page.textContent('[data-reply-title]')).toBe('Reply to Ann O’Nym');
    expect(page.url()).toBe(`${site.url}/story/`);
    await page.click('#cancel-comment-reply-link');
    expect(
      await page.evaluate(() => document.querySelector('#respond')?.previousElementSibling?.className),
    ).toBe(before);
    expect(await page.inputValue('#comment_parent')).toBe('0');
    expect(await page.isVisible('#cancel-comment-reply-link')).toBe(false);
  });

  test('[COM-03] a form at the foot replies to no comment, whatever the browser restores on reload', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/story/`);
    await page
      .locator('#comment_parent')
      .evaluate((field: HTMLInputElement, id) => (field.value = String(id)), first);
    await page.mouse.move(9, 9, { steps: 2 });
    await page.waitForSelector('form.comment-form[novalidate]');
    await page.waitForSelector('#comments:not([data-late])');
    expect(await page.inputValue('#comment_parent')).toBe('0');
  });

  test('[COM-03] [COM-04] Reply and Cancel that are the first touch do the same, without a reload', async () => {
    const touch = async (path: string, link: string) => {
      const page = await browser.newPage({
        hasTouch: true,
        extraHTTPHeaders: { 'x-forwarded-for': address() },
      });
      const loads: string[] = [];
      page.on(
        'request',
        (request) =>
          request.isNavigationRequest() &&
          loads.push(new URL(request.url()).pathname + new URL(request.url()).search),
      );
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      expect(await page.locator('#comments[data-late]').count()).toBe(1);
      await page.tap(link);
      await page.waitForSelector('#comments:not([data-late])');
      return { page, loads, parent: () => page.inputValue('#comment_parent') };
    };
    const reply = await touch(`/story/#comment-${first}`, `#comment-${first} .comment-reply-link`);
    await expect.poll(reply.parent).toBe(String(first));
    expect([reply.loads, await reply.page.locator(`#comment-${first} #respond`).count()]).toEqual([
      ['/story/'],
      1,
    ]);
    const cancel = await touch(`/story/?replytocom=${first}`, '#cancel-comment-reply-link');
    await expect.poll(cancel.parent).toBe('0');
    expect(cancel.loads).toEqual([`/story/?replytocom=${first}`]);
  });

  test('[COM-02] [COM-03] without JavaScript the links do the same, and the browser checks', async () => {
    const page = await browser.newPage({
      javaScriptEnabled: false,
      extraHTTPHeaders: { 'x-forwarded-for': address() },
    });
    await page.goto(`${site.url}/story/`);
    await page.click(`#comment-${first} .comment-reply-link`);
    await expect.poll(() => page.inputValue('#comment_parent')).toBe(String(first));
    await fill(page, { ...filled, comment: 'An answer without scripts' });
    await page.click('#submit');
    await page.waitForURL(/#comment-\d+$/);
    expect(await page.textContent(`#comment-${first} .children`)).toContain('An answer without scripts');
  });

  test('WordPress’ own blocks of comments: Reply moves their form, and an answer is sent', async () => {
    const { postId: other, comment } = await get().write(async (tx) => {
      const content =
        '<!-- wp:comments --><div class="wp-block-comments"><!-- wp:comment-template -->' +
        '<!-- wp:comment-author-name /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /--><!-- /wp:comment-template -->' +
        '<!-- wp:post-comments-form /--></div><!-- /wp:comments -->';
      const made = await makePost(tx, { slug: 'blocks', commentStatus: 'open', content });
      const templateId = await createTemplate(tx, {
        type: 'single',
        title: 'Text alone',
        content: '<!-- wp:broadsheet/post-content /-->',
      });
      await assignTemplateToItem(tx, 'single', made, templateId);
      return {
        postId: made,
        comment: await makeComment(tx, { postId: made, authorName: 'Bo', content: 'Words' }),
      };
    });
    await set({}); // the server has seen the template, too
    const { page, posts } = await open({}, '/blocks/');
    await page.click(`#comment-${comment} .comment-reply-link`);
    await expect.poll(() => page.locator(`#comment-${comment} #respond`).count()).toBe(1);
    expect([await page.inputValue('#comment_parent'), await page.textContent('[data-reply-title]')]).toEqual([
      String(comment),
      'Reply to Bo',
    ]);
    await fill(page, { ...filled, comment: 'An answer to a block' });
    await page.click('#submit');
    await page.waitForURL(/#comment-\d+$/);
    expect(posts[0]).toContain(`comment_post_ID=${other}`);
    expect(await page.textContent(`#comment-${comment} ol`)).toContain('An answer to a block');
  });

  test.each(['Control', 'Meta'])('[COM-05] %s+Enter sends the form', async (key) => {
    const { page, posts } = await open();
    await fill(page, { ...filled, comment: `Sent by ${key}` });
    await page.focus('#comment');
    await page.keyboard.press(`${key}+Enter`);
    await page.waitForURL(/#comment-\d+$/);
    expect(posts).toHaveLength(1);
    expect(await page.textContent('.comment-list')).toContain(`Sent by ${key}`);
  });

  test('[COM-06] [COM-07] [COM-08] [COM-09] [COM-11] [COM-16] missing fields get a message and a red border', async () => {
    const { page, posts } = await open();
    expect(await warnings(page)).toEqual([]);
    const border = (id: string) =>
      page.locator(`#${id}`).evaluate((field) => getComputedStyle(field).borderColor);
    const usual = await border('author');
    await page.fill('#author', 'Rea');
    await page.click('#submit');
    expect(await warnings(page)).toEqual(['comment', 'email']);
    const red = 'rgb(196, 22, 28)';
    expect([await border('comment'), await border('author'), await border('email')]).toEqual([
      red,
      usual,
      red,
    ]);
    await page.fill('#author', '');
    await page.click('#submit');
    expect(await warnings(page)).toEqual(['comment', 'author', 'email']);
    // The focus is on the first invalid field, and only its warning is announced.
    const announced = () =>
      page.evaluate(() => [
        document.activeElement?.id,
        ...[...document.querySelectorAll('[aria-live],[role=alert],[role=status]')]
          .map((one) => one.textContent)
          .filter(Boolean),
      ]);
    expect([
      await announced(),
      await page.getAttribute('#comment', 'aria-describedby'),
      await page.getAttribute('#email', 'aria-describedby'),
    ]).toEqual([['comment'], 'comment-warning', 'email-warning']);
    const words = [
      'Please enter your comment!',
      'Please enter your name here',
      'Please enter your email address here',
    ];
    expect(await page.locator('[data-warning]:visible').allTextContents()).toEqual(words);
    await page.fill('#email', 'foo@bar');
    await page.click('#submit');
    expect(await page.locator('[data-warning]:visible').allTextContents()).toEqual([
      words[0],
      words[1],
      'You have entered an incorrect email address!',
    ]);
    expect(posts).toEqual([]);
    await set({ require_name_email: false });
    const optional = await open();
    await fill(optional.page, { comment: 'Nobody in particular' });
    await optional.page.click('#submit');
    await optional.page.waitForURL(/#comment-\d+$/);
  });

  test('[COM-10] [COM-12] [COM-13] [COM-14] [COM-15] addresses fit the pattern or are warned about; entering a field hides its warnings', async () => {
    const { page, posts } = await open();
    const passes = async (email: string) => {
      await page.fill('#comment', '');
      await page.fill('#email', email);
      await page.click('#submit');
      return !(await warnings(page)).includes('email-error');
    };
    for (const good of ['a.b-c_d@site.com', 'ab@site.com', 'ab@site.info', 'ab@news.site.co', 'a1@s-1.x9']) {
      expect([good, await passes(good)]).toEqual([good, true]);
    }
    for (const bad of [
      '.ab@site.com',
      'ab-@site.com',
      'a+b@site.com',
      'absite.com',
      'ab@',
      'ab@.com',
      'ab@site.c',
      'ab@site.museum',
      'ab@site.COM',
      'foo@bar',
    ]) {
      expect([bad, await passes(bad)]).toEqual([bad, false]);
    }
    expect(await warnings(page)).toEqual(['comment', 'author', 'email-error']);
    await page.focus('#email');
    expect(await warnings(page)).toEqual(['comment', 'author']);
    await fill(page, { comment: 'Words', author: 'Rea' });
    await page.focus('#submit');
    await page.click('#submit');
    expect([
      await warnings(page),
      await page.evaluate(() => document.activeElement?.id),
      await page.getAttribute('#email', 'aria-describedby'),
    ]).toEqual([['email-error'], 'email', 'email-error-warning']);
    expect([
      await page.getAttribute('#comment', 'aria-describedby'),
      await page.getAttribute('#comment', 'aria-invalid'),
    ]).toEqual([null, null]);
    expect(posts).toEqual([]);
  });

  test('[COM-17] a held comment is shown to its author, who is remembered on request, also on return', async () => {
    await set({ comment_previously_approved: true });
    const { page } = await open();
    await fill(page, { comment: 'Held for now', author: 'Neu Ling', email: 'neu@mail.test' });
    await page.check('#wp-comment-cookies-consent');
    await page.click('#submit');
    await page.waitForURL(/unapproved=\d+.*#comment-\d+$/);
    expect(await page.textContent('.comment:has(.comment-awaiting-moderation)')).toContain('Held for now');
    await page.goto(`${site.url}/story/`);
    await page.mouse.move(5, 5, { steps: 2 });
    await page.waitForFunction(() => document.querySelector('form.comment-form')?.matches('[novalidate]'));
    expect([
      await page.inputValue('#author'),
      await page.inputValue('#email'),
      await page.isChecked('#wp-comment-cookies-consent'),
    ]).toEqual(['Neu Ling', 'neu@mail.test', true]);
    expect(await page.textContent('.comment:has(.comment-awaiting-moderation)')).toContain('Held for now');
    expect((await rawRequest(site.url, '/story/')).body).not.toContain('Neu Ling');
  });

  test('[CAP-01] [CAP-02] without a captcha none of its code is loaded or called', async () => {
    const { page, urls, posts, calls } = await open();
    await fill(page, { ...filled, comment: 'No captcha here' });
    await page.click('#submit');
    await page.waitForURL(/#comment-\d+$/);
    expect([
      posts.length,
      calls.length,
      urls.filter((url) => !url.startsWith(site.url) || url.includes('captcha')),
    ]).toEqual([1, 0, []]);
  });

  test(
    "[CAP-01] [CAP-03] [CAP-05] [CAP-06] [CAP-07] [CAP-10] [AJAX-09] [IMP-34] a service's token is verified on the server " +
      'before the comment is sent, once',
    async () => {
      await useService();
      const loaded = service.loads.length;
      const { page, posts, calls } = await open();
      await expect.poll(() => service.loads.slice(loaded)).toEqual(['render=site-key']);
      await fill(page, { ...filled, author: '', comment: 'With a token' });
      await page.click('#submit');
      expect([await warnings(page), calls.length]).toEqual([['author'], 0]);
      await page.fill('#author', 'Rea Der');
      service.find({});
      await page.click('#submit');
      await page.waitForURL(/#comment-\d+$/);
      expect(calls.map((fields) => [...fields.keys()])).toEqual([['action', 'token']]);
      expect(calls[0]?.get('token')).toMatch(/^token-\S+$/);
      expect(service.verifications.at(-1)).toMatchObject({
        secret: 'secret-key',
        response: calls[0]?.get('token'),
      });
      expect(posts).toHaveLength(1);
      const again = await open();
      await stub(again.page, (route) => route.fulfill({ body: '{"success":false,"error":"x"}' }));
      await fill(again.page);
      await again.page.click('#submit');
      await expect
        .poll(() => again.page.evaluate('asked'))
        .toEqual([['site-key', { action: 'validate_captcha' }]]);
    },
  );

  test('[CAP-04] [CAP-08] [CAP-09] [COM-12] the form is held until the answer, and stays where it is no', async () => {
    await useService();
    const { page, posts, calls } = await open();
    // Set up before the calls: a call is noted before it is intercepted.
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    const coming = answers.values();
    await stub(page, async (route) =>
      route.fulfill({ contentType: 'application/json', body: (await coming.next().value?.promise) ?? '' }),
    );
    await fill(page);
    await page.click('#submit');
    await expect.poll(() => calls.length).toBe(1);
    expect([posts.length, await page.textContent('.comment-state')]).toEqual([
      0,
      'Checking that you are not a robot…',
    ]);
    answers[0].resolve('{"success":false,"error":"score failed"}');
    await expect.poll(() => warnings(page)).toEqual(['captcha-score']);
    await page.click('#submit');
    await expect.poll(() => calls.length).toBe(2);
    answers[1].resolve('{"success":false,"error":"other"}');
    await expect.poll(() => warnings(page)).toEqual(['captcha']);
    await page.focus('#email');
    expect(await warnings(page)).toEqual([]);
    expect(posts).toEqual([]);
  });

  test('[CAP-08] [CAP-11] [AJAX-10] the server trusts no browser: bad scores, dead services, and comments without a pass are refused', async () => {
    await useService();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const verify = (token: string, ip: string, post = postId) =>
      rawRequest(site.url, `/wp-admin/admin-ajax.php?td_theme_name=broadsheet&v=1&comment_post_ID=${post}`, {
        method: 'POST',
        headers: { ...form, 'x-forwarded-for': ip },
        body: new URLSearchParams({ action: 'td_ajax_submit_captcha', token }).toString(),
      });
    const comment = (
      ip: string,
      cookie: string,
      text: string,
      post = postId,
      more: Record<string, string> = {},
    ) =>
      rawRequest(site.url, '/wp-comments-post.php', {
        method: 'POST',
        headers: { ...form, 'x-forwarded-for': ip, cookie },
        body: new URLSearchParams({
          ...filled,
          comment: text,
          comment_post_ID: String(post),
          ...more,
        }).toString(),
      });
    service.find({ score: 0.3 });
    expect(JSON.parse((await verify('low', address())).body)).toEqual({
      success: false,
      error: 'score failed',
    });
    service.find({ action: 'login' });
    expect(JSON.parse((await verify('other', address())).body)).toEqual({
      success: false,
      error: 'action mismatch',
    });
    service.find(500);
    expect(JSON.parse((await verify('down', address())).body)).toEqual({
      success: false,
      error: 'captcha service unreachable',
    });
    service.find({ success: false, 'error-codes': ['invalid-input-response'] });
    expect(JSON.parse((await verify('x', address())).body)).toEqual({
      success: false,
      error: 'invalid-input-response',
    });
    service.find({});
    expect(JSON.parse((await verify('x-nowhere', address(), 0)).body)).toMatchObject({ success: false });
    const ip = address();
    const passed = await verify('good', ip);
    const cookie = String(passed.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(passed.headers['set-cookie'])).toMatch(
      /Path=\/wp-comments-post\.php; Max-Age=600; HttpOnly; SameSite=Strict/,
    );
    const otherPost = await get().write((tx) => makePost(tx, { commentStatus: 'open' }));
    expect((await comment(address(), '', 'Without a pass')).status).toBe(403);
    expect((await comment(address(), cookie, 'From elsewhere')).status).toBe(403);
    expect((await comment(ip, cookie, 'On another post', otherPost)).status).toBe(403);
    expect(
      (
        await comment(
          ip,
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          'Forged',
        )
      ).status,
    ).toBe(403);
    const refused = await comment(ip, '', 'Nothing is lost');
    expect(refused.body).toContain('Nothing is lost');
    expect((await comment(ip, cookie, 'With a pass')).status).toBe(302);
    expect((await comment(ip, cookie, 'With the same pass')).status).toBe(403);
    // The response names the cause: no script, no cookie, or an expired token. The last two offer to resend.
    const outcomeOf = async (reply: ReturnType<typeof comment>) => {
      const { body } = await reply;
      return [
        /<li class="comment-warning">([^<]*)/
          .exec(body)?.[1]
          ?.replace(/^To keep robots out, this form needs | Please.*/g, ''),
        body.includes(' id="submit"'),
        body.includes('Kept words'),
      ];
    };
    expect([
      await outcomeOf(comment(address(), '', 'Kept words')),
      await outcomeOf(comment(address(), '', 'Kept words', postId, { comment_captcha: 'passed' })),
      await outcomeOf(comment(address(), cookie, 'Kept words')),
    ]).toEqual([
      ['JavaScript, unless you are logged in.', false, true],
      ['a cookie, and your browser sent none.', true, true],
      ['The captcha check failed.', true, true],
    ]);
  });

  test('if the captcha’s script fails to load, a message says so, and the form can be resent', async () => {
    await set({ captcha: 'show' });
    const { page, posts } = await open({ expectedMessages: /ERR_FAILED/ });
    await page.route('**/assets/captcha-*.js', (route) => route.abort());
    await fill(page, { ...filled, comment: `Held up for ${people}` });
    await page.click('#submit');
    await expect.poll(() => warnings(page)).toEqual(['captcha']);
    expect([
      posts.length,
      await page.textContent('.comment-state'),
      await page.getAttribute('#submit', 'aria-disabled'),
    ]).toEqual([0, '', 'false']);
  });

  test('[CAP-11] without keys the browser computes briefly, contacts no other server, and the comment is accepted', async () => {
    await set({ captcha: 'show' });
    const { page, urls, posts, calls } = await open();
    const before = await total();
    await fill(page, { ...filled, comment: `Worked for ${people}` });
    await page.click('#submit');
    await page.waitForURL(/#comment-\d+$/);
    expect(calls.map((fields) => (fields.get('token') ?? '') === '')).toEqual([true, false]);
    expect([posts.length, await total()]).toEqual([1, before + 1]);
    expect(urls.filter((url) => !url.startsWith(site.url))).toEqual([]);
  });

  test(
    '[CAP-11] without the cookie of the captcha the reason names cookies, every word is kept, and the comment goes in from ' +
      'there once they are allowed',
    async () => {
      await set({ captcha: 'show' });
      const { page, posts } = await open({ expectedMessages: /status of 403/ });
      let allowed = false;
      await stub(page, async (route) => {
        if (allowed) return route.continue();
        const request = route.request();
        const reply = await fetch(request.url(), {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': request.headers()['x-forwarded-for'] ?? '',
          },
          body: request.postData() ?? '',
        });
        await route.fulfill({ contentType: 'application/json', body: await reply.text() });
      });
      await page.click(`#comment-${first} .comment-reply-link`);
      await fill(page, { ...filled, comment: `Kept through the captcha ${people}` });
      await page.fill('#url', 'https://rea.example/');
      const send = async () => {
        await Promise.all([page.waitForEvent('load'), page.click('#submit')]);
        expect(await page.textContent('h1')).toBe('Your comment was not sent');
      };
      await send();
      const reasons = () => page.locator('main [role=alert]:visible').allTextContents();
      expect(await reasons()).toEqual([
        'To keep robots out, this form needs a cookie, and your browser sent none. Please allow cookies for this site, then send the comment again.',
      ]);
      await send();
      expect([
        (await reasons())[0]?.includes('cookie'),
        await page.inputValue('#url'),
        await page.inputValue('#comment_parent'),
      ]).toEqual([true, 'https://rea.example/', String(first)]);
      const boxes = await Promise.all(
        ['#submit', 'main a:has-text("Back to the article")'].map((part) => page.locator(part).boundingBox()),
      );
      expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0)).toBeGreaterThanOrEqual(16);
      allowed = true;
      await page.fill('#email', 'foo@bar');
      await page.click('#submit');
      await expect.poll(() => warnings(page)).toEqual(['email-error']);
      await page.fill('#email', filled.email);
      await page.click('#submit');
      await page.waitForURL(/\/story\/#comment-\d+$/);
      expect([posts.length, await page.textContent(`#comment-${first} .children`)]).toEqual([
        3,
        expect.stringContaining('Kept through the captcha'),
      ]);
    },
  );

  test('[CAP-04] the work can be stopped, and without JavaScript the form explains the requirement', async () => {
    await set({ captcha: 'show' });
    const { page, posts } = await open();
    await stub(page, (route) =>
      route.request().postData()?.endsWith('token=') ? route.continue() : new Promise(() => {}),
    );
    await fill(page);
    await page.click('#submit');
    await page.click('.comment-stop');
    await expect.poll(() => page.textContent('.comment-state')).toBe('');
    expect([await warnings(page), posts, await page.inputValue('#comment')]).toEqual([
      [],
      [],
      filled.comment,
    ]);
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${site.url}/story/`);
    expect(await plain.textContent('.comment-form')).toContain('this form needs JavaScript');
  });
});
