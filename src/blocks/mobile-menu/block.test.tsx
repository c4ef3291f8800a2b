import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import type { MenuLink } from '../nav-menu/data.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { inSiteWords } from '../wordings.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

const link = (id: number, url: string, children: readonly MenuLink[] = []): MenuLink => ({
  id,
  label: `Link ${id}`,
  url,
  titleAttribute: '',
  target: '',
  rel: '',
  classes: [],
  icon: '',
  badge: '',
  audience: '',
  children,
});
const render = (links: readonly MenuLink[], { path = '/' } = {}) =>
  renderToStaticMarkup(
    <View
      settings={inSiteWords(block.settings.parse({}), defaultSettings)}
      data={{ links, path }}
      blockId="a"
    >
      Inner
    </View>,
  );

test('[MENU-14] buttons open and close it without a script, and inner blocks are at its foot', () => {
  const html = render([{ ...link(1, '/one/'), label: hostileTitle }]);
  expect(html).toContain('<button type="button" class="mobile-menu-button" popoverTarget="a-panel">');
  expect(html).toContain(
    '<nav class="mobile-menu" id="a-panel" popover="auto" aria-label="Menu" data-late="mobile-menu"><button type="button" class="mobile-menu-close" ' +
      'popoverTarget="a-panel" popoverTargetAction="hide">',
  );
  expect(html).toContain('<a href="/one/">&lt;img');
  expect(html).toContain('<div class="mobile-menu-foot">Inner</div>');
});

onBothDatabases('the mobile menu', (get) => {
  test('[MENU-15] when disabled it has no button that opens nothing', async () => {
    expect(await load({}, fakeLoadContext(testContent(get())))).toBeDefined();
    await get().write((tx) => saveSettings(tx, { mobile_menu: 'disabled' }));
    expect(await load({}, fakeLoadContext(testContent(get())))).toBeUndefined();
  });
});

test('[MENU-13] readers who see no item of a submenu have no arrow that opens nothing', () => {
  const forUsers = { ...link(2, '/two/'), audience: 'signed-in' } as const;
  expect(render([link(1, '/one/', [forUsers])])).toContain('<details class="is-beside for-signed-in">');
  expect(render([link(1, '#', [forUsers])])).toMatch(
    /<li class="menu-item menu-item-has-children for-signed-in"><details><summary>Link 1/,
  );
});

test('[MENU-16] [MENU-17] a parent opens by its text when it has no link, else by an arrow next to it', () => {
  const html = render([link(1, '#', [link(2, '/two/')]), link(3, '/three/', [link(4, '/four/')])], {
    path: '/four/',
  });
  expect(html).toMatch(/<li class="menu-item menu-item-has-children"><details><summary>Link 1<svg/);
  expect(html).toMatch(
    /current-menu-ancestor"><a href="\/three\/">Link 3<\/a><details open="" class="is-beside"><summary aria-label="Submenu of Link 3"><svg/,
  );
});
