import { expect, test } from 'vitest';
import { callKey, describeKey } from '../../site/cache/request-key.ts';
import { parseForm } from './forms.ts';
import { parseQueryString } from './rest/query-string.ts';

test.each([
  ['100% é%41', '100% éA'],
  ['я% %41', 'я% A'],
  ['%zz%F0%9F%98%80日%', '%zz😀日%'],
  ['😀%41%', '😀A%'],
  ['100%', '100%'],
  ['a+b%2Bc%20я', 'a b+c я'],
  ['%C3%A9', 'é'],
  ['%EF%BF%BDя%', '\ufffdя%'],
  ['', ''],
])('a form field %j reads as %j, with every parser', (written, expected) => {
  const form = `action=find&words=${written}`;
  expect(parseForm(Buffer.from(form))['words']).toBe(expected);
  expect(parseQueryString(form).get('words')).toBe(expected);
  const key = callKey(form, new Map([['find', { words: 'text' }]])) ?? '';
  expect(describeKey(key, 'desktop').parameters.get('words')).toBe(expected);
});

test('field names are decoded likewise, and invalid UTF-8 is refused', () => {
  expect({ ...parseForm(Buffer.from('é%41%=1&я=2&я=3')) }).toEqual({ 'éA%': '1', я: ['2', '3'] });
  for (const body of [
    Buffer.from('a=%E9 я%'),
    Buffer.from('a=Caf\xe9 %', 'latin1'),
    Buffer.from('a=%ED%A0%80'),
  ]) {
    expect(() => parseForm(body)).toThrow('not valid UTF-8');
  }
});
