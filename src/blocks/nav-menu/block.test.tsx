import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import type { MenuLink } from './data.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const link = (id: number, url: string, children: readonly MenuLink[] = []): MenuLink => ({ id, label: `Link ${id}`, url, titleAttribute: '', target: '', rel: '', classes: [], children });
const render = (links: readonly MenuLink[], path = '/', attributes = {}) => renderToStaticMarkup(<View settings={block.settings.parse(attributes)} data={{ links, path, submenuWidth: { min: 10, max: 20 } }} blockId="a" />);

test('is a nested list of links that works without scripts', () => {
  const html = render([link(1, '/'), link(2, '/science/', [link(3, '/science/physics/')])]);
  expect(html).toMatch(/<li class="menu-item menu-item-has-children"><a href="\/science\/">Link 2<svg.*<ul class="sub-menu"><li class="menu-item"><a href="\/science\/physics\/">Link 3<\/a>/);
  expect(html).toContain('<input type="checkbox" id="a-toggle"');
  expect(html).toContain('style="--submenu-min:10em;--submenu-max:20em"');
});

test('marks the page that one is on, and what is above it', () => {
  const html = render([link(1, '/'), link(2, '/science', [link(3, '/science/physics/#top')])], '/science/physics/');
  expect(html).toContain('<li class="menu-item current-menu-item"><a href="/science/physics/#top" aria-current="page">');
  expect(html).toContain('menu-item-has-children current-menu-ancestor');
  expect(html.match(/aria-current/g)).toHaveLength(1);
});

test('labels are text; an item without an address is no link; new windows can\'t reach back', () => {
  const html = render([{ ...link(1, ''), label: hostileTitle }, { ...link(2, 'https://x.test/'), target: '_blank' }]);
  expect(html).not.toContain('<img');
  expect(html).toContain('<a tabindex="0">&lt;img');
  expect(html).toContain('target="_blank" rel="noopener"');
});

test('as a list it has no toggle; an empty menu is nothing', () => {
  expect(render([link(1, '/')], '/', { style: 'list' })).not.toContain('checkbox');
  expect(render([])).toBe('');
});
