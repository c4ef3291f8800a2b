import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hostileSaves, refusedSaves } from '../fixtures/hostile-saves.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

interface Saved {
  readonly id: number;
  readonly link: string;
  readonly content: { readonly raw: string; readonly rendered: string };
}

onBothDatabases('long and deeply nested texts', (_get, place) => {
  let site: ServedSite;
  const headersOf = new Map<string, Record<string, string>>();
  beforeAll(async () => {
    site = await serveSite(place());
    for (const role of ['author', 'administrator']) {
      const id = await site.database.write((tx) => makeUser(tx, { login: `long-${role}`, roles: [role] }));
      const { cookie, nonce } = await site.signIn(id);
      headersOf.set(role, { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' });
    }
  });
  afterAll(async () => site.close());

  const send = (role: string, path: string, body: object): Promise<RawReply> =>
    rawRequest(site.url, `/wp-json${path}`, {
      method: 'POST',
      headers: headersOf.get(role) ?? {},
      body: JSON.stringify(body),
    });
  const saved = (reply: RawReply): Saved => {
    expect([200, 201], reply.body.slice(0, 300)).toContain(reply.status);
    return JSON.parse(reply.body) as Saved;
  };

  test('a long text that is hostile is stored without growing, and its page is served', async () => {
    for (const [kind, write] of Object.entries(hostileSaves)) {
      const content = write(200_000);
      const {
        link,
        content: { raw },
      } = saved(await send('author', '/wp/v2/posts', { title: kind, status: 'publish', content }));
      expect(raw.length, kind).toBeLessThan(2 * content.length);
      expect((await rawRequest(site.url, new URL(link).pathname)).status, kind).toBe(200);
    }
  });

  test('a long text that nests too deep is refused', async () => {
    for (const [kind, write] of Object.entries(refusedSaves)) {
      const { status, body } = await send('author', '/wp/v2/posts', {
        title: kind,
        status: 'publish',
        content: write(200_000),
      });
      expect(status, kind).toBe(400);
      expect(JSON.parse(body), kind).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { content: expect.stringContaining('200') } },
      });
    }
  });

  test('long texts are prepared, rendered and added to feeds in workers with database content; short ones in place', async () => {
    const run = vi.spyOn(site.app.content.textWorkers, 'run');
    try {
      const paragraph =
        '<!-- wp:paragraph --><p>Capybara <b onclick="x()">and</b> okapi</p><!-- /wp:paragraph -->\n';
      const gallery =
        '<!-- wp:gallery {"ids":[]} --><figure class="wp-block-gallery"></figure><!-- /wp:gallery -->';
      const long = saved(
        await send('author', '/wp/v2/posts', {
          title: 'Long',
          status: 'publish',
          content: paragraph.repeat(1500) + gallery,
        }),
      );
      expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['prepare', 'render']);
      expect(long.content.raw).toBe(paragraph.replace(' onclick="x()"', '').repeat(1500) + gallery);
      expect(
        long.content.rendered.match(/<p class="wp-block-paragraph">Capybara <b>and<\/b> okapi<\/p>/g),
      ).toHaveLength(1500);
      expect(
        (await rawRequest(site.url, new URL(long.link).pathname)).body.match(/okapi<\/p>/g),
      ).toHaveLength(1500);
      expect((await rawRequest(site.url, '/?s=capybara')).body).toContain(new URL(long.link).pathname);
      run.mockClear();
      const item = (await rawRequest(site.url, '/feed/')).body
        .split('<item>')
        .find((one) => one.includes(long.link));
      expect(item?.match(/Capybara <b>and<\/b> okapi/g)).toHaveLength(1500);
      expect(run.mock.calls.map(([{ name }]) => name)).toContain('feed');
      run.mockClear();
      const short = saved(
        await send('author', '/wp/v2/posts', { title: 'Short', status: 'publish', content: paragraph }),
      );
      expect([short.content.raw, run.mock.calls]).toEqual([paragraph.replace(' onclick="x()"', ''), []]);
    } finally {
      run.mockRestore();
    }
  });

  test('too deep nesting is refused with the limit, by every way of saving, and allowed nesting is saved', async () => {
    const deep = '<div>'.repeat(300) + 'x' + '</div>'.repeat(300);
    const long = deep + '<p>Words</p>'.repeat(5000);
    const blocks = `${'<!-- wp:group -->'.repeat(201)}x${'<!-- /wp:group -->'.repeat(201)}`;
    const { id } = saved(await send('administrator', '/wp/v2/posts', { title: 'Mine', content: '<p>x</p>' }));
    const { id: page } = saved(
      await send('administrator', '/wp/v2/pages', { title: 'Page', content: '<p>x</p>' }),
    );
    const { template_id: template } = JSON.parse(
      (await send('administrator', '/broadsheet/v1/templates', { type: 'single', title: 'Template' })).body,
    ) as {
      readonly template_id: number;
    };
    const ways: readonly (readonly [path: string, given: object, field: string])[] = [
      ['/wp/v2/posts', { title: 'x' }, 'content'],
      [`/wp/v2/posts/${id}`, {}, 'content'],
      [`/wp/v2/posts/${id}/autosaves`, {}, 'content'],
      ['/wp/v2/pages', { title: 'x' }, 'content'],
      [`/wp/v2/pages/${page}`, {}, 'content'],
      ['/wp/v2/blocks', { title: 'x' }, 'content'],
      [`/broadsheet/v1/templates/${template}`, {}, 'content'],
      [`/wp/v2/posts/${id}`, {}, 'excerpt'],
      ['/wp/v2/categories', { name: 'Deep' }, 'description'],
    ];
    for (const [path, given, field] of ways) {
      for (const text of field === 'content' ? [deep, long, blocks] : [deep]) {
        const reply = await send('administrator', path, { ...given, [field]: text });
        expect([reply.status, reply.body.slice(0, 500)], `${path} ${field}`).toEqual([
          400,
          expect.stringMatching(/rest_invalid_param.*nested more than 200/),
        ]);
      }
      const fine = await send('administrator', path, {
        ...given,
        [field]: '<div>'.repeat(90) + `<p>Fine ${path}</p>` + '</div>'.repeat(90),
      });
      expect([200, 201], `${path} ${field}: ${fine.body.slice(0, 300)}`).toContain(fine.status);
    }
  });
});
