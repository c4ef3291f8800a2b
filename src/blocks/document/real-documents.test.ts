import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { decodeEntities } from '../../lib/plain-text.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import type { ContentEnv } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { DocumentNode } from './document.ts';
import { FormerSites } from '../../lib/former-sites.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const files = ['theme-unit-test.xml', 'core-blocks.xml'];

interface ExportItem {
  readonly id: number;
  readonly title: string;
  readonly content: string;
}

/** Text of an item's element, without its CDATA section. */
function field(item: string, name: string): string {
  const written = new RegExp(`<${name}>\\s*([\\s\\S]*?)\\s*</${name}>`).exec(item)?.[1] ?? '';
  return written.startsWith('<![CDATA[')
    ? written.slice(9, -3).replaceAll(']]]]><![CDATA[>', ']]>')
    : written;
}

/** Published posts and pages of an export, parsed independently of the importer. */
function readItems(file: string): ExportItem[] {
  const items = readFileSync(folder + file, 'utf8')
    .split('<item>')
    .slice(1);
  return items
    .filter(
      (item) => /^(?:post|page)$/.test(field(item, 'wp:post_type')) && field(item, 'wp:status') === 'publish',
    )
    .map((item) => ({
      id: Number(field(item, 'wp:post_id')),
      title: field(item, 'title'),
      content: field(item, 'content:encoded'),
    }));
}

/** Words of at least four letters of the text, without markup. */
function words(html: string): string[] {
  const text = decodeEntities(html.replace(/<!--[\s\S]*?-->/g, ' ').replace(/<\/?[a-zA-Z][^>]*>/g, ' '));
  return text.match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}

/** Removes shortcode tags and keeps their content. `[simple boat]` in one of the posts is no shortcode. */
function withoutShortcodes(content: string): string {
  return content.replace(/\[\/?(?:gallery|caption|audio|video|embed|playlist)\b[^\]]*\]/g, ' ');
}

/** The first word that is not found in order, with its context, or undefined. */
function firstMissing(wanted: readonly string[], shown: readonly string[]): string | undefined {
  let at = 0;
  for (const [index, word] of wanted.entries()) {
    const found = shown.indexOf(word, at);
    if (found === -1) return `"${word}" of "${wanted.slice(Math.max(0, index - 5), index + 3).join(' ')}"`;
    at = found + 1;
  }
  return undefined;
}

const problems: string[] = [];
const env: ContentEnv = {
  siteUrl: 'https://example.test',
  former: new FormerSites(['https://wpthemetestdata.wordpress.com']),
  isRendered: () => false,
  pictures: async () => new Map(),
  picturesByUrl: async () => new Map(),
  words: viewTexts,
  // Blocks have no renderer here, so many are unknown.
  onProblem: (message) => void (message.includes('is not known') || problems.push(message)),
};

function htmlOf(nodes: readonly DocumentNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node.children))).join('');
}

test('the check notices a missing word, and one out of order', () => {
  const wanted = words('<p>alpha beta <b>gamma</b> delta</p>');
  expect(firstMissing(wanted, words('alpha x beta gamma delta'))).toBeUndefined();
  expect(firstMissing(wanted, words('alpha beta delta'))).toContain('"gamma"');
  expect(firstMissing(wanted, words('alpha gamma beta delta'))).toContain('"gamma"');
});

describe.each(files)('the documents of %s', (file) => {
  test.skipIf(!existsSync(folder + file))(
    'keep every word in order (skipped without ../shared/data)',
    async () => {
      const items = readItems(file);
      expect(items.length).toBeGreaterThan(50);
      const missing: string[] = [];
      const times: number[] = [];
      for (const item of items) {
        const started = performance.now();
        const document = await renderPostContent(item, env);
        times.push(performance.now() - started);
        const html = htmlOf(document.nodes);
        const lost = firstMissing(words(withoutShortcodes(item.content)), words(html));
        if (lost !== undefined) missing.push(`${item.title}: ${lost}`);
        expect(html, item.title).not.toMatch(/<!-- \/?wp:|\[gallery|\[caption/);
      }
      times.sort((a, b) => a - b);
      if (process.env.SHOW_TIMES) {
        console.log(
          file,
          items.length,
          'documents; ms: median',
          times[times.length >> 1]?.toFixed(3),
          'mean',
          (times.reduce((a, b) => a + b, 0) / times.length).toFixed(3),
          'most',
          times.at(-1)?.toFixed(2),
        );
      }
      expect(missing).toEqual([]);
    },
  );

  test.skipIf(!existsSync(folder + file))('are well-formed', () => {
    expect(problems.filter((problem) => !problem.includes('is not known'))).toEqual([]); // no block has a renderer here
  });
});
