import { expect, test } from 'vitest';
import { cleanAddress, cleanName, cleanVisitorHtml } from './submission.ts';
import { countLinks } from './submit.ts';

test('visitors’ HTML keeps what WordPress allows, and the text of everything else', () => {
  expect(cleanVisitorHtml('a <b>b</b> <em>c</em>\r\n\r\n<h1>d</h1> <div class="x">e</div> 1 < 2 & 3')).toBe(
    'a <b>b</b> <em>c</em>\n\nd e 1 &lt; 2 &amp; 3',
  );
  expect(cleanVisitorHtml('<a href="https://a.example/" title="t" onclick="x()">l</a>')).toBe(
    '<a href="https://a.example/" title="t">l</a>',
  );
  expect(cleanVisitorHtml('<a href="javascript:x()">l</a><script>x()</script><img src=x>')).toBe('<a>l</a>');
  expect(cleanVisitorHtml('\u202eturned\u202c\u0007 \u0000around')).toBe('turned around');
  for (const empty of ['', ' \n', '<b> </b>', '<img src=x>', '<script>x</script>'])
    expect(cleanVisitorHtml(empty)).toBe('');
  const nested = cleanVisitorHtml(`${'<b>'.repeat(20_000)}x`);
  expect(nested.match(/<b>/g)?.length ?? 0).toBeLessThanOrEqual(30);
});

test('names are words on one line', () => {
  expect(cleanName(' <b>Tom</b>\n &amp; "Jerry" <script>x</script>')).toBe('Tom &amp; &quot;Jerry&quot;');
  expect(cleanName('\u202eevil\u0000')).toBe('evil');
  expect([cleanName('&#x202e;evil&#8297;'), cleanName('&#8206;'), cleanName('علی\u200cرضا')]).toEqual([
    'evil',
    '',
    'علی\u200cرضا',
  ]);
  expect(cleanVisitorHtml('a &#x202e;b&#8238; <a href="https://a.example/" title="&#x202e;t">c</a>')).toBe(
    'a b <a href="https://a.example/" title="t">c</a>',
  );
});

test('drops author URLs that don’t lead to the web', () => {
  expect([
    cleanAddress(''),
    cleanAddress(' example.org/a '),
    cleanAddress('http://example.org'),
    cleanAddress('//example.org/'),
  ]).toEqual(['', 'https://example.org/a', 'http://example.org/', 'https://example.org/']);
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'nothing',
    'http://',
    'ftp://example.org/',
  ]) {
    expect([bad, cleanAddress(bad)]).toEqual([bad, undefined]);
  }
});

test('counts links, and URLs in the text', () => {
  expect(countLinks('no link')).toBe(0);
  expect(countLinks('<a href="https://a.example/">https://a.example/</a>')).toBe(1);
  expect(countLinks('https://a.example/ www.b.example <a href="http://c.example/">c</a>')).toBe(3);
});
