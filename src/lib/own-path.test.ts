import { expect, test } from 'vitest';
import { ownPath } from './urls.ts';

test('accepts only URLs of this site', () => {
  const site = 'https://news.example';
  expect(['/a/?b=c#d', 'https://news.example/x', '?q', 'x'].map((address) => ownPath(address, site))).toEqual(
    ['/a/?b=c#d', '/x', '/?q', '/x'],
  );
  const foreign = [
    undefined,
    '',
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '\t//evil.example',
    'https://news.example.evil.example/',
    'https://news.example//evil.example',
    '/.//evil.example',
    'http://news.example/',
    'https://user@evil.example',
    'data:text/html,x',
    'https://[',
  ];
  for (const address of foreign) expect([address, ownPath(address, site)]).toEqual([address, undefined]);
});
