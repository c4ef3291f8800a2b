import { expect, test } from 'vitest';
import { cookieNamed, parseCookies } from './cookies.ts';

test('reads names and values, white space apart', () => {
  expect([...parseCookies('a=1; b = two ;c=x=y')]).toEqual([
    ['a', '1'],
    ['b', 'two'],
    ['c', 'x=y'],
  ]);
});

test('of a name sent twice the first counts', () => {
  expect(parseCookies('a=first; a=second').get('a')).toBe('first');
});

test('what is no cookie is left out', () => {
  expect([...parseCookies('; =nameless; alone; ;  =x; ok=')]).toEqual([['ok', '']]);
  expect(parseCookies(undefined).size).toBe(0);
  expect(parseCookies('').size).toBe(0);
});

test('names of object properties are names like any other', () => {
  const cookies = parseCookies('__proto__=1; constructor=2');
  expect([cookies.get('__proto__'), cookies.get('constructor'), cookies.get('toString')]).toEqual([
    '1',
    '2',
    undefined,
  ]);
});

test('one cookie is found as all of them are', () => {
  const headers = [
    'a=1; b = two ;c=x=y',
    'a=first; a=second',
    'xa=1; ax=2; a=3',
    'b=a; a',
    'b=a=2;a=3',
    '; =a; a; a;  a =x',
    'a=',
    '=a',
    'a',
    '',
    'toString=1; a=toString',
    'b=1;a=2',
    'b=1;  a=2',
    'b=1;\ta=2; a=3',
    '\u00a0a=2',
    'b=1; a\u00a0=2',
    'a= 2\u00a0; b=3',
    'b=1; aa=2; a=3',
    'a a=2; a=3',
    'b=; a=2; a=3',
  ];
  for (const header of headers) {
    const all = parseCookies(header);
    for (const name of ['a', 'b', 'c', 'toString', 'missing'])
      expect([header, name, cookieNamed(header, name)]).toEqual([header, name, all.get(name)]);
  }
  expect(cookieNamed(undefined, 'a')).toBeUndefined();
});
