import { expect, test } from 'vitest';
import { isSlideAddress } from './urls.ts';

const valid = (address: string) => isSlideAddress(address, 'http://localhost:3000');

test.each([
  'http://a.com/x',
  'https://a.com/x',
  'a.com/x',
  'a.io',
  '10.0.0.1',
  'https://bücher.example/ä',
  'http://a.com:8080/p/q?x=1&y=2#z',
  '/about/',
  '#note',
  '?p=3&slide=2',
  'http://localhost:3000/x/',
  'http://localhost:3000',
])('%s is an allowed URL', (address) => {
  expect(valid(address)).toBe(true);
});

test.each([
  'a.b',
  'localhost',
  'http://localhost:3000.evil/',
  'javascript:alert(1)',
  'not a url',
  '',
  'ftp://a.com/',
  'http://',
  '1.2.3.256',
  'http://a.com/x y',
  '-a.com',
])('%s is refused', (address) => {
  expect(valid(address)).toBe(false);
});
