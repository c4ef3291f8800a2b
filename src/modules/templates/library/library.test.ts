import { expect, test } from 'vitest';
import { pageTemplateTypes } from '../model.ts';
import { depthOf, deepestTemplate } from '../template-input.ts';
import { bundledLibrary, libraryStyles, readLibraryFile } from './library.ts';

const all = [...bundledLibrary().values()];
const screens = all.filter(({ isMobile }) => !isMobile);

test('[CLOUD-07] has templates for every type: five for articles and sections, three for other pages, two for shops and custom types', () => {
  const count = (type: string) => screens.filter((one) => one.type === type).length;
  for (const type of pageTemplateTypes) {
    const least = ['single', 'category'].includes(type) ? 5 : /^woo|^cpt/.test(type) ? 2 : 3;
    expect(count(type), type).toBeGreaterThanOrEqual(least);
  }
  for (const type of ['home', 'header', 'footer']) expect(count(type), type).toBeGreaterThanOrEqual(4);
  expect(all.filter(({ isMobile }) => isMobile).length).toBeGreaterThanOrEqual(3);
});

test('templates of a type differ in title, style and document, and each has a description', () => {
  for (const type of new Set(screens.map((one) => one.type))) {
    const ofType = screens.filter((one) => one.type === type);
    for (const part of ['title', 'markup', 'description'] as const)
      expect(new Set(ofType.map((one) => one[part])).size, `${type} ${part}`).toBe(ofType.length);
    expect(new Set(ofType.map(({ style }) => style)).size, type).toBeGreaterThanOrEqual(2);
  }
  for (const style of Object.keys(libraryStyles))
    expect(
      all.some((one) => one.style === style),
      style,
    ).toBe(true);
});

test('a template’s mobile variant exists, is for phones, and has the same type', () => {
  for (const { name, type, mobile, isMobile } of all) {
    if (mobile === undefined) continue;
    expect(isMobile, name).toBe(false);
    expect(bundledLibrary().get(mobile), name).toMatchObject({ type, isMobile: true });
  }
  expect(all.filter(({ mobile }) => mobile !== undefined).length).toBeGreaterThanOrEqual(4);
});

test('blocks nest no deeper than a template allows', () => {
  for (const { name, markup } of all) expect(depthOf(markup), name).toBeLessThanOrEqual(deepestTemplate);
});

test('refuses a file that does not declare its type', () => {
  expect(() => readLibraryFile('a.html', '<!-- wp:broadsheet/row /-->')).toThrow(
    'does not begin with its data',
  );
  expect(() =>
    readLibraryFile(
      'a.html',
      '<!--\n{\n"title": "A", "type": "nothing", "style": "quiet", "description": ""\n}\n-->\n',
    ),
  ).toThrow('type');
});
