import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';

onBothDatabases('core/page-list', (get) => {
  let site: PageSite;
  let about: number;
  let team: number;
  let ada: number;
  beforeAll(async () => {
    site = pageSite(get());
    expect(await showMarkup(site, '<!-- wp:page-list /-->')).toBe('');
    await get().write(async (tx) => {
      const page = { type: 'page' } as const;
      about = await makePost(tx, { ...page, title: 'About & more', slug: 'about', menuOrder: 2 });
      team = await makePost(tx, { ...page, title: 'Team', slug: 'team', parentId: about });
      ada = await makePost(tx, { ...page, title: 'Ada', slug: 'ada', parentId: team });
      await makePost(tx, { ...page, title: 'Zebras', slug: 'zebras', menuOrder: 1 });
      const draft = await makePost(tx, { ...page, title: 'Draft', status: 'draft' });
      await makePost(tx, { ...page, title: 'Below a draft', parentId: draft });
      await makePost(tx, { ...page, title: 'Locked', password: 'x' });
      await makePost(tx, { title: 'An article' });
    });
  });
  const show = async (attributes: object = {}, on?: number) =>
    showMarkup(
      site,
      `<!-- wp:page-list ${JSON.stringify(attributes)} -->\n<!-- wp:page-list-item {"id":5,"label":"Old"} /-->\n<!-- /wp:page-list -->`,
      on === undefined ? undefined : await pageOf(site, on),
    );
  const item = (slug: string, title: string, inside = '', classes = '', link = '') =>
    `<li class="wp-block-pages-list__item${classes}"><a class="wp-block-pages-list__item__link" href="/${slug}/"${link}>${title}</a>${inside}</li>`;
  const below = (inside: string) => `<ul class="wp-block-navigation__submenu-container">${inside}</ul>`;

  test('lists all pages in their order, with nested child pages', async () => {
    expect(await show({ fontSize: 'small' })).toBe(
      `<ul class="wp-block-page-list has-small-font-size">${item('zebras', 'Zebras')}${item(
        'about',
        'About &amp; more',
        below(item('about/team', 'Team', below(item('about/team/ada', 'Ada')), ' has-child')),
        ' has-child',
      )}</ul>`,
    );
    expect(await show({ parentPageID: about })).toBe(
      `<ul class="wp-block-page-list">${item('about/team', 'Team', below(item('about/team/ada', 'Ada')), ' has-child')}</ul>`,
    );
    expect(await show({ parentPageID: team, isNested: true })).toBe(item('about/team/ada', 'Ada'));
  });

  test('marks the current page, its ancestors, and the front page', async () => {
    await get().write((tx) => saveSettings(tx, { show_on_front: 'page', page_on_front: about }));
    const html = await show({}, ada);
    expect(html).toContain(
      '<li class="wp-block-pages-list__item current-menu-ancestor has-child menu-item-home"><a class="wp-block-pages-list__item__link" href="/">',
    );
    expect(html).toContain(item('about/team/ada', 'Ada', '', ' current-menu-item', ' aria-current="page"'));
    await get().write((tx) => saveSettings(tx, { show_on_front: 'posts', page_on_front: 0 }));
  });

  test('in a navigation its pages are items, and parents have their submenu buttons', async () => {
    const inside = (attributes: object) =>
      showMarkup(
        site,
        `<!-- wp:navigation ${JSON.stringify(attributes)} --><!-- wp:page-list /--><!-- /wp:navigation -->`,
      );
    const hover = await inside({ overlayMenu: 'never' });
    expect(hover).toContain(
      '<li class="wp-block-pages-list__item has-child wp-block-navigation-item open-on-hover-click">' +
        '<a class="wp-block-pages-list__item__link wp-block-navigation-item__content" href="/about/">About &amp; more</a><button type="button" ' +
        'class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" aria-label="Submenu of About &amp; more" aria-expanded="false"><svg',
    );
    const click = await inside({ overlayMenu: 'never', openSubmenusOnClick: true });
    expect(click).toContain(
      '<li class="wp-block-pages-list__item has-child wp-block-navigation-item open-on-click"><button type="button"',
    );
    expect(click).not.toContain('href="/about/"');
  });

  test('follows changed and deleted pages, and handles hostile titles and circles', async () => {
    await get().write((tx) => updatePost(tx, team, { title: hostileTitle }));
    expect(await show()).not.toContain('<img');
    await get().write((tx) => updatePost(tx, team, { title: '' }));
    expect(await show()).toContain('>(no title)</a>');
    await get().write((tx) => deletePost(tx, ada));
    expect(await show()).not.toContain('Ada');
    await get().write(async (tx) => {
      const one = await makePost(tx, { type: 'page', title: 'One' });
      await updatePost(tx, one, {
        parentId: await makePost(tx, { type: 'page', title: 'Two', parentId: one }),
      });
    });
    expect(await show()).not.toContain('>One<');
    for (const parentPageID of [-1, 'x', {}, 1e15, 424_242])
      expect(await show({ parentPageID })).not.toContain('Team');
    expect(
      await showMarkup(
        site,
        '<!-- wp:page-list-item {"id":1,"label":"Alone","link":"javascript:alert(1)"} /-->',
      ),
    ).toBe('');
  });
});
