import { expect, test } from 'vitest';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { areasIn, expandAreas, markupFault } from './area-markup.ts';
import { builtInAreas, candidatesFor } from './model.ts';

const area = (name: string, inner = '') =>
  `<!-- wp:broadsheet/widget-area {"area":"${name}"} -->\n${inner}\n<!-- /wp:broadsheet/widget-area -->`;

test('[IMP-21] unedited areas leave the built-in templates as they are without the comments of areas', () => {
  for (const [type, markup] of Object.entries(builtInTemplates)) {
    const lines = markup.split('\n').filter((line) => !/wp:broadsheet\/widget-area/.test(line));
    expect(
      expandAreas(markup, () => undefined),
      type,
    ).toBe(lines.join('\n'));
  }
});

test('[IMP-21] built-in templates have the built-in areas', () => {
  const named = Object.entries(builtInTemplates).flatMap(([type, markup]) =>
    areasIn(markup).flatMap((one) => candidatesFor(one.area, type)),
  );
  expect([...new Set(named)].toSorted()).toEqual(
    builtInAreas.filter((name) => !['sidebar-home', 'sidebar-page'].includes(name)).toSorted(),
  );
});

test('[IMP-21] an edited area replaces the blocks of the template, also by nothing, wherever it is', () => {
  const markup = `<!-- wp:group -->${area('sidebar', '<!-- wp:search /-->')}<!-- /wp:group -->\n<!-- wp:broadsheet/widget-area {"area":"my-own"} /-->!`;
  expect(areasIn(markup)).toMatchObject([
    { area: 'sidebar', content: '<!-- wp:search /-->' },
    { area: 'my-own', content: '' },
  ]);
  expect(expandAreas(markup, (name) => (name === 'my-own' ? '<p>$& own</p>' : undefined))).toBe(
    '<!-- wp:group --><!-- wp:search /--><!-- /wp:group -->\n<p>$& own</p>!',
  );
  expect(expandAreas(markup, () => '')).toBe('<!-- wp:group --><!-- /wp:group -->\n!');
});

test('[IMP-21] areas inside of areas, and areas without a valid name, stay blocks', () => {
  const nested = area('sidebar', area('inner', 'x'));
  expect(areasIn(nested).map((one) => one.area)).toEqual(['sidebar']);
  expect(expandAreas(nested, () => nested)).toBe(nested);
  for (const name of ['', 'A', '../x', 'x'.repeat(61), 'a b', '-a'])
    expect(areasIn(area(name)), name).toEqual([]);
});

test('[IMP-21] markup that would close the column of its template is a fault', () => {
  expect(markupFault('<!-- wp:paragraph --><p>Fine</p><!-- /wp:paragraph -->')).toBeUndefined();
  expect(markupFault('<!-- /wp:broadsheet/column --><p>Out</p>')).toContain('broadsheet/column');
  expect(markupFault('<!-- wp:broadsheet/row -->')).toContain('broadsheet/row');
});

test('[IMP-21] sidebars of a kind precede the shared one', () => {
  expect(candidatesFor('sidebar', 'tag')).toEqual(['sidebar-tag', 'sidebar']);
  expect(candidatesFor('sidebar', 'cpt')).toEqual(['sidebar-single', 'sidebar']);
  expect(candidatesFor('sidebar', '404')).toEqual(['sidebar']);
  expect(candidatesFor('footer-1', 'single')).toEqual(['footer-1']);
});
