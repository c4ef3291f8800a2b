import { expect, test } from 'vitest';
import { asIri } from './urls.ts';

test('keeps a valid IRI unchanged', () => {
  for (const iri of [
    'https://old.example/?p=7&a=%20b#c',
    'urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a',
    'tag:old.example,2020:/x',
    'https://münchen.example/新聞/?é=(1)',
    'http://old.example/𠮷',
  ])
    expect(asIri(iri)).toBe(iri);
});

test('escapes characters that an IRI can’t contain', () => {
  expect(asIri('  http://old.example/?p=1 2\t3 ')).toBe('http://old.example/?p=1%202%093');
  expect(asIri('http://old.example/<a>"b"{c}|d\\^`[e]')).toBe(
    'http://old.example/%3Ca%3E%22b%22%7Bc%7D%7Cd%5C%5E%60%5Be%5D',
  );
  expect(asIri('http://old.example/100%/%zz/%4g#a#b')).toBe('http://old.example/100%25/%25zz/%254g#a%23b');
  expect(asIri('http://old.example/\ue000\ud800x\u0007')).toBe('http://old.example/%EE%80%80%EF%BF%BDx%07');
  for (const half of ['#', '%', ' ', '%2']) asIri(half.repeat(50_000));
});
