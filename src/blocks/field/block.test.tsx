import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import type { ShownValue } from '../field-values.server.ts';
import { languageOf } from '../../lib/language.ts';
import { block } from './block.ts';
import { numberText } from './number-text.ts';
import type { ShownNumber } from './number-text.ts';
import { View } from './view.tsx';

const show = (value: ShownValue, settings: object = {}, label = 'Rating') =>
  renderToStaticMarkup(
    <View settings={block.settings.parse(settings)} data={{ label, value }} blockId="a" />,
  ).replaceAll(/<!-- -->/g, '');

test('[IMP-20] a value of one line is one element, with its label where it is wanted', () => {
  expect(show({ kind: 'number', number: 1234.5 })).toBe('<p class="field-value">1,234.5</p>');
  expect(show({ kind: 'text', text: hostileTitle }, { tag: 'h2', label: 'inline' })).toMatch(
    /^<h2 class="field-value"[^>]*><span class="field-label">Rating<\/span> &lt;img/,
  );
  expect(show({ kind: 'boolean', is: false }, { label: 'above' })).toContain('Rating</span><br/>No</p>');
  expect(show({ kind: 'number', number: 8 }, { tone: 'large' })).toContain('class="field-value field-large"');
});

test('[IMP-20] a number has its scale, its unit or its currency, in the language', () => {
  const spaced = (text: string) => text.replaceAll('\u00A0', ' ');
  const text = (value: ShownNumber) => spaced(show({ kind: 'number', ...value })).replaceAll(/<[^>]*>/g, '');
  expect(text({ number: 9, max: 10 })).toBe('9 / 10');
  expect(text({ number: 320, unit: 'kcal' })).toBe('320 kcal');
  expect(text({ number: 55, unit: '%' })).toBe('55%');
  expect(text({ number: 12, currency: 'eur' })).toBe('€12');
  expect(text({ number: 1234.5, currency: 'USD' })).toBe('$1,234.50');
  expect(text({ number: 12, currency: '<b>' })).toBe('12 &lt;b&gt;');
  const german = languageOf('de');
  expect(spaced(numberText({ number: 1234.5, currency: 'EUR' }, german))).toBe('1.234,50 €');
  expect(spaced(numberText({ number: 8.5, max: 10 }, german))).toBe('8,5 / 10');
  const hebrew = spaced(numberText({ number: 12, currency: 'EUR' }, languageOf('he')));
  expect(hebrew.replaceAll('\u200F', '')).toBe('12 €'); // marks keep the order
});

test('[IMP-20] a date and a local time are as they were entered, in any time zone of the site', () => {
  expect(show({ kind: 'date', at: Date.UTC(2026, 1, 3), text: '2026-02-03' })).toContain(
    '<time dateTime="2026-02-03">February 3, 2026</time>',
  );
  expect(
    show({ kind: 'date_time', at: Date.UTC(2026, 1, 3, 23, 30), text: '2026-02-03T23:30:00' }),
  ).toContain('<time dateTime="2026-02-03T23:30:00">February 3, 2026, 11:30 pm</time>');
});

test('[IMP-20] lines become paragraphs, and rows a list, a numbered list or a table', () => {
  expect(show({ kind: 'lines', text: 'One\ntwo\n\nThree' })).toContain('<p>One<br/>two</p><p>Three</p>');
  const rows: ShownValue = {
    kind: 'rows',
    columns: ['Amount', 'Ingredient'],
    rows: [
      [
        { kind: 'text', text: '2' },
        { kind: 'text', text: 'eggs' },
      ],
      [undefined, { kind: 'text', text: '<salt>' }],
    ],
  };
  expect(show(rows)).toContain('<ul><li><span class="field-cell">2 </span><span class="field-cell">eggs ');
  expect(show(rows, { rows: 'ordered' })).toContain('<ol><li>');
  const table = show(rows, { rows: 'table' });
  expect(table).toContain('<th scope="col">Amount</th>');
  expect(table).toContain('<td></td><td>&lt;salt&gt;</td>');
});

test('[IMP-20] files have a player or a link, links what they say, colours a swatch', () => {
  expect(show({ kind: 'file', file: { url: '/a.mp3?x', mimeType: 'audio/mpeg' } })).toContain(
    '<audio controls="" preload="none" src="/a.mp3?x" aria-label="a.mp3"></audio>',
  );
  expect(show({ kind: 'file', file: { url: '/a.pdf', mimeType: 'application/pdf' } })).toContain(
    '<a href="/a.pdf" download="">a.pdf</a>',
  );
  expect(
    show({
      kind: 'links',
      links: [
        { url: '/one/', text: '' },
        { url: 'https://a.example/', text: 'Two', isNewWindow: true },
      ],
    }),
  ).toContain(
    '<a href="/one/">/one/</a></span><span>, <a href="https://a.example/" target="_blank" rel="noopener">Two</a>',
  );
  expect(show({ kind: 'colour', text: '#ff0000' })).toContain('style="background-color:#ff0000"');
});

test('[IMP-20] bad settings fall back, and those of helper markup are read', () => {
  expect(block.settings.parse({ name: 7, label: 'show', tag: 'script', rows: [], tone: 'x' })).toMatchObject({
    name: '7',
    label: 'above',
    tag: 'p',
    rows: 'list',
    tone: '',
  });
});
