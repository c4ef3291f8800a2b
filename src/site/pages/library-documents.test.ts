import { expect, test } from 'vitest';
import { compileDocument } from '../../blocks/document/compile-document.ts';
import { findBlock, isRendered } from '../../blocks/registry.server.ts';
import { settingsOfSite } from '../../modules/templates/template-files.ts';
import { bundledLibrary } from '../../modules/templates/library/library.ts';
import { blockTokens } from '../../lib/markup/block-markup.ts';
import { readJson } from '../../lib/json.ts';
import { block as megaPage } from '../../blocks/mega-page/block.ts';
import { block as postList } from '../../blocks/post-list/block.ts';
import { z } from 'zod';

const documents = [...bundledLibrary().values()];

test.each(documents.map((one) => [one.name, one] as const))(
  '%s contains only existing blocks, with existing settings',
  (_name, { markup }) => {
    const problems: string[] = [];
    expect(
      compileDocument(markup, { isRendered, onProblem: (problem) => problems.push(problem) }).nodes.length,
    ).toBeGreaterThan(0);
    for (const { kind, name, json } of blockTokens(markup)) {
      if (kind === 'close') continue;
      const block = findBlock(name);
      if (!block) problems.push(`there is no block ${name}`);
      const given =
        json === '' ? {} : (readJson(json) ?? expect.fail(`${name} has broken attributes: ${json}`));
      const read = block?.definition.settings.parse(given) as Record<string, unknown> | undefined;
      // A setting reads an invalid value as its default, so the written value must equal the read one.
      for (const [key, value] of Object.entries(given))
        if (read && read[key] !== value) problems.push(`${name} has no ${key}: ${JSON.stringify(value)}`);
      if (settingsOfSite.some((key) => Object.hasOwn(given, key)))
        problems.push(`${name} names what one site has`);
    }
    expect(problems).toEqual([]);
  },
);

/** The subject of pages of a type: without these blocks a template of the type would hide it. */
const parts: Readonly<Record<string, readonly string[]>> = {
  single: [
    'post-title',
    'post-content',
    'post-meta',
    'post-comments',
    'post-tags',
    'post-author-box',
    'site-related',
    'post-neighbours',
    'share',
    'autoload',
  ],
  cpt: ['post-title', 'post-content', 'post-comments'],
  page: ['post-title', 'post-content', 'post-comments', 'child-pages'],
  woo_product: ['post-title', 'post-content', 'post-featured-image'],
  attachment: ['post-title', 'attachment', 'post-content', 'post-comments'],
  category: ['archive-title', 'archive-loop'],
  tag: ['archive-title', 'archive-loop'],
  author: ['archive-title', 'archive-loop'],
  date: ['archive-title', 'archive-loop'],
  cpt_tax: ['archive-title', 'archive-loop'],
  woo_archive: ['archive-title', 'archive-loop'],
  woo_shop_base: ['archive-title', 'archive-loop'],
  search: ['search-results', 'archive-loop'],
  woo_search_archive: ['search-results', 'archive-loop'],
  404: ['not-found'],
  home: ['archive-loop'],
  header: ['header', 'site-title', 'nav-menu', 'mobile-menu', 'header-search', 'dark-switch'],
  footer: ['footer', 'footer-line', 'consent-link'],
};

test('each contains the subject of its page type', () => {
  for (const { name, type, markup } of documents) {
    const blocks = new Set(blockTokens(markup).map((token) => token.name));
    expect(
      (parts[type] ?? expect.fail(`nothing is known of ${type}`)).filter(
        (part) => !blocks.has(`broadsheet/${part}`),
      ),
      name,
    ).toEqual([]);
  }
});

test('imports know the settings that refer to a site’s items', () => {
  const naming = [postList, megaPage].flatMap(({ settings }) =>
    Object.entries(settings instanceof z.ZodObject ? settings.shape : {})
      .filter(([, schema]) =>
        ['post', 'term', 'user'].includes(String(z.globalRegistry.get(schema)?.control)),
      )
      .map(([name]) => name),
  );
  expect(naming.length).toBeGreaterThan(4);
  expect(naming.filter((name) => !settingsOfSite.includes(name))).toEqual([]);
});
