import { expect, test } from 'vitest';
import { fallbackFace } from './fonts.ts';
import { fontsForLanguage, isOfOurLetters, languageCss } from './languages.ts';

test('English pages need no further styles, and others those of their script', () => {
  expect(['en-US', 'en-GB', 'not a tag', ''].map(languageCss)).toEqual(['', '', '', '']);
  expect(languageCss('ja')).toContain('"Noto Serif CJK JP"');
  expect(
    [languageCss('zh-CN'), languageCss('zh-Hant-HK'), languageCss('ko')].map(
      (css) => /CJK (\w+)/.exec(css)?.[1],
    ),
  ).toEqual(['SC', 'TC', 'KR']);
  for (const language of ['ar', 'fa-IR', 'ur', 'he', 'ja', 'zh-TW', 'th', 'km', 'lo', 'my', 'hi', 'ko']) {
    const css = languageCss(language);
    expect([language, css]).toEqual([language, expect.stringMatching(/letter-spacing:inherit/)]);
    const serif = '--serif:(?:"Serif Marks",)?"Source Serif 4 Variable",[^;]*,serif;';
    const stacks = new RegExp(
      `${serif}--sans:(?:"Sans Marks",)?"Inter Variable",[^;]*,sans-serif;font-synthesis-style:none`,
    );
    expect([language, css]).toEqual([language, expect.stringMatching(stacks)]);
    expect([language, css.length < 2000, css.includes('hyphens')]).toEqual([language, true, false]);
  }
  expect(
    ['ja', 'zh-CN', 'zh-TW', 'ko', 'ar'].map(
      (language) => languageCss(language).match(/src:local\([^}]*U\+2014/g)?.length ?? 0,
    ),
  ).toEqual([2, 2, 2, 0, 0]);
  expect(languageCss('ar')).toMatch(/::first-letter\{float:none/);
  // Text clamped to some lines shows nothing of the next one, and quoted elements have the quotation marks of the
  // page's language.
  expect(languageCss('ar')).toMatch(/--lines:1\.75;.*q\{quotes:"«" "»"\}/);
  expect(
    [languageCss('de-CH'), languageCss('fr'), languageCss('ru')].map((css) => [
      css.match(/hyphens:auto/g)?.length,
      css.includes('--serif'),
    ]),
  ).toEqual([
    [3, false],
    [1, false],
    [1, false],
  ]);
});

test('local fallbacks apply only to characters of the web fonts, before system fonts that have the others', () => {
  const rule = fallbackFace({
    family: 'Inter Fallback',
    weight: '400',
    local: ['Arial'],
    sizeAdjust: 1,
    ascent: 1,
    descent: 0.2,
  });
  const ofSome = fallbackFace({
    family: 'Sofia F',
    weight: '400',
    local: ['Arial'],
    sizeAdjust: 1,
    ascent: 1,
    descent: 0.2,
    range: 'U+41',
  });
  expect(fontsForLanguage(rule + ofSome, 'ar')).toBe(
    rule.replace('}', ';unicode-range:U+20-17F,U+2010-2026}') + ofSome,
  );
  for (const language of ['en', 'de', 'ru', 'not a tag']) expect(fontsForLanguage(rule, language)).toBe(rule);
  for (const language of ['ar', 'he', 'ja', 'th']) {
    expect(languageCss(language)).toMatch(
      /Variable","Source Serif Fallback","(?!Inter).*Variable","Inter Fallback","/,
    );
  }
});

test('lines with their own direction start where others start on right-to-left sites, in any script', () => {
  expect(
    ['ar', 'he', 'fa', 'dv', 'en', 'de', 'ja'].map((language) => languageCss(language).includes('[dir=ltr]')),
  ).toEqual([true, true, true, true, false, false, false]);
});

test('preloads fonts for pages in their characters', () => {
  expect(
    ['en', 'de', 'tr', 'pl', 'sr-Latn', 'ja', 'ar', 'he', 'ru', 'el', 'th'].filter(isOfOurLetters),
  ).toEqual(['en', 'de', 'tr', 'pl', 'sr-Latn']);
});
