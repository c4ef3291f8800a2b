import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { partHeadCode } from './head-code.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('keeps tags and data unchanged, delays scripts, and drops everything else', () => {
  const { markup, scripts, hashes, origins } = partHeadCode(
    `<!-- stats <script>no()</script> -->
<meta name="a" content="1"><link rel="preconnect" href="https://cdn.example"><style>p{}</style><noscript><style>q{}</style></noscript>
<script type="application/ld+json">{"a":1}</script><script type="module" src="https://cdn.example/m.js"></script><script>go("</p>")</script>` +
      '<iframe src="//evil.example"></iframe>words',
  );
  expect(markup.split('\n')).toEqual([
    '<meta name="a" content="1">',
    '<link rel="preconnect" href="https://cdn.example">',
    '<style>p{}</style>',
    '<noscript><style>q{}</style></noscript>',
    '<script type="application/ld+json">{"a":1}</script>',
  ]);
  expect(scripts).toBe(
    '<script type="module" src="https://cdn.example/m.js"></script><script>go("</p>")</script>',
  );
  expect(hashes).toEqual([hashOf('go("</p>")')]);
  expect(origins).toEqual(['https://cdn.example']);
});

test('truncated or unclosed code has no effect', () => {
  for (const code of [
    '<script>never()',
    '<style>p{',
    '<meta name="x',
    '<script src="a.js"',
    '<noscript><img>',
  ]) {
    expect([code, partHeadCode(code)]).toEqual([code, { markup: '', scripts: '', hashes: [], origins: [] }]);
  }
  expect(partHeadCode('<script></script>').scripts).toBe('<script></script>');
});
