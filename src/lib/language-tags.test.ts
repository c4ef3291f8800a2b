import { expect, test } from 'vitest';
import { languageAttributes } from './language-tags.ts';

test.each([
  ['en-US', 'lang="en-US"'],
  ['ar', 'lang="ar" dir="rtl"'],
  ['fa-IR', 'lang="fa-IR" dir="rtl"'],
  ['he-IL', 'lang="he-IL" dir="rtl"'],
  ['ckb', 'lang="ckb" dir="rtl"'],
  ['az-Arab', 'lang="az-Arab" dir="rtl"'],
  ['az', 'lang="az"'],
  ['"><x', 'lang="&quot;&gt;&lt;x"'],
  ['', 'lang=""'],
])('%s', (language, attributes) => expect(languageAttributes(language)).toBe(attributes));
