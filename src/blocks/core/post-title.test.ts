import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';

onBothDatabases('core/post-title', (get) => {
  let site: PageSite;
  let id: number;
  beforeAll(async () => {
    site = pageSite(get());
    id = await get().write((tx) => makePost(tx, { title: 'A bell', slug: 'bell' }));
  });
  const show = async (attributes: object) =>
    showMarkup(site, `<!-- wp:post-title ${JSON.stringify(attributes)} /-->`, await pageOf(site, id));

  test('shows the title of the page’s post, with the chosen element, link and classes', async () => {
    expect(await show({})).toBe('<h2 class="wp-block-post-title">A bell</h2>');
    expect(await show({ level: 0 })).toBe('<p class="wp-block-post-title">A bell</p>');
    expect(
      await show({
        level: 1,
        isLink: true,
        linkTarget: '_blank',
        rel: 'nofollow',
        className: 'is-style-large',
        align: 'wide',
        textAlign: 'center',
        anchor: 'top',
      }),
    ).toBe(
      '<h1 id="top" class="wp-block-post-title alignwide has-text-align-center is-style-large">' +
        '<a href="/bell/" target="_blank" rel="nofollow">A bell</a></h1>',
    );
  });

  test('applies the editor’s colours, sizes and spacing, and drops invalid values', async () => {
    expect(
      await show({
        textColor: 'primary',
        fontSize: 'large',
        style: {
          spacing: { margin: { top: 'var:preset|spacing|40', left: '1px;position:fixed' } },
          typography: { lineHeight: 1.2 },
          color: { background: 'url(//evil.test)' },
        },
      }),
    ).toBe(
      '<h2 class="wp-block-post-title has-primary-color has-text-color has-background has-large-font-size" style="line-height:1.2;' +
        'margin-top:var(--wp--preset--spacing--40)">A bell</h2>',
    );
  });

  test('reads invalid attributes as their defaults', async () => {
    const faults = [
      { level: 'x' },
      { level: {} },
      { isLink: 'yes' },
      { style: [] },
      { className: 5 },
      { style: { spacing: null } },
      { layout: 'flex' },
    ];
    for (const attributes of faults) {
      expect(await show(attributes)).toBe('<h2 class="wp-block-post-title">A bell</h2>');
    }
    expect(await show({ level: 99 })).toContain('<h6');
    expect(await show({ level: -5 })).toContain('<p');
  });

  test('escapes the title, and renders nothing without a title or a post', async () => {
    const hostile = await get().write((tx) => makePost(tx, { title: hostileTitle }));
    expect(
      await showMarkup(site, '<!-- wp:post-title {"isLink":true} /-->', await pageOf(site, hostile)),
    ).not.toContain('<img');
    expect(
      await showMarkup(
        site,
        '<!-- wp:post-title /-->',
        await pageOf(site, await get().write((tx) => makePost(tx, { title: '' }))),
      ),
    ).toBe('');
    expect(await showMarkup(site, '<!-- wp:post-title /-->')).toBe('');
  });
});
