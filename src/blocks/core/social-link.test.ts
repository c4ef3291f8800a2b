import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { saveSettings } from '../../modules/settings/store.ts';

onBothDatabases('core/social-links', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const link = (attributes: object) => `<!-- wp:social-link ${JSON.stringify(attributes)} /-->`;
  const list = (attributes: object, ...links: object[]) => {
    const inner = `<ul class="wp-block-social-links">${links.map(link).join('')}</ul>`;
    return showMarkup(
      site,
      `<!-- wp:social-links ${JSON.stringify(attributes)} -->${inner}<!-- /wp:social-links -->`,
    );
  };

  test('are items with an icon and an accessible name', async () => {
    const html = await list({}, { url: 'https://github.com/x?a=1&b=2', service: 'github' });
    expect(html).toMatch(
      /^<ul class="wp-block-social-links is-layout-flex wp-block-social-links-is-layout-flex"><li class="wp-block-social-link wp-social-link wp-social-link-github"><a href="[^"]+" /,
    );
    expect(html).toContain(
      '<a href="https://github.com/x?a=1&amp;b=2" class="wp-block-social-link-anchor"><svg',
    );
    expect(html).toContain(
      '</svg><span class="wp-block-social-link-label screen-reader-text">GitHub</span></a></li></ul>',
    );
  });

  test('labels, targets, sizes and colours are those of the list', async () => {
    const html = await list(
      {
        openInNewTab: true,
        showLabels: true,
        iconColor: 'white',
        iconColorValue: '#fff',
        iconBackgroundColor: 'black',
        iconBackgroundColorValue: '#000000',
        layout: { type: 'flex', orientation: 'vertical' },
      },
      {
        url: 'https://x.com/a',
        service: 'x',
        rel: 'me',
        label: 'Our <b>feed</b>',
        className: 'mine',
        anchor: 'x',
      },
    );
    expect(html).toContain(
      '<ul class="wp-block-social-links is-vertical is-layout-flex wp-block-social-links-is-layout-flex">',
    );
    expect(html).toContain(
      '<li id="x" class="wp-block-social-link wp-social-link wp-social-link-x has-white-color has-black-background-color mine" ' +
        'style="color:#fff;background-color:#000000">',
    );
    expect(html).toContain('rel="me noopener nofollow" target="_blank"');
    expect(html).toContain('<span class="wp-block-social-link-label">Our &lt;b&gt;feed&lt;/b&gt;</span>');
  });

  test('URLs without a scheme get https or mailto, and links without one render nothing', async () => {
    const links = [
      { url: 'me@x.test', service: 'mail' },
      { url: 'example.com/a', service: 'chain' },
      { url: '/feed/', service: 'feed' },
      { url: '#' },
    ];
    const html = await list({}, ...links);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'mailto:me@x.test',
      'https://example.com/a',
      '/feed/',
      '#',
    ]);
    expect(await list({}, { service: 'x' }, { url: ' ', service: 'x' })).toBe('');
    await get().write((tx) => saveSettings(tx, { imported_from: ['https://old.example'] }));
    expect(await list({}, { url: 'http://www.old.example/about/', service: 'chain' })).toContain(
      'href="/about/"',
    );
  });

  test('hostile values become a link, text or nothing', async () => {
    const hostile: object[] = [
      { url: 'java\tscript:alert(1)', service: 'x' },
      { url: 'https://ok.example', service: '"><script>alert(1)</script>' },
      { url: ['https://a.example'], service: 'x' },
      { url: 'data:text/html,<script>alert(1)</script>', service: 'constructor' },
      { url: 'https://ok.example', service: '__proto__', rel: '"onclick="alert(1)' },
      { url: 'https://ok.example', className: '" onmouseover="alert(1)' },
      { url: `https://ok.example/${'a'.repeat(100_000)}` },
      { url: 'x@y"onclick=1.z' },
      { url: 'https://ok.example', label: '<img src=x onerror=alert(1)>' },
      { url: 'https://ok.example', style: { color: { text: 'red;position:fixed' } } },
    ];
    const attributes = { iconColorValue: 'red;background:url(//evil.test)', iconColor: '"><i>' };
    const html = await list(attributes, ...hostile, { url: 'https://bystander.example', service: 'github' });
    expect(html).not.toMatch(/<script|<img|javascript:|data:|evil\.test|position:fixed/);
    expect(html).not.toMatch(/\son[a-z]+="/);
    expect(html).toContain('href="https://bystander.example"');
    expect(html.match(/<li /g)).toHaveLength(hostile.length); // the link whose URL is a list renders nothing, the one next to it renders
  });

  test('render in articles, REST and excerpts as everywhere', async () => {
    const id = await get().write((tx) =>
      makePost(tx, { content: `<p>Words.</p>${link({ url: 'https://a.example', service: 'x' })}` }),
    );
    const { post } = await pageOf(site, id);
    const compiled = post && (await site.documents.post(post));
    expect(compiled?.nodes.at(-1)).toMatchObject({ name: 'core/social-link' });
  });
});
