import { expect, test } from 'vitest';
import { XmlRpcFault } from './fault.ts';
import { CallParser } from './parse-call.ts';
import { IsoDate } from './values.ts';

/** Parses a text in chunks of `size` characters; returns the fault's code if it is refused. */
function read(xml: string, size = 7, bringsFile = false) {
  const parser = new CallParser(() => bringsFile);
  const bits: Buffer[] = [];
  try {
    for (let start = 0; start < xml.length; start += size) {
      parser.write(xml.slice(start, start + size));
      bits.push(...parser.takeBits());
    }
    parser.end();
    return { method: parser.method, params: parser.params, bits: Buffer.concat(bits) };
  } catch (error) {
    if (error instanceof XmlRpcFault) return error.code;
    throw error;
  }
}

const callOf = (...values: string[]) =>
  `<?xml version="1.0"?>\n<methodCall>\n <methodName>a.b</methodName><params>${values.map((value) => `<param><value>${value}</value></param>`).join('\n')}` +
  '</params></methodCall>';
const valueOf = (xml: string) => {
  const found = read(callOf(xml));
  return typeof found === 'number' ? found : found.params[0];
};

test('reads values of every type, however the text is chunked', () => {
  const xml = callOf(
    'plain &amp; <!-- not this -->text',
    '<string> kept </string>',
    '<string/>',
    '',
    '<int>-7</int>',
    '<i4>+8</i4>',
    '<i8>9007199254740991</i8>',
    '<boolean>1</boolean>',
    '<double>-1.5e3</double>',
    '<dateTime.iso8601>20260102T03:04:05</dateTime.iso8601>',
    '<base64>w7xi\nZXI=</base64>',
    '<nil/>',
    '<array><data><value>a</value><value><int>1</int></value></data></array>',
    '<string><![CDATA[<p>&amp;</p>]]></string>',
    '<string>&#x1F388;&#10;</string>',
    '<struct><member><name>__proto__</name><value>x</value></member><member> <name>b</name> <value><struct/></value> </member></struct>',
  );
  for (const size of [1, 3, 100_000]) {
    const found = read(xml, size);
    if (typeof found === 'number') throw new Error(`refused: ${found}`);
    expect(found.params.slice(0, 15)).toEqual([
      'plain & text',
      ' kept ',
      '',
      '',
      -7,
      8,
      9_007_199_254_740_991,
      true,
      -1500,
      new IsoDate('20260102T03:04:05'),
      'über',
      null,
      ['a', 1],
      '<p>&amp;</p>',
      '🎈\n',
    ]);
    expect(Object.entries(found.params[15] ?? {})).toEqual([
      ['__proto__', 'x'],
      ['b', {}],
    ]);
  }
  expect(Object.prototype).not.toHaveProperty('b');
});

test('decodes the base64 of a file while it arrives', () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  const digits = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  for (const size of [5, 4096]) {
    const found = read(
      callOf(
        `<struct><member><name>bits</name><value><base64>\n${digits}\n</base64></value></member></struct>`,
      ),
      size,
      true,
    );
    expect(typeof found === 'object' && found.bits.equals(bytes)).toBe(true);
  }
  for (const wrong of ['A', 'AB$=', 'AB==CDEF', 'A===', 'AAAA='])
    expect([wrong, read(callOf(`<base64>${wrong}</base64>`), 9, true)]).toEqual([wrong, -32_700]);
  expect(read(callOf('<base64>AA==</base64>', '<base64>AA==</base64>'), 9, true)).toBe(400);
});

test('refuses malformed documents, other documents, and any declaration', () => {
  const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  for (const [xml, code] of [
    ['', -32_700],
    ['no xml', -32_700],
    ['<methodCall>', -32_700],
    ['<methodCall/>', -32_600],
    ['<methodCall><methodName>a</methodName>', -32_700],
    [`${laughs}${callOf('&b;')}`, -32_700],
    [`<?xml version="1.0"?>${external}${callOf('&e;')}`, -32_700],
    [callOf('&e;'), -32_700],
    [callOf('<int>1</string>'), -32_700],
    [`${callOf('a')}<methodCall/>`, -32_600],
    ['<html><body/></html>', -32_600],
    [callOf('a\u0000b'), -32_700],
    [callOf('a&#0;b'), -32_700],
    [callOf('a&#xD800;b'), -32_700],
    [callOf('a&#xFFFE;b'), -32_700],
    [callOf('<int>1</int><int>2</int>'), -32_600],
    [callOf('<int>1</int>text'), -32_600],
    [callOf('<int><int>1</int></int>'), -32_600],
    [callOf('<object/>'), -32_600],
    [callOf('<struct><member><value>a</value></member></struct>'), -32_600],
    [callOf('<struct><member><name>a</name></member></struct>'), -32_600],
    ['<methodCall><params/><methodName>a</methodName></methodCall>', -32_600],
    ['<methodCall><methodName> </methodName></methodCall>', -32_600],
    ['<methodCall><methodName>a</methodName><methodName>b</methodName></methodCall>', -32_600],
    ['<methodCall><methodName>a</methodName><params><param/></params></methodCall>', -32_600],
    [callOf('<int>1e5</int>'), 400],
    [callOf('<int>99999999999999999999</int>'), 400],
    [callOf('<double>Infinity</double>'), 400],
    [callOf('<boolean>yes</boolean>'), 400],
    [callOf('<base64>/w==</base64>'), 400],
  ] as const)
    expect([xml, read(xml)]).toEqual([xml, code]);
  expect(valueOf('<int>1</int>')).toBe(1);
});

test('refuses deep, numerous and long values as soon as they exceed the limit', () => {
  const deep = (levels: number) =>
    callOf(`${'<array><data><value>'.repeat(levels)}${'</value></data></array>'.repeat(levels)}`);
  expect(typeof read(deep(15))).toBe('object');
  expect(read(deep(30))).toBe(-32_600);
  expect(
    read(
      '<methodCall><methodName>a</methodName><params><param><value>'.concat(
        '<array><data><value>'.repeat(100_000),
      ),
      4096,
    ),
  ).toBe(-32_600);
  const many = (count: number) => callOf(`<array><data>${'<value/>'.repeat(count)}</data></array>`);
  expect(typeof read(many(20_000), 4096)).toBe('object');
  expect(read(many(40_000), 4096)).toBe(-32_600);
  expect(read(callOf('x'.repeat(10 * 2 ** 20 + 1)), 65_536)).toBe(413);
  expect(read(callOf(`<string ${'a="b" '.repeat(10)}>x</string>`))).toBeTypeOf('object');
});
