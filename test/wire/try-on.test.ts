import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTemplateGlobally, assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const words = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;

onDrawnDatabase('a template is tried on', (_get, place) => {
  let site: ServedSite;
  let cookies: Record<string, string>;
  const ids = { own: 0, global: 0, other: 0, narrow: 0, header: 0, footer: 0, category: 0 };
  const request = (path: string, who = 'editor') =>
    rawRequest(site.url, path, cookies[who] === undefined ? {} : { headers: { cookie: cookies[who] } });
  const shown = async (query: string, who = 'editor', path = '/story/') => {
    const { status, body } = await request(`${path}?${query}`, who);
    return [status, /(?:Own|Global|Other|Narrow|Category) layout/.exec(body)?.[0] ?? 'built in'].join(' ');
  };

  beforeAll(async () => {
    site = await serveSite(place());
    cookies = await site.database
      .write(async (tx) => {
        const people: Record<string, number> = {};
        for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const)
          people[role] = await makeUser(tx, { roles: [role] });
        const movie = '<iframe src="https://video.example/1"></iframe>';
        const story = await makePost(tx, {
          title: 'Story',
          slug: 'story',
          content: `<p>Text.</p><script>1</script>${movie}<img src="https://pictures.example/a.jpg" onerror="x()">`,
        });
        const template = (title: string, more = {}) =>
          createTemplate(tx, { type: 'single', title, content: words(`${title} layout`), ...more });
        ids.narrow = await template('Narrow', { isMobile: true });
        ids.other = await template('Other', { mobileTemplateId: ids.narrow });
        ids.own = await template('Own');
        ids.global = await template('Global');
        ids.header = await template('My header', { type: 'header' });
        ids.footer = await template('My footer', { type: 'footer' });
        ids.category = await template('Category', { type: 'category' });
        await assignTemplateToItem(tx, 'single', story, ids.own);
        await assignTemplateGlobally(tx, 'single', ids.global);
        return people;
      })
      .then(async (people) =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(people).map(async ([role, id]) => [role, (await site.signIn(id)).cookie]),
          ),
        ),
      );
  });
  afterAll(() => site.close());

  test('on this very page, wide and narrow, saved, global, built in and of its phones; other kinds lay out nothing', async () => {
    expect(await shown('')).toBe('200 Own layout');
    expect(await shown(`template_preview=${ids.other}`)).toBe('200 Other layout');
    expect(await shown(`template_preview=${ids.other}&device=desktop`)).toBe('200 Other layout');
    expect(await shown(`template_preview=${ids.other}&device=phone`)).toBe('200 Narrow layout');
    expect(await shown(`template_preview=${ids.narrow}`)).toBe('200 Narrow layout');
    expect(await shown('template_preview=global')).toBe('200 Global layout');
    expect(await shown('template_preview=built-in')).toBe('200 built in');
    expect(await shown('template_preview=built-in:wide')).toBe('200 built in');
    expect(await shown('device=phone')).toBe('200 Own layout');
    for (const part of ['header', 'footer'] as const) {
      const { body } = await request(`/story/?template_preview=${ids[part]}`);
      expect([body.includes(`My ${part} layout`), body.includes('Own layout')], part).toEqual([true, true]);
    }
    for (const none of [
      '999999',
      'x',
      '',
      '0',
      '-1',
      '1e3',
      'library:',
      'nobody:x',
      'constructor:x',
      '__proto__',
      'built-in:category',
      `${ids.category}`,
      'x'.repeat(3000),
    ]) {
      const { status, headers } = await request(`/story/?template_preview=${encodeURIComponent(none)}`);
      expect([none, status, headers['cache-control']]).toEqual([none, 404, 'no-store']);
    }
    expect((await request(`/no-such/?template_preview=built-in`)).status).toBe(404);
    expect((await request(`/?p=999&template_preview=${ids.other}`)).status).toBe(404);
  });

  test('broken templates are skipped as for readers: a phone variant for its template, and that for the next one', async () => {
    const template = (title: string, content: string, more = {}) =>
      site.database.write((tx) => createTemplate(tx, { type: 'single', title, content, ...more }));
    const unknown = '<!-- wp:nobody/knows /-->';
    const small = await template('Small', unknown, { isMobile: true });
    const [sound, broken] = [
      await template('Sound', words('Other layout'), { mobileTemplateId: small }),
      await template('Broken', unknown),
    ];
    expect(await shown(`template_preview=${sound}&device=phone`)).toBe('200 Other layout');
    for (const device of ['desktop', 'phone'])
      expect(await shown(`template_preview=${broken}&device=${device}`)).toBe('200 Global layout');
    // Its self-reference shows only when it is rendered.
    const part = '<!-- wp:template-part {"slug":"ring"} /-->';
    await site.database.write((tx) =>
      makePost(tx, { type: 'wp_template_part', slug: 'ring', content: part }),
    );
    expect(await shown(`template_preview=${await template('Ring', words('Narrow layout') + part)}`)).toBe(
      '200 Global layout',
    );
  });

  test('a previewed template runs nothing, is not cached, and can’t be framed by other sites', async () => {
    const { status, headers, body } = await request('/story/?template_preview=built-in');
    expect([
      status,
      headers['cache-control'],
      headers['x-robots-tag'],
      headers.etag,
      headers.link,
      headers['x-frame-options'],
    ]).toEqual([200, 'private, no-store', 'noindex', undefined, undefined, 'SAMEORIGIN']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'self'`);
    expect(policy).toMatch(/sandbox allow-same-origin$/);
    expect(policy).not.toContain('script-src');
    expect(body).not.toMatch(/<script|<noscript|<iframe|<template|\son\w+=|rel="?preload/);
    expect(body).toMatch(/<body [^>]*inert/);
    expect(body).toContain('Embedded content from video.example');
    expect(body).toContain('class="site-footer');
    expect(await request('/story/?template_preview=built-in&scheme=dark')).toMatchObject({
      body: expect.stringMatching(/<html [^>]*class="is_dark"/) as unknown,
    });
    const redirect = await request(`/?p=1&template_preview=built-in&device=phone`);
    if (redirect.status === 301)
      expect(redirect.headers.location).toContain('?template_preview=built-in&device=phone');
  });

  test('for all others these parameters are unknown: they get the public page', async () => {
    const { body: plain, headers } = await request('/story/', 'nobody');
    for (const who of ['nobody', 'subscriber']) {
      for (const query of [
        `template_preview=${ids.other}`,
        'template_preview=built-in&device=phone',
        'device=phone',
        'scheme=dark',
        'template_preview=%ff',
      ]) {
        const reply = await request(`/story/?${query}`, who);
        expect([who, query, reply.status, reply.headers.etag, reply.body === plain]).toEqual([
          who,
          query,
          200,
          headers.etag,
          true,
        ]);
      }
    }
    for (const who of ['author', 'contributor'])
      expect(await shown(`template_preview=${ids.other}&device=phone`, who), who).toBe('200 Own layout');
    expect(await shown(`template_preview=${ids.other}`, 'administrator')).toBe('200 Other layout');
  });
});
