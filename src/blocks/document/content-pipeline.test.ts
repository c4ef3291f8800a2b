import { describe, expect, test } from 'vitest';
import { randomText, seededRandom } from '../../../test/harness/random.ts';
import type { ContentEnv, ContentPicture } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { CompiledDocument } from './document.ts';
import { textActs } from './text-acts.ts';
import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { decodeEntities } from '../../lib/plain-text.ts';

const picture = (id: number): ContentPicture => ({
  id,
  src: `/media/${id}-640.webp`,
  srcset: `/media/${id}-320.webp 320w, /media/${id}-1600.webp 1600w`,
  width: 1600,
  height: 1200,
  alt: `Alt ${id}`,
  color: '',
  focalX: 500,
  focalY: 500,
});

interface Asked {
  readonly ids: number[][];
  readonly urls: string[][];
}

async function compile(
  content: string,
  known: { ids?: number[]; urls?: Record<string, number>; env?: Partial<ContentEnv> } = {},
): Promise<
  CompiledDocument & { html: string; behaviours: readonly string[]; requested: Asked; problems: string[] }
> {
  const requested: Asked = { ids: [], urls: [] };
  const problems: string[] = [];
  const document = await renderPostContent(
    { id: 12, content },
    {
      siteUrl: 'https://new.test',
      former: new FormerSites(['http://old.test', 'http://files.old.test']),
      isRendered: (name) => name.startsWith('broadsheet/'),
      pictures: async (ids) => {
        requested.ids.push([...ids]);
        return new Map(ids.filter((id) => known.ids?.includes(id)).map((id) => [id, picture(id)]));
      },
      picturesByUrl: async (urls) => {
        requested.urls.push([...urls]);
        return new Map(
          urls.flatMap((url) => (known.urls?.[url] ? [[url, picture(known.urls[url])] as const] : [])),
        );
      },
      words: viewTexts,
      onProblem: (message) => problems.push(message),
      ...known.env,
    },
  );
  const htmlOf = (nodes: CompiledDocument['nodes']): string =>
    nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node.children))).join('');
  return {
    ...document,
    html: htmlOf(document.nodes),
    behaviours: textActs(document.nodes).map(({ name }) => name),
    requested,
    problems,
  };
}
const block = (html: string) => `<!-- wp:html -->${html}<!-- /wp:html -->`;
const rewrite = async (html: string, known = {}) => (await compile(block(html), known)).html;

describe('pictures', () => {
  test('loads the first at once, and later ones lazily with a copy for readers without scripts', async () => {
    const { html, behaviours } = await compile(
      block(
        '<img src="a.jpg" alt="A" loading="lazy" fetchpriority="auto"><img src="b.jpg" id="b" class="x" width="4" height="3" srcset="c.jpg 2x" loading="lazy">',
      ),
    );
    expect(html).toBe(
      '<img src="a.jpg" alt="A" fetchpriority="auto">' +
        `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/%3E" id="b" class="x lazy" width="4" height="3" ` +
        'data-src="b.jpg" data-srcset="c.jpg 2x">' +
        '<noscript><img src="b.jpg" class="x" width="4" height="3" srcset="c.jpg 2x" loading="lazy"></noscript>',
    );
    expect(behaviours).toEqual(['lazy-image']);
  });

  test('loads none at once below a lead picture or far down the content', async () => {
    expect(await rewrite('<img src="a.jpg">', { env: { hasLead: true } })).toContain('class="lazy"');
    expect(await rewrite(`<p>${'word '.repeat(100)}</p><img src="a.jpg">`)).toContain('class="lazy"');
    expect(await rewrite('<p>A line.</p><img src="a.jpg">')).not.toContain('lazy');
  });

  test('known ones get sizes, and keep the author’s attributes', async () => {
    const html = await rewrite(
      '<img src="http://files.old.test/bell.jpg?w=604" alt="Bell" class="wp-image-7 big" title="T">',
      { ids: [7] },
    );
    expect(html).toBe(
      '<img src="/media/7-640.webp" alt="Bell" class="wp-image-7 big" title="T" width="1600" height="1200" srcset="/media/7-320.webp 320w, ' +
        '/media/7-1600.webp 1600w" sizes="(max-width: 608px) 100vw, 608px" data-lightbox data-lightbox-size="1600x1200" ' +
        'data-lightbox-src="/media/7-1600.webp">',
    );
    expect(await rewrite('<img src="x.jpg" class="wp-image-7">', { ids: [7] })).toContain('alt="Alt 7"');
    expect(await rewrite('<img src="x.jpg" alt="" class="wp-image-7" width="400">', { ids: [7] })).toContain(
      'alt="" class="wp-image-7" width="400" height="300"',
    );
  });

  test('[LAZY-07] `sizes` reflects alignment, and gallery row and shape; a given value wins', async () => {
    const image = '<img src="x.jpg" class="wp-image-7">';
    const sizesIn = async (html: string, shape: object = {}) => {
      const env = {
        pictures: async (ids: readonly number[]) =>
          new Map(ids.map((id) => [id, { ...picture(id), ...shape }])),
      };
      return [
        ...(await rewrite(html, { env }))
          .replace(/<noscript>.*?<\/noscript>/gs, '')
          .matchAll(/ sizes="([^"]*)"/g),
      ].map(([, sizes]) => sizes);
    };
    const ofColumn = '(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, ';
    const ofTwo = '(min-width: 2240px) 1027px, (min-width: 1680px) 787px, ';
    const figure = (align: string) =>
      sizesIn(`<figure class="wp-block-image align${align}">${image}</figure>`);
    // Below 1024 px the text has the full width, and the sidebar follows it.
    const beside = (percent: number, less: number) =>
      `(max-width: 1023px) ${percent}vw, (max-width: 1303px) calc(${percent}vw - ${less}px), `;
    expect(await figure('wide')).toEqual([
      `(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, ${beside(100, 420)}1000px`,
    ]);
    expect(await figure('full')).toEqual([
      `(min-width: 2240px) 1920px, (min-width: 1680px) 1560px, ${beside(100, 420)}1240px`,
    ]);
    expect(await figure('center')).toEqual([`${ofColumn}${beside(100, 420)}860px`]);
    expect(await figure('left')).toEqual(['(max-width: 599px) 100vw, 340px']);
    expect(await sizesIn('<img src="x.jpg" class="wp-image-7 alignright" width="200">')).toEqual([
      '(max-width: 200px) 100vw, 200px',
    ]);
    expect(await sizesIn('<img src="x.jpg" class="wp-image-7" sizes="50vw">')).toEqual(['50vw']);
    const gallery = (count: number, more = 'columns-default is-cropped') =>
      `<figure class="wp-block-gallery ${more}">${image.repeat(count)}</figure>`;
    const third = `(min-width: 2240px) 514px, (min-width: 1680px) 394px, (max-width: 599px) 50vw, ${beside(34, 142)}287px`;
    expect(await sizesIn(gallery(4, 'columns-3'))).toEqual([
      third,
      third,
      third,
      `${ofColumn}(max-width: 599px) 50vw, ${beside(100, 420)}860px`,
    ]);
    expect(await sizesIn(gallery(1))).toEqual([
      `${ofColumn}(max-width: 599px) 100vw, ${beside(100, 420)}860px`,
    ]);
    // Cropped to 3:2, a 3:1 picture is shown at twice the width of its box.
    expect((await sizesIn(gallery(3), { width: 2400, height: 800 }))[0]).toBe(
      `${ofTwo}(max-width: 599px) 100vw, ${beside(67, 281)}574px`,
    );
    expect(await sizesIn(`<div class="gallery gallery-columns-2">${image.repeat(3)}</div>`)).toEqual(
      Array(3).fill(`${ofTwo}(max-width: 599px) 67vw, ${beside(67, 281)}574px`),
    );
  });

  test('ignores an id that is another picture here', async () => {
    const pictures = async () =>
      new Map([
        [7, { ...picture(7), fullUrl: 'https://new.test/wp-content/uploads/2020/%C3%BCber-Bell-scaled.jpg' }],
      ]);
    expect(
      await rewrite('<img src="https://old.test/a/canola.jpg" class="wp-image-7">', { env: { pictures } }),
    ).toBe('<img src="https://old.test/a/canola.jpg" class="wp-image-7">');
    for (const src of [
      'https://old.test/a/über-bell-300x200.jpg',
      '/x/%C3%BCber-bell.jpg.webp?w=3',
      '/x/%C3%BCber-bell-1024x683.jpg.webp',
    ]) {
      expect(await rewrite(`<img src="${src}" class="wp-image-7">`, { env: { pictures } })).toContain(
        '/media/7-640.webp',
      );
    }
  });

  test('are also found by URL: without query, and without the size in the name', async () => {
    const urls = { 'https://files.old.test/bell.jpg': 3 };
    const html = await rewrite('<img src="https://files.old.test/bell-300x225.jpg?x=1">', { urls });
    expect(html).toContain('src="/media/3-640.webp" width="300" height="225"');
    expect(html).not.toContain('object-fit');
    expect(
      await rewrite('<img src="//files.old.test/bell-150x150.jpg" style="border:0">', { urls }),
    ).toContain('style="border:0;object-fit:cover"');
  });

  test('are also found as backgrounds, of any element and block', async () => {
    const urls = { 'http://old.test/a.jpg': 3 };
    expect(
      await rewrite(
        '<div style="color:red;background-image:url(http://old.test/a-300x200.jpg)" class="has-parallax">x</div>',
        { urls },
      ),
    ).toBe('<div style="color:red;background-image:url(/media/3-1600.webp)" class="has-parallax">x</div>');
    expect(
      await rewrite(
        `<section style="background:url(&quot;http://old.test/a.jpg&quot;),url('b.jpg')">x</section>`,
        { urls },
      ),
    ).toBe(`<section style="background:url(/media/3-1600.webp),url('b.jpg')">x</section>`);
    expect(
      await rewrite('<div role="img" style="background-image:url(http://old.test/a.jpg)"></div>', { urls }),
    ).toBe('<div style="background-image:url(/media/3-1600.webp)"></div>');
    const group = (name: string, background: object, style = '') =>
      `<!-- wp:${name} ${JSON.stringify({ style: { background } })} --><div class="g"${style}>x</div><!-- /wp:${name} -->`;
    const image = { url: 'http://old.test/a.jpg', id: 9, source: 'file' };
    const shown = async (name: string, background: object, style?: string) =>
      (await compile(group(name, background, style), { urls })).html;
    expect(await shown('quote', { backgroundImage: image })).toMatch(
      /style="background-image:url\(\/media\/3-1600\.webp\);background-size:cover"/,
    );
    expect(await shown('group', { backgroundImage: image })).toContain(
      'class="g is-layout-flow wp-block-group-is-layout-flow has-background"',
    );
    expect(
      await shown(
        'verse',
        { backgroundImage: image, backgroundSize: 'contain', backgroundRepeat: 'no-repeat' },
        ' style="background:#fff"',
      ),
    ).toBe(
      '<div class="g has-background" style="background:#fff;background-image:url(/media/3-1600.webp);background-size:contain;' +
        'background-position:50% 50%;background-repeat:no-repeat">x</div>',
    );
    expect(await shown('verse', { backgroundImage: image, gradient: 'linear-gradient(red,blue)' })).toContain(
      'background-image:linear-gradient(red,blue),url(/media/3-1600.webp)',
    );
    expect(
      await shown('verse', { backgroundImage: { url: '"><script>x</script>)' }, backgroundSize: 'x;y' }),
    ).not.toMatch(/<script|x;y/);
    for (const none of [{}, { backgroundImage: 'x' }, { backgroundSize: 'contain' }])
      expect(await shown('verse', none)).toBe('<div class="g">x</div>');
    expect(await shown('table', { backgroundImage: image })).toBe('<div class="g">x</div>');
  });

  test('a platform video behind a cover is a link that plays, and requests nothing from the platform', async () => {
    const cover = (backgroundType: string) =>
      `<!-- wp:cover {"backgroundType":"${backgroundType}"} --><div class="wp-block-cover">` +
      '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">https://youtu.be/ex8fMxXJDJw</div></figure></div><!-- /wp:cover -->';
    expect((await compile(cover('embed-video'))).html).toContain(
      '<a class="embed-link embed-video" href="https://youtu.be/ex8fMxXJDJw" rel="noopener" data-video="youtube">',
    );
    expect((await compile(cover('image'))).html).not.toContain('<a');
  });

  test('shows nothing of a picture without a URL', async () => {
    for (const inside of ['', '<img alt="">', '<img src="">']) {
      expect(
        (
          await compile(
            `<!-- wp:image --><figure class="wp-block-image">${inside}<figcaption>c</figcaption></figure><!-- /wp:image -->`,
          )
        ).html,
      ).toBe('');
    }
  });

  test('a gallery without ids shows the attachments of its post or of the one it names, with one query for each', async () => {
    const questions: string[] = [];
    const env: Partial<ContentEnv> = {
      attachedTo: async ({ postId, kind, by, direction }, isElsewhere) => {
        questions.push(`${postId} ${kind} ${by} ${direction}${isElsewhere ? ' elsewhere' : ''}`);
        return [postId];
      },
    };
    const galleries =
      '[gallery] [gallery id="12"] [gallery id="7"] [gallery order="DESC" id="7"] [gallery id="7" columns="2"]';
    const { html } = await compile(galleries, { ids: [7, 12], env });
    expect([...html.matchAll(/<div id="gallery-\d+".*?wp-image-(\d+)/g)].map(([, id]) => id)).toEqual([
      '12',
      '12',
      '7',
      '7',
      '7',
    ]);
    expect(questions).toEqual([
      '12 image menu asc',
      '7 image menu asc elsewhere',
      '7 image menu desc elsewhere',
    ]);
  });

  test('batches all queries, whatever the number of pictures and shortcodes', async () => {
    const { requested: asked } = await compile(
      '[gallery ids="1,2"] <img src="a.jpg" class="wp-image-3">\n\n[gallery ids="2,4"] <a href="https://old.test/b.png"><img src="b-2x2.png"></a>',
    );
    expect(asked).toEqual({
      ids: [[1, 2, 4, 3]],
      urls: [['a.jpg', 'https://old.test/b.png', 'b-2x2.png', 'b.png']],
    });
    expect((await compile('no pictures')).requested).toEqual({ ids: [], urls: [] });
  });

  test('some are never lazy: eager ones, data URLs, tracking pixels, those with another loader', async () => {
    const first = '<img src="a.jpg">';
    for (const image of [
      '<img src="b.jpg" loading="eager">',
      '<img src="data:image/gif;base64,x">',
      '<img src="b.jpg" width="1" height="1">',
      '<img data-src="b.jpg" src="c.gif">',
      '<img class="skip-lazy" src="b.jpg">',
      '<picture><source srcset="c.avif"><img src="b.jpg"></picture>',
    ]) {
      expect(await rewrite(first + image)).toBe(first + image);
    }
  });

  test('inside our blocks count with the others', async () => {
    const { nodes } = await compile(
      '<!-- wp:html --><img src="a.jpg"><!-- /wp:html --><!-- wp:broadsheet/row --><!-- wp:html --><img src="b.jpg"><!-- /wp:html -->' +
        '<!-- /wp:broadsheet/row -->',
    );
    expect(nodes).toMatchObject([
      '<img src="a.jpg">',
      { name: 'broadsheet/row', children: [expect.stringContaining('data-src="b.jpg"')] },
    ]);
  });
});

test('aligns columns of numbers to the end, except with a given alignment or in a complex table', async () => {
  const table = (...rows: string[]) =>
    `<table><thead><tr><th>Town</th><th>Votes</th><th>Note</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const marked = async (html: string) =>
    [...(await rewrite(html)).matchAll(/is-number">([^<]*)/g)].map(([, text]) => text);
  const votes = table(row('1', '12,345', 'a'), row('2', '\u2212 0.4 %', '3'), row('3', '\u2013', '4'));
  expect(await marked(votes)).toEqual(['Votes', '12,345', '\u2212 0.4 %', '\u2013']);
  expect(await marked(table(row('1', '١٢٬٣٤٥', 'a'), row('2', '٠٫٤٪', 'b'), row('3', '१२', 'c')))).toEqual([
    'Votes',
    '١٢٬٣٤٥',
    '٠٫٤٪',
    '१२',
  ]);
  expect(await marked(table(row('1', '12,345', 'a')))).toEqual([]); // one row is no column
  expect(await marked(table(row('1', '5', ''), '<tr><td>2</td><td colspan="2">6</td></tr>'))).toEqual([]);
  const chosen = table('<tr><td>a</td><td class="has-text-align-center">5</td></tr>', row('b', '6'));
  expect(await marked(chosen)).toEqual(['Votes', '6']);
});

describe('lightbox', () => {
  test('marks a picture that links to its file, alone or in a gallery', async () => {
    const { html, behaviours } = await compile(
      block(
        '<a href="/x/big.jpg"><img src="s.jpg"></a><figure class="wp-block-gallery"><figure><a href="1.png"><img src="1s.png"></a></figure><figure><img ' +
          'src="2-9x9.png"></figure></figure><a href="3.jpg"><img src="3s.jpg"></a>',
      ),
    );
    expect(
      htmlTokens(html)
        .filter(({ kind, name }) => kind === 'open' && (name === 'a' || name === 'img'))
        .map(({ start, end }) => readAttribute(html.slice(start, end), 'data-lightbox')),
    ).toEqual(['', undefined, 'gallery-1', undefined, 'gallery-1', '', undefined]);
    expect(behaviours).toContain('lightbox');
  });

  test('marks local pictures without a link, unless they are small, external or inside a link', async () => {
    const marked = async (html: string) => (await rewrite(html, { ids: [7] })).includes('data-lightbox');
    expect(await marked('<img src="x.jpg" class="wp-image-7">')).toBe(true);
    expect(await marked('<a href="/page/"><span><img src="x.jpg" class="wp-image-7"></span></a>')).toBe(
      false,
    );
    expect(await marked('<img src="https://elsewhere.test/x.jpg">')).toBe(false);
  });

  test('leaves links to attachment pages alone, except those with the URL of a local picture', async () => {
    for (const href of [
      'https://commons.test/wiki/File:Bell.jpg',
      'https://commons.test/wiki/File%3ABell.jpg?x',
      'https://box.test/s/bell.png?a=1&amp;dl=0',
    ]) {
      expect(await rewrite(`<a href="${href}"><img src="data:,"></a>`), href).not.toContain('data-lightbox');
      expect(
        await rewrite(`<a href="${href}"><img src="data:,"></a>`, {
          urls: { [href.replace(/\?.*/s, '')]: 3 },
        }),
        href,
      ).toContain('data-lightbox');
    }
    expect(await rewrite('<a href="https://box.test/a:b/bell.png?dl=1"><img src="data:,"></a>')).toContain(
      'data-lightbox',
    );
  });

  test('leaves links to other pages and with text alone', async () => {
    for (const link of [
      '<a href="/page/"><img src="data:,"></a>',
      '<a href="big.jpg">words <img src="data:,"></a>',
      '<a href="big.jpg">words</a>',
    ]) {
      expect(await rewrite(link)).toBe(link);
    }
  });
});

describe('addresses', () => {
  test('of the former site become local, and files only when they exist here', async () => {
    expect(await rewrite('<a href="http://www.old.test/2010/post/?a=1&amp;b=2#c">x</a>')).toBe(
      '<a href="https://new.test/2010/post/?a=1&amp;b=2#c">x</a>',
    );
    expect(await rewrite('<a href="https://old.test">x</a>')).toBe('<a href="https://new.test">x</a>');
    for (const link of [
      '<a href="https://old.test/wp-content/uploads/paper.pdf">x</a>',
      '<a href="https://old.test/gone.jpg">x</a>',
      '<a href="https://else.test/">x</a>',
      '<a href="/own/">x</a>',
      '<a href="#top">x</a>',
      '<a name="x">x</a>',
    ]) {
      expect(await rewrite(link)).toBe(link);
    }
    expect(
      await rewrite('<a href="https://old.test/bell.jpg">x</a>', {
        urls: { 'https://old.test/bell.jpg': 3 },
      }),
    ).toBe('<a href="/media/3-1600.webp">x</a>');
  });

  test('of players, posters and downloads are local if the file exists, with their fragment', async () => {
    const old = 'http://old.test/wp-content/uploads/2026/01';
    const asked: string[] = [];
    const filesByUrl = async (urls: readonly string[]) => {
      asked.push(...urls);
      return new Map(
        urls
          .filter((url) => !url.includes('gone'))
          .map((url) => [
            url,
            { url: `https://new.test/${url.split('/').at(-1) ?? ''}`, title: '', mimeType: 'video/webm' },
          ]),
      );
    };
    const known = { urls: { [`${old}/still.jpg`]: 3 }, env: { filesByUrl } };
    expect(
      await rewrite(
        `<video controls poster="${old}/still.jpg" src="${old}/film.webm?a=1&#038;b=2#t=10"></video>`,
        known,
      ),
    ).toBe(
      '<video controls poster="/media/3-640.webp" src="https://new.test/film.webm#t=10" style="aspect-ratio:1600/1200" preload="none"></video>',
    );
    expect(
      await rewrite(
        `<audio controls preload="none"><source src="${old}/a.ogg"><source src="${old}/gone.mp3"></audio>`,
        known,
      ),
    ).toBe(
      `<audio controls preload="none"><source src="https://new.test/a.ogg"><source src="${old}/gone.mp3"></audio>`,
    );
    expect(
      await rewrite(
        `<div class="wp-block-file"><a href="${old}/paper.pdf#page=2">Paper</a> <a href="${old}/paper.pdf" download>Load</a> <a ` +
          `href="${old}/gone.pdf">x</a></div>`,
        known,
      ),
    ).toBe(
      '<div class="wp-block-file"><a href="https://new.test/paper.pdf#page=2">Paper</a> <a href="https://new.test/paper.pdf" download>Load</a> <a ' +
        `href="${old}/gone.pdf">x</a></div>`,
    );
    asked.length = 0;
    const { html } = await compile(
      `[video mp4="${old}/b.mp4" poster="${old}/still.jpg"][/video] [audio]${old}/c.mp3[/audio]`,
      known,
    );
    expect(html).toMatch(
      /<video controls preload="none" poster="\/media\/3-640.webp" src="https:\/\/new.test\/b.mp4"[^>]*><a href="https:\/\/new.test\/b.mp4">.*<audio controls preload="none" src="https:\/\/new.test\/c.mp3">/s,
    );
    expect(asked).toEqual([`${old}/b.mp4`, `${old}/c.mp3`]);
    await rewrite(
      '<a href="https://old.test">x</a> <a href="/about.html">x</a> <a href="mailto:a@b.test">x</a>',
      known,
    );
    expect(asked).toHaveLength(2);
  });

  test('without a scheme become https', async () => {
    expect(
      await rewrite(
        '<a href="//x.test/a">x</a><img src="//x.test/i.jpg"><video autoplay src="//x.test/v.mp4"></video>',
      ),
    ).toBe(
      '<a href="https://x.test/a">x</a><img src="https://x.test/i.jpg"><video autoplay src="https://x.test/v.mp4"></video>',
    );
  });
});

describe('frames, players, tables, code', () => {
  test('frames of video platforms become links, and others are lazy', async () => {
    const { html, behaviours } = await compile(
      block(
        '<p><iframe src="//www.youtube.com/embed/ex8fMxXJDJw" width="5"></iframe></p><iframe src="https://maps.test/" title="Map">old</iframe>',
      ),
    );
    expect(html).toMatch(
      /^<p><span class="wp-block-embed__wrapper"><a class="embed-link embed-video" href="https:\/\/www.youtube.com\/watch\?v=ex8fMxXJDJw".*<\/a><\/span><\/p>/,
    );
    expect(html).toContain(
      '<iframe title="Map" class="lazy" data-src="https://maps.test/">old</iframe><noscript><iframe src="https://maps.test/" title="Map" ' +
        'loading="lazy">old</iframe></noscript>',
    );
    expect(behaviours).toEqual(['lazy-image', 'video']);
  });

  test('a URL alone in a paragraph is an embed', async () => {
    expect(await rewrite('<p>https://youtu.be/ex8fMxXJDJw</p>')).toMatch(/^<figure class="wp-block-embed/);
    expect(await rewrite('<p>https://else.test/</p>')).toBe('<p>https://else.test/</p>');
  });

  test.each([
    ['a paragraph', (url: string) => `<!-- wp:paragraph --><p>${url}</p><!-- /wp:paragraph -->`],
    [
      'an embed block',
      (url: string) =>
        `<!-- wp:embed {"url":"${url}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n` +
        '</div></figure><!-- /wp:embed -->',
    ],
    ['[embed]', (url: string) => `[embed]${url}[/embed]`],
    ['classic text', (url: string) => `Watch a--b:\n\n${url}\n\nThe end.`],
  ])('typography leaves the URL of an embed unchanged: %s', async (_, write) => {
    const { html, behaviours } = await compile(write('https://www.youtube.com/watch?v=a--b2x4_Qab'), {
      env: { language: 'en-US' },
    });
    expect(html).toMatch(
      / href="https:\/\/www\.youtube\.com\/watch\?v=a--b2x4_Qab" [^>]*data-video="youtube"/,
    );
    expect(html).toContain(
      '<span class="embed-url"><span class="embed-scheme">https://www.</span>youtube.com/watch?v=a--b2x4_Qab</span>',
    );
    expect(behaviours).toContain('video');
  });

  test('typography leaves file names in players unchanged', async () => {
    for (const host of ['a--b--c.example', 'xn--mnchen-3ya.example', 'www.2x4---x.example']) {
      const { html } = await compile(`<!-- wp:embed {"url":"https://${host}/x"} /-->`, {
        env: { language: 'en-US' },
      });
      expect(decodeEntities(html)).toContain(
        `<span class="embed-provider">${host.replace('www.', '')}</span>`,
      );
    }
    const { html } = await compile('[audio src="/a--b.mp3"]\n\n[video src="/2x4.mp4"]\n\na--b', {
      env: { language: 'en-US' },
    });
    expect(html).toContain('<a href="/a--b.mp3">a--b.mp3</a>');
    expect(html).toContain('<a href="/2x4.mp4">2x4.mp4</a>');
    expect(html).toContain('<p>a–b</p>');
  });

  test('players preload nothing, have controls, and autoplaying ones stay unchanged', async () => {
    for (const written of [
      '<audio controls src="/a.mp3"></audio>',
      '<audio controls src="/a.mp3" preload="metadata"></audio>',
      '<audio controls src="/a.mp3" preload></audio>',
      '<audio src="/a.mp3"></audio>',
    ]) {
      expect((await rewrite(written)).replace(' controls', '')).toBe(
        '<audio src="/a.mp3" preload="none"></audio>',
      );
    }
    expect(
      await rewrite(
        '<video controls poster="//x.test/a.webp"><source src="//x.test/a.mp4" type="video/mp4"><track src="a.vtt"></video>',
      ),
    ).toBe(
      '<video controls poster="https://x.test/a.webp" preload="none"><source src="https://x.test/a.mp4" type="video/mp4"><track src="a.vtt"></video>',
    );
    for (const own of [
      '<video autoplay muted loop src="https://x.test/a.mp4"></video>',
      '<audio autoplay preload="auto" src="/a.mp3"></audio>',
      '<picture><source srcset="a.avif"><img src="a.jpg"></picture>',
    ]) {
      expect(await rewrite(own)).toBe(own);
    }
  });

  test('[IMP-04] a video shows its own poster, whichever of its files the library has', async () => {
    const still = { src: '/media/9-640.webp', width: 320, height: 180 };
    const filesByUrl: ContentEnv['filesByUrl'] = async (urls) =>
      new Map(
        urls
          .filter((url) => url.endsWith('/b.mp4'))
          .map((url) => [
            url,
            { url: '/wp-content/uploads/b.mp4', title: 'B', mimeType: 'video/mp4', poster: still },
          ]),
      );
    const poster = async (film: string) =>
      /<video[^>]* poster="([^"]*)"/.exec(await rewrite(film, { env: { filesByUrl } }))?.[1]?.slice(0, 17);
    const ours = '<source src="/b.mp4" type="video/mp4">';
    for (const film of [
      '<video src="/b.mp4"></video>',
      `<video>${ours}</video>`,
      `<video>\n<source src="/a.webm">\n<track src="a.vtt">${ours}</source>Words</video>`,
    ])
      expect([film, await poster(film)]).toEqual([film, '/media/9-640.webp']);
    for (const other of [
      '<video></video>',
      '<video><source src="/a.webm"></video>',
      `<video src="/a.webm">${ours}</video>`,
      `<video><p>Words</p>${ours}</video>`,
      `<video></video><video autoplay>${ours}</video>`,
      `<video><source srcset="/b.mp4"></video>`,
    ])
      expect([other, await poster(other)]).toEqual([other, 'data:image/svg+xm']);
  });

  test('a video keeps the aspect ratio of its author or its poster', async () => {
    const shape = async (attributes: string) =>
      /style="([^"]*)"/.exec(
        await rewrite(`<video ${attributes} src="/a.mp4"></video>`, { urls: { '/a.jpg': 7 } }),
      )?.[1];
    expect(await shape('width="1080" height="1920"')).toBe('aspect-ratio:1080/1920');
    expect(await shape('width="1080" height="1920" style="border:0; "')).toBe(
      'border:0;aspect-ratio:1080/1920',
    );
    expect(await shape('width="1080" height="1920" style="aspect-ratio: 9 / 16"')).toBe(
      'aspect-ratio: 9 / 16',
    );
    expect(await shape('poster="/a-300x225.jpg"')).toBe('aspect-ratio:1600/1200');
    expect(await rewrite('<video src="/a.mp4"></video>')).toBe(
      `<video src="/a.mp4" poster="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" preload="none" controls></video>`,
    );
    for (const none of [
      '',
      'width="640"',
      'width="100%" height="0"',
      'poster="/b.jpg"',
      'autoplay width="4" height="3"',
    ]) {
      expect(await shape(none)).toBe(undefined);
    }
  });

  test('tables scroll inside, nested ones with the outer one', async () => {
    const open = '<div class="table-scroll" tabindex="0" role="region" aria-label="Table">';
    expect(await rewrite('<table><td><table></table></td></table>')).toBe(
      `${open}<table><tbody><tr><td><table></table></td></tr></tbody></table></div>`,
    );
    expect(await rewrite('<table><td>cut')).toBe(
      `${open}<table><tbody><tr><td>cut</td></tr></tbody></table></div>`,
    );
  });

  test('code can be copied and scrolled by keyboard, and verse can’t', async () => {
    const { html, behaviours } = await compile(
      block('<pre class="wp-block-code"><code>a</code></pre><pre class="wp-block-verse">b</pre>'),
    );
    expect(html).toBe(
      '<pre class="wp-block-code" data-copyable tabindex="0"><code>a</code></pre><pre class="wp-block-verse">b</pre>',
    );
    expect(behaviours).toEqual(['copy-pre']);
  });

  test('a background without a description is hidden from screen readers', async () => {
    expect(await rewrite('<div role="img" class="a" style="background-image:url(b.jpg)"></div>')).toBe(
      '<div class="a" style="background-image:url(b.jpg)"></div>',
    );
    expect(await rewrite('<div role="img" aria-label="A ship"></div>')).toBe(
      '<div role="img" aria-label="A ship"></div>',
    );
  });

  test('the more tag is an anchor, and page breaks stay between the parts', async () => {
    expect(await rewrite('<p>a</p><!--more Read on--><p>b</p><!--nextpage--><p>c</p>')).toBe(
      '<p>a</p><span id="more-12"></span><p>b</p><!--nextpage--><p>c</p>',
    );
  });
});

describe('malformed HTML', () => {
  test('creates no tags from text when a shortcode or a comment between is removed', async () => {
    expect((await compile('<[b]script>x[/b]</[b]i>[/b]')).html).not.toMatch(/<(?:script|\/i)/);
    expect(
      (await compile('<<!-- wp:x/void /-->script>x<!-- wp:group --></<!-- /wp:group -->i>')).html,
    ).not.toMatch(/<(?:script|\/i)/);
  });

  test('swallows nothing of the page after it', async () => {
    expect(await rewrite('<p>a</p><!-- open <p>b</p>')).toBe('<p>a</p>&lt;!-- open <p>b</p>');
    expect(await rewrite('<p>a</p><a href="x>b <i>c</i>')).toBe('<p>a</p>&lt;a href="x&gt;b <i>c</i>');
    expect(await rewrite('<style>a{top:0}let a')).toBe('<style>@scope (#content){a{top:0;}}</style>');
  });

  test('keeps data in scripts, and removes scripts', async () => {
    expect(
      await rewrite(
        '<script type="application/ld+json" data-modules id=x>{"a": "<img src=x.jpg><table>[gallery]"}</script>',
      ),
    ).toBe(
      String.raw`<script type="application/ld+json">{"a": "\u003cimg src=x.jpg>\u003ctable>[gallery]"}</script>`,
    );
    expect(
      await rewrite('<p>a</p><script>if (a < b) document.write("<img src=x.jpg><table>[gallery]")</script>'),
    ).toBe('<p>a</p>');
    expect((await compile('a\u0000b\u0001c\u0003d')).html).toBe('<p>abcd</p>\n');
  });
});

test('sanitizing is idempotent byte for byte in 500 generated documents', async () => {
  const random = seededRandom(3);
  const pieces = [
    '<p class=x>',
    '</p>',
    'Words ',
    '&amp;',
    '&nbsp;',
    '<EM>',
    '</em >',
    '<br/>',
    '\n',
    '<!-- note -->',
    '<script type="text/json">a<b</script>',
    '<style>p{}</style>',
    "<b title='>'>",
    '[sic]',
    '[1] ',
    '< 3 ',
    '<ul ><li>',
    '<a href="/x">',
    '</A>',
    '<div\nid=a>',
    'ü',
    '"',
    '<svg viewBox="0 0 1 1"/>',
  ];
  for (let round = 0; round < 500; round++) {
    const html = await rewrite(randomText(random, pieces, 30));
    expect(await rewrite(html)).toBe(html);
  }
});

test('a block between two pieces of HTML keeps its place, whatever is open around it', async () => {
  const inside =
    '<!-- wp:broadsheet/row --><!-- wp:html --><b>in</b></section></div><svg><!-- /wp:html --><!-- /wp:broadsheet/row -->';
  const nodes = async (before: string, after: string) =>
    (
      await compile(
        `<!-- wp:html -->${before}<!-- /wp:html -->${inside}<!-- wp:html -->${after}<!-- /wp:html -->`,
      )
    ).nodes.map((node) => (typeof node === 'string' ? node : node.children.join('')));
  expect(await nodes('<div class="a"><p>x', 'y</div>z')).toEqual([
    '<div class="a"><p>x',
    '<b>in</b><svg></svg>',
    'y</p></div>z',
  ]);
  // Generated elements never appear inside a form, an SVG or a frame, and none is lost in raw text.
  expect(await nodes('<form action="https://x.test/"><input name="a">', '</form>')).toEqual([
    '<input name="a">',
    '<b>in</b><svg></svg>',
  ]);
  expect(await nodes('<svg><g>', '</g></svg>y')).toEqual(['<b>in</b><svg></svg>', 'y']);
  expect(await nodes('<textarea>', '</textarea>y')).toEqual([
    '<textarea></textarea>',
    '<b>in</b><svg></svg>',
    'y',
  ]);
  for (const before of [
    '<a title="',
    '<select><option>',
    '<template>',
    '<title>',
    '<table><tr>',
    '<!--',
    '<style>',
    '<noscript>',
    '<math><mtext>',
    '<iframe>',
    '<script>',
    '<p title=',
  ]) {
    const found = await nodes(`w${before}`, '</style></textarea></title>">z');
    expect(found, before).toContain('<b>in</b><svg></svg>');
    expect(found.join(''), before).not.toMatch(/x-[0-9a-f]{24}/);
  }
});

test('sanitizes a long text in a worker thread, like a short one', async () => {
  const piece =
    '<p data-behaviour="x">Words <a href="javascript:x">of</a> a <em>text</em>.</p><script>x</script>';
  const { html, problems } = await compile(block(piece.repeat(2000)));
  expect(html).toBe('<p>Words <a>of</a> a <em>text</em>.</p>'.repeat(2000));
  expect(problems).toEqual([]);
});

test('obsolete players show their video, in classic content and in blocks', async () => {
  const address = 'http://www.youtube.com/v/dQw4w9WgXcQ';
  const player = `<object width="425"><param name="movie" value="${address}" /><embed src="${address}" type="application/x-shockwave-flash" /></object>`;
  for (const content of [
    `One\n\n${player}\n\ntwo`,
    block(player),
    `<!-- wp:broadsheet/row -->${block(player)}<!-- /wp:broadsheet/row -->`,
  ]) {
    const { html } = await compile(content);
    expect(html).toMatch(
      /<a class="embed-link embed-video" href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ"/,
    );
    expect(html.match(/embed-link/g)).toHaveLength(1);
  }
});
