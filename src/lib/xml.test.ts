import { expect, test } from 'vitest';
import { cdata, element, emptyElement, xmlText } from './xml.ts';

test('any text becomes legal XML', () => {
  expect(xmlText('a\u0000b\u0008 <c> & "d" \ud800 \uffff\tend')).toBe(
    'ab &lt;c&gt; &amp; &quot;d&quot; \ufffd \tend',
  );
  expect(cdata('x ]]> y')).toBe('<![CDATA[x ]]]]><![CDATA[> y]]>');
});

test('elements', () => {
  expect(element('dc:creator', 'A & B', { role: '"x"' })).toBe(
    '<dc:creator role="&quot;x&quot;">A &amp; B</dc:creator>',
  );
  expect(element('description', '')).toBe('');
  expect(emptyElement('link', { href: 'https://a/?b&c' })).toBe('<link href="https://a/?b&amp;c"/>');
});
