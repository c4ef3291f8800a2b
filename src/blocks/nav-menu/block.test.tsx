import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import type { MenuLink } from './data.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { inSiteWords } from '../wordings.ts';
import { block } from './block.ts';
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
const render = (links: readonly MenuLink[], path = '/', attributes = {}) =>
  renderToStaticMarkup(
    <View
      settings={inSiteWords(block.settings.parse(attributes), defaultSettings)}
      data={{ links, path, submenuWidth: { min: 10, max: 20 } }}
      blockId="a"
    />,
  );

describe('a menu bar', () => {
  test('renders a nested list of links, with a button next to each parent', () => {
    const html = render([link(1, '/'), link(2, '/science/', [link(3, '/science/physics/')])]);
    expect(html).toMatch(
      /<li class="menu-item menu-item-has-children"><a href="\/science\/">Link 2<\/a><button type="button" class="menu-toggle" aria-expanded="false" aria-controls="a-2" aria-label="Submenu of Link 2"><svg/,
    );
    expect(html).toMatch(
      /<ul class="sub-menu" id="a-2"><li class="menu-item"><a href="\/science\/physics\/">Link 3<\/a>/,
    );
    expect(html).toContain(
      'style="--submenu-min:10em;--submenu-max:20em;--more:8ch" data-behaviour="nav-menu"',
    );
  });

  test('marks the current page and its ancestors', () => {
    const html = render(
      [link(1, '/'), link(2, '/science', [link(3, '/science/physics/#top')])],
      '/science/physics/',
    );
    expect(html).toContain(
      '<li class="menu-item current-menu-item"><a href="/science/physics/#top" aria-current="page">',
    );
    expect(html).toContain('menu-item-has-children current-menu-ancestor');
    expect(html.match(/aria-current/g)).toHaveLength(1);
  });

  test('[MENU-13] readers who see no item of a submenu have neither its button nor an empty panel', () => {
    const forUsers = (id: number, url: string, children: readonly MenuLink[] = []): MenuLink => ({
      ...link(id, url, children),
      audience: 'signed-in',
    });
    const html = render([link(1, '/one/', [forUsers(2, '/two/'), forUsers(3, '/three/')])]);
    expect(html).toContain('<li class="menu-item menu-item-has-children"><a href="/one/">');
    expect(html).toContain('<button type="button" class="menu-toggle for-signed-in"');
    expect(html).toContain('<ul class="sub-menu for-signed-in" id="a-1">');
    // An item without an address has nothing else to offer.
    const heading = render([link(1, '#', [link(2, '', [forUsers(3, '/three/')])])]);
    expect(heading).toContain('<li class="menu-item menu-item-has-children for-signed-in"><button');
    expect(heading).toContain(
      '<ul class="sub-menu" id="a-1"><li class="menu-item menu-item-has-children for-signed-in">',
    );
    const forAll = render([
      link(1, '/one/', [forUsers(2, '/two/'), { ...link(3, '/three/'), audience: 'signed-out' }]),
      forUsers(4, '/four/', [forUsers(5, '/five/')]),
    ]);
    expect(forAll).not.toMatch(/(?:toggle|sub-menu) for-/);
    const mega = { kind: 'page', id: 9, links: [], html: '<p>Words</p>' } as const;
    expect(render([{ ...link(1, '#', [forUsers(2, '/two/')]), mega }])).toMatch(
      /class="menu-item menu-item-has-children menu-item-mega">.*<ul class="mega-links for-signed-in">/,
    );
  });

  test('a space separates a badge from its label', () => {
    expect(render([{ ...link(1, '/'), badge: 'New' }])).toContain('Link 1 <bdi class="menu-badge"');
  });

  test("labels are text, an item without a URL is no link, and new windows can't access the opener", () => {
    const html = render([
      { ...link(1, ''), label: hostileTitle },
      { ...link(2, 'https://x.test/'), target: '_blank' },
    ]);
    expect(html).not.toContain('<img');
    expect(html).toContain('<span class="menu-text">&lt;img');
    expect(html).toContain('target="_blank" rel="noopener"');
    expect(render([{ ...link(2, 'https://x.test/'), target: '_blank', rel: 'opener' }])).toContain(
      'target="_blank" rel="noopener"',
    );
  });

  test.each(['#', ''])('a parent with the URL "%s" opens by its own text', (url) => {
    const html = render([link(1, url, [link(2, '/two/')])]);
    expect(html).toMatch(
      /<li class="[^"]*"><button type="button" class="menu-toggle menu-text" aria-expanded="false" aria-controls="a-1">Link 1<svg/,
    );
  });

  test('a fetched mega menu shows links until it has loaded, and nothing without links', () => {
    const mega = {
      kind: 'category',
      id: 7,
      links: [
        { id: 7, name: 'All science', url: '/science/' },
        { id: 8, name: 'Physics', url: '/science/physics/' },
      ],
      html: undefined,
    } as const;
    const html = render([
      { ...link(1, '/science/', [link(2, '/labs/')]), mega },
      { ...link(3, '/'), mega: { kind: 'page', id: 9, links: [], html: undefined } },
    ]);
    expect(html).toContain(
      '<div class="mega-menu" id="a-1" data-mega="category" data-mega-id="7" data-lazy=""><div class="mega-content"><ul class="mega-links"><li><a ' +
        'href="/science/">All science</a></li><li><a href="/science/physics/">Physics</a></li></ul></div><ul class="mega-links"><li><a href="/labs/">',
    );
    expect(html).toContain(
      '<div class="mega-menu is-bare" id="a-3" data-mega="page" data-mega-id="9" data-lazy=""><div class="mega-content"></div></div>',
    );
  });

  test('a mega menu that is not fetched is rendered completely', () => {
    expect(
      render([{ ...link(1, '/'), mega: { kind: 'page', id: 9, links: [], html: '<p>Words</p>' } }]),
    ).toContain('data-mega-id="9"><div class="mega-content"><p>Words</p></div></div>');
  });
});

test('a list or line shows all its links and opens nothing, with its label if set', () => {
  const html = render([link(1, '#', [link(2, '/two/')])], '/', {
    style: 'list',
    show_label: true,
    label: 'More',
  });
  expect(html).toBe(
    '<nav class="nav-list" aria-label="More"><h2 class="nav-label">More</h2><ul class="menu"><li class="menu-item menu-item-has-children">' +
      '<span class="menu-text">Link 1</span>' +
      '<ul class="sub-menu"><li class="menu-item"><a href="/two/">Link 2</a></li></ul></li></ul></nav>',
  );
  expect(render([link(1, '/one/')], '/', { style: 'line' })).toBe(
    '<nav class="nav-line" aria-label="Sections"><ul class="menu"><li class="menu-item"><a href="/one/">Link 1</a></li></ul></nav>',
  );
});
