import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { authorXml, inPieces, itemXml, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { ImportError } from '../lib/errors.ts';
import type { WxrEnd, WxrEvent, WxrItem } from './wxr-events.ts';
import { readWxr, wxrLimits } from './wxr-reader.ts';
import type { WxrLimits } from './wxr-reader.ts';

async function read(
  text: string | Uint8Array,
  limits?: WxrLimits,
  size?: number,
): Promise<{ events: WxrEvent[]; items: WxrItem[]; end: WxrEnd }> {
  const events: WxrEvent[] = [];
  for await (const event of readWxr(inPieces(text, size), limits)) events.push(event);
  const last = events.at(-1);
  if (last?.kind !== 'end') throw new Error('no end');
  return {
    events,
    items: events.flatMap((event) => (event.kind === 'item' ? [event.item] : [])),
    end: last.end,
  };
}

describe('readWxr', () => {
  test.each(['1.0', '1.1', '1.2'])('reads version %s, whatever its namespaces are', async (version) => {
    const { events, items, end } = await read(
      wxr([{ id: 5, title: 'Five' }], {
        version,
        parts: [termXml({ taxonomy: 'category', slug: 'news', id: 3 })],
      }),
    );
    expect(events.map(({ kind }) => kind)).toEqual(['site', 'author', 'term', 'item', 'end']);
    expect(events[0]).toMatchObject({ site: { version, title: 'Old site', url: 'https://old.example' } });
    expect(items[0]).toMatchObject({ id: '5', title: 'Five', type: 'post', creator: 'ann' });
    expect(end.complete).toBe(true);
  });

  test('reads every field of an item, a comment and its meta', async () => {
    const { items } = await read(
      wxr([
        {
          id: 5,
          terms: ['post_tag/a-b=A & B'],
          meta: { colour: 'a:1:{i:0;s:3:"red";}' },
          comments: [{ id: 9, parent: 8, type: 'pingback' }],
          password: ' x ',
        },
      ]),
    );
    expect(items[0]).toMatchObject({
      terms: [{ domain: 'post_tag', nicename: 'a-b', name: 'A & B' }],
      meta: [{ key: 'colour', value: 'a:1:{i:0;s:3:"red";}' }],
      password: ' x ',
      comments: [{ id: '9', parent: '8', type: 'pingback', ip: '192.0.2.1', approved: '1', author: 'Ann' }],
    });
  });

  test('keeps content byte for byte, joins split CDATA and drops the white space around it', async () => {
    const content = '\n<!-- wp:code -->\r\n<pre>a ]]> b &amp; c\u00a0\u2028</pre>\n<!-- /wp:code -->\n\n ';
    for (const size of [1, 7, 5000])
      expect((await read(wxr([{ id: 1, content }]), undefined, size)).items[0]?.content).toBe(content);
    const indented = itemXml({ id: 2, content: 'x' })
      .replace('<content:encoded>', '<content:encoded>\n\t')
      .replace('</content:encoded>', '\n</content:encoded>');
    expect((await read(wxr([indented]))).items[0]?.content).toBe('x');
    expect(
      (
        await read(
          wxr([
            itemXml({ id: 3 }).replace(/<title>.*?<\/title>/, '<title>R&amp;D &#8217;s &eacute;</title>'),
          ]),
        )
      ).items[0]?.title,
    ).toBe('R&D ’s é');
  });

  test('reads UTF-8 with a mark, UTF-16 and the encodings that the file declares', async () => {
    const text = wxr([{ id: 1, title: 'Crème brûlée' }]);
    const declaring = (encoding: string) => text.replace('UTF-8', encoding);
    const utf16 = (mark: string) => Buffer.from(`${mark}${declaring('UTF-16')}`, 'utf16le');
    const files = [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(declaring('ISO-8859-1'), 'latin1'),
      Buffer.from(declaring('Windows-1252'), 'latin1'),
      utf16('\ufeff'),
      utf16(''),
      utf16('\ufeff').swap16(),
    ];
    for (const file of files)
      for (const size of [3, 5000])
        expect((await read(file, undefined, size)).items[0]?.title).toBe('Crème brûlée');
    await expect(read(declaring('EBCDIC-7'))).rejects.toThrow(
      /Unknown encoding "EBCDIC-7"\. Save the file as UTF-8/,
    );
    await expect(read(declaring('UTF-16'))).rejects.toThrow(/is declared as UTF-16/);
  });

  test('removes and counts forbidden control characters and invalid UTF-8', async () => {
    const { items, end } = await read(wxr([{ id: 1, content: 'a\u0008b\u0000c\td' }]));
    expect(items[0]?.content).toBe('abc\td');
    expect(end).toMatchObject({ complete: true, forbiddenCharacters: 2 });
    const broken = Buffer.from(wxr([{ id: 1, content: 'a#b' }]));
    broken[broken.indexOf('a#b') + 1] = 0xff;
    expect((await read(broken)).end).toMatchObject({ complete: true, undecodableCharacters: 1 });
  });

  test.each([
    ['Q&A', 'Q&A'],
    ['&', '&'],
    ['x &amp', 'x &'],
    ['caf&eacute', 'café'],
    ['A&B; &C', 'A&B; &C'],
  ])('reads over an ampersand before a tag: %s', async (title, readAs) => {
    const text = wxr([
      itemXml({ id: 1 }).replace(/<title>.*?<\/title>/, `<title>${title}</title>`),
      { id: 2 },
    ]);
    for (const size of [1, 1000, 100_000]) {
      const { items, end } = await read(text, undefined, size);
      expect(items.map((item) => item.title)).toEqual([readAs, 'Title 2']);
      expect(end).toMatchObject({ complete: true, followedBy: '' });
    }
  });

  test('reads over bare ampersands', async () => {
    const { items, end } = await read(
      wxr([
        itemXml({ id: 1 }).replace(/<link>.*?<\/link>/, '<link>https://old.example/?a=1&b=2</link>'),
        { id: 2 },
      ]),
    );
    expect(items.map(({ id, link }) => [id, link])).toEqual([
      ['1', 'https://old.example/?a=1&b=2'],
      ['2', 'https://old.example/post-2/'],
    ]);
    expect(end.strayAmpersands).toBe(1);
  });

  test('refuses files that declare entities, before any is expanded', async () => {
    const bomb = wxr([{ id: 1 }])
      .replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<rss')
      .replace('Its motto', '&b;');
    await expect(read(bomb)).rejects.toThrow(/declares custom entities.*\(line 2\)/);
    await expect(read(bomb)).rejects.toBeInstanceOf(ImportError);
  });

  test('ends where a truncated file ends, and says so', async () => {
    const text = wxr([{ id: 1 }, { id: 2 }]);
    const { items, end } = await read(text.slice(0, text.indexOf('Content 2')));
    expect(items.map(({ id }) => id)).toEqual(['1']);
    expect(end).toMatchObject({ complete: false, line: 8 });
    expect(end.reason).toMatch(/ends in the middle of the item that begins in line 8/);
  });

  test('ends where the XML breaks, and says why', async () => {
    const { items, end } = await read(wxr([{ id: 1 }, '<item><title>x</item>', { id: 3 }]));
    expect(items.map(({ id }) => id)).toEqual(['1']);
    expect(end).toMatchObject({
      complete: false,
      line: 8,
      reason: expect.stringMatching(/unexpected close tag/),
    });
  });

  test.each([
    [
      '<br />\n<b>Warning</b>:  Cannot modify & header information in <b>/srv/x.php</b> on line <b>3</b><br />',
      /^<br \/> <b>Warning<\/b>: Cannot modify/,
    ],
    ['\nPHP Notice:  Undefined index', /^PHP Notice: Undefined index$/],
    ['<rss><channel><item/></channel></rss>', /^<rss><channel>/],
    ['<?xml version="1.0"?><rss version="2.0">', /^<\?xml/],
    ['</rss></channel>', /^<\/rss>/],
    ['<![CDATA[', /^<!\[CDATA\[$/],
    ['&#0;]]>\u0000', /^&#0;\]\]>$/],
    [' '.repeat(100_000) + 'far'.repeat(50_000), /^(?:far){40}$/],
    ['<!-- Cached -->', /^<!-- Cached -->$/],
    ['<'.repeat(50_000), /^<{120}$/],
  ])('keeps the items read of an export that is followed by %#', async (rest, shown) => {
    for (const size of [1, 7, 1000, 1_000_000]) {
      const { items, end } = await read(wxr([{ id: 1 }, { id: 2 }]) + rest, wxrLimits, size);
      expect(items.map(({ id }) => id)).toEqual(['1', '2']);
      expect(end).toMatchObject({
        complete: true,
        line: 9,
        reason: '',
        followedBy: expect.stringMatching(shown),
      });
    }
  });

  test('ignores blank lines around an export', async () => {
    expect((await read(`\n\n${wxr([{ id: 1 }])}\n \n`)).end).toMatchObject({
      complete: true,
      followedBy: '',
      precededBy: '',
    });
  });

  test('finds the export after server output, and keeps line numbers and encoding', async () => {
    const text = wxr([{ id: 1, title: 'Ünïcode' }, '<item><title>x</item>']).replace('UTF-8', 'ISO-8859-1');
    const [declaration = '', ...others] = text.split('\n');
    for (const before of [
      `\n<br />\n<b>Notice</b>: a > b & c in x.php\n${text}`,
      `${declaration}\nNotice: x\n<!-- <rss> -->\n${others.join('\n')}`,
      `Deprecated: y\n\n\n${text}`,
    ]) {
      const { items, end } = await read(Buffer.from(before, 'latin1'), wxrLimits, 10);
      expect(items.map(({ title }) => title)).toEqual(['Ünïcode']);
      expect(end.complete).toBe(false);
      expect(['<br /> <b>Notice</b>: a > b & c in x.php', 'Notice: x', 'Deprecated: y']).toContain(
        end.precededBy,
      );
      expect(before.split('\n')[end.line - 1]).toContain('<item><title>x</item>');
    }
  });

  test('refuses junk without an export, and entities, without endless reading', async () => {
    await expect(
      read(`Notice: x\n<!DOCTYPE rss [<!ENTITY a "b">]>\n${wxr([{ id: 1 }])}`),
    ).rejects.toBeInstanceOf(ImportError);
    for (const text of [
      `${'x'.repeat(100_000)}${wxr([])}`,
      '<br/>'.repeat(20_000),
      '<!--'.repeat(20_000),
      '<?'.repeat(40_000),
      'x<!-- -->'.repeat(10_000),
    ]) {
      await expect(read(text, wxrLimits, 100)).rejects.toBeInstanceOf(ImportError);
    }
  });

  test('drops items that are too long or too deep, and continues', async () => {
    const limits = { itemLength: 200_000, nesting: 100 };
    const deep = itemXml({ id: 2, title: 'Deep' }).replace(
      '</item>',
      `${'<b>'.repeat(200)}${'</b>'.repeat(200)}</item>`,
    );
    const { events, items, end } = await read(
      wxr([{ id: 1, title: 'Long', content: 'x'.repeat(300_000) }, deep, { id: 3 }]),
      limits,
      50_000,
    );
    expect(items.map(({ id }) => id)).toEqual(['3']);
    expect(events.filter(({ kind }) => kind === 'dropped')).toMatchObject([
      { title: 'Long', line: 7, reason: 'it contains more than 200000 characters' },
      { title: 'Deep', line: 8, reason: 'it contains elements nested more than 100 levels deep' },
    ]);
    expect(end.complete).toBe(true);
    await expect(read(wxr(['<item>', '<b>'.repeat(20_000)]))).rejects.toThrow(
      /nested more than 10000 levels deep/,
    );
    await expect(read(wxr([], { parts: [authorXml('x'.repeat(300_000))] }), limits)).rejects.toThrow(
      /<wp:author> contains more than 200000 characters/,
    );
  });

  test('a retained title does not retain its file’s buffer', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed / 1024 / 1024;
    };
    const items = async function* () {
      const [before = '', after = ''] = wxr(['|']).split('|');
      yield before;
      for (let id = 1; id <= 400; id++)
        yield Buffer.from(
          itemXml({ id, title: `A title that is remembered ${id}`, content: 'x'.repeat(64 * 1024) }),
        );
      yield after;
    };
    const titles: string[] = [];
    const began = heap();
    for await (const event of readWxr(items())) if (event.kind === 'item') titles.push(event.item.title);
    // The file has 25 MB.
    expect(heap() - began).toBeLessThan(5);
    expect(titles).toHaveLength(400);
  });

  test('reports files of another kind', async () => {
    await expect(read('')).rejects.toThrow('The file is empty');
    await expect(read(' \n ')).rejects.toThrow('The file is empty');
    await expect(read('hello')).rejects.toThrow('The file is not XML: it begins with "hello"');
    await expect(read('<!DOCTYPE html>\n<html><body>Log in</body></html>')).rejects.toThrow(
      'The file is a web page',
    );
    await expect(read(new Uint8Array([0x1f, 0x8b, 8, 0]))).rejects.toThrow('compressed (gzip)');
    await expect(read(new Uint8Array([0x50, 0x4b, 3, 4]))).rejects.toThrow('ZIP archive');
    await expect(read('<?xml version="1.0"?><urlset><url/></urlset>')).rejects.toThrow(
      'it has <urlset> instead of <rss>',
    );
    await expect(
      read('<rss><channel><title>Feed</title><item><title>News</title></item></channel></rss>'),
    ).rejects.toThrow('The file is a news feed');
    await expect(read('<rss><channel')).rejects.toThrow(/ends in line 1, before any content/);
  });
});
