import { expect, test } from 'vitest';
import { decodeBody } from './encodings.ts';

const declared = /charset=["']?([\w.:-]+)/i;
const latin = (text: string) => Buffer.from(text, 'latin1');

test('a byte order mark wins, then the header, then the document’s declaration', () => {
  expect(decodeBody(Buffer.from('\ufeffé'), 'text/html; charset=iso-8859-1', declared)).toBe('é');
  expect(decodeBody(latin('é'), 'text/html; charset="ISO-8859-1"', declared)).toBe('é');
  expect(
    decodeBody(latin('<meta http-equiv=x content="text/html; charset=iso-8859-1">é'), 'text/html', declared),
  ).toContain('é');
  expect(decodeBody(Buffer.from('é'), '', declared)).toBe('é');
});

test('an unknown or incorrect encoding falls back to UTF-8, then to Windows-1252', () => {
  expect(decodeBody(Buffer.from('é'), 'text/html; charset=klingon', declared)).toBe('é');
  expect(decodeBody(latin('é'), 'text/html; charset=utf-8', declared)).toBe('é');
  expect(decodeBody(Buffer.from([0x80, 0x93]), '', declared)).toBe('€“');
});
