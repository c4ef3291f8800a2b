import { describe, expect, test } from 'vitest';
import { compileDocument } from './compile-document.ts';
import { unknownBlock } from './document.ts';

function compile(markup: string) {
  const problems: string[] = [];
  return {
    ...compileDocument(markup, {
      isRendered: (name) => name.startsWith('broadsheet/'),
      onProblem: (message) => problems.push(message),
    }),
    problems,
  };
}
const html = (markup: string) => compile(markup).nodes.join('|');

test('static blocks are one string, with every name once', () => {
  const { nodes, blocks } = compile(
    '<!-- wp:group --><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->\n<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
  );
  expect(nodes).toEqual([
    '<div><p class="wp-block-paragraph">a</p>\n<p class="wp-block-paragraph">b</p></div>',
  ]);
  expect(blocks).toEqual(['core/group', 'core/paragraph']);
});

test('our blocks are nodes with settings, children and their place', () => {
  const { nodes, blocks } = compile(`<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->
<!-- wp:broadsheet/row {"columns":2} -->
<!-- wp:broadsheet/column -->
<!-- wp:group --><div><!-- wp:broadsheet/post-list /--></div><!-- /wp:group -->
<!-- wp:broadsheet/post-list {"limit":3} /-->
<!-- /wp:broadsheet/column -->
<!-- /wp:broadsheet/row -->`);
  expect(nodes).toEqual([
    '<p class="wp-block-paragraph">a</p>\n',
    {
      name: 'broadsheet/row',
      attributes: { columns: 2 },
      place: '1',
      children: [
        {
          name: 'broadsheet/column',
          attributes: {},
          place: '1.0',
          children: [
            '\n<div>',
            { name: 'broadsheet/post-list', attributes: {}, place: '1.0.0.0', children: [] },
            '</div>\n',
            { name: 'broadsheet/post-list', attributes: { limit: 3 }, place: '1.0.1', children: [] },
          ],
        },
      ],
    },
  ]);
  expect(blocks).toContain('broadsheet/post-list');
});

test('reports WordPress blocks without a renderer, except those that are complete as saved', () => {
  const { problems } = compile(
    '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:nobodys-block /--><!-- wp:legacy-widget {"id":1} /-->' +
      '<!-- wp:table --><figure><table></table></figure><!-- /wp:table --><!-- wp:core-embed/vimeo {"url":"https://vimeo.com/1"} /-->',
  );
  expect(problems).toEqual([
    'The block core/nobodys-block is not known; it shows nothing.',
    'The block core/legacy-widget is not known; it shows nothing.',
  ]);
});

test('leaves out blocks that editors have hidden, whatever renders them, except those that WordPress never hides', () => {
  const hidden = '{"metadata":{"blockVisibility":false}}';
  const { nodes, blocks, problems } = compile(
    `<!-- wp:list ${hidden} --><ul><!-- wp:list-item --><li>x</li><!-- /wp:list-item --></ul><!-- /wp:list -->` +
      `<!-- wp:broadsheet/row ${hidden} --><!-- wp:nobodys-block /--><!-- /wp:broadsheet/row --><!-- wp:group --><div><!-- wp:heading ${hidden} --><h2>y</h2>` +
      `<!-- /wp:heading --><!-- wp:html ${hidden} --><i>z</i><!-- /wp:html --></div><!-- /wp:group -->`,
  );
  expect([nodes, blocks, problems]).toEqual([['<div><i>z</i></div>'], ['core/group', 'core/html'], []]);
});

test('unknown blocks keep their readable content, and are reported once', () => {
  const { nodes, problems } = compile(
    '<!-- wp:acme/box --><div>kept</div><!-- /wp:acme/box --><!-- wp:acme/box --><div>too</div><!-- /wp:acme/box --><!-- wp:acme/live {"a":1} /-->',
  );
  const unknown = (name: string, place: string) => ({
    name: unknownBlock,
    attributes: { name },
    children: [],
    place,
  });
  expect(nodes).toEqual([
    unknown('acme/box', '0'),
    '<div>kept</div>',
    unknown('acme/box', '1'),
    '<div>too</div>',
    unknown('acme/live', '2'),
  ]);
  expect(problems).toEqual([
    'The block acme/box is not known; its saved HTML is shown.',
    'The block acme/live is not known; it shows nothing.',
  ]);
});

test('reports at most twenty problems of a document', () => {
  expect(compile(`<!-- wp:x /-->${'<!-- /wp:x -->'.repeat(500)}`).problems).toHaveLength(20);
});

describe('core blocks that WordPress renders', () => {
  test('show their saved HTML without a renderer, which is reported', () => {
    const { nodes, problems } = compile(
      '<!-- wp:hologram {"slug":"theme/hero"} /--><!-- wp:query --><div class="wp-block-query"><!-- wp:post-title /--></div><!-- /wp:query -->',
    );
    expect(nodes.filter((node) => typeof node === 'string')).toEqual([
      '<div class="wp-block-query is-layout-flow wp-block-query-is-layout-flow">',
      '</div>',
    ]);
    expect(problems).toEqual([
      'The block core/hologram is not known; it shows nothing.',
      'The block core/query is not known; its saved HTML is shown.',
      'The block core/post-title is not known; it shows nothing.',
    ]);
  });

  test('embeds become a link that loads nothing, in the saved figure', () => {
    const embed = html(
      '<!-- wp:embed {"url":"https://youtu.be/ex8fMxXJDJw"} --><figure class="wp-block-embed alignwide"><div ' +
        'class="wp-block-embed__wrapper">\nhttps://youtu.be/ex8fMxXJDJw\n</div><figcaption>Cap</figcaption></figure><!-- /wp:embed -->',
    );
    expect(embed).toMatch(
      /^<figure class="wp-block-embed alignwide">.*href="https:\/\/youtu.be\/ex8fMxXJDJw" data-video="youtube".*<figcaption>Cap<\/figcaption><\/figure>$/s,
    );
    expect(embed).not.toMatch(/<iframe|<img|<script/);
    const bare = (inside: string) =>
      html(
        '<!-- wp:core-embed/youtube {"url":"https://youtu.be/ex8fMxXJDJw"} --><figure class="wp-block-embed-youtube ' +
          `wp-block-embed is-type-video">${inside}<figcaption>Cap</figcaption></figure><!-- /wp:core-embed/youtube -->`,
      );
    const linked = bare('\nhttps://youtu.be/ex8fMxXJDJw?a=1&amp;b=2\n');
    expect(linked).toMatch(
      /^<figure [^>]*><div class="wp-block-embed__wrapper"><a [^>]*data-video="youtube".*<\/a><\/div><figcaption>/,
    );
    expect(linked).toContain('href="https://youtu.be/ex8fMxXJDJw?a=1&amp;b=2"');
    expect(bare('\nAs at https://youtu.be/ex8fMxXJDJw\n')).not.toContain('<a');
    expect(html('<!-- wp:core-embed/vimeo {"url":"https://vimeo.com/123456"} /-->')).toContain(
      'href="https://vimeo.com/123456" data-video="vimeo"',
    );
  });
});

describe('classic content', () => {
  test('gets paragraphs, as a whole or between blocks', () => {
    expect(compile('one\n\ntwo\nthree')).toMatchObject({
      nodes: ['<p>one</p>\n<p>two<br />\nthree</p>\n'],
      blocks: ['core/freeform'],
    });
    expect(html('free\n\ntext<!-- wp:paragraph --><p>block</p><!-- /wp:paragraph -->')).toBe(
      '<p>free</p>\n<p>text</p>\n<p class="wp-block-paragraph">block</p>',
    );
    expect(compile('')).toEqual({ nodes: [], blocks: [], problems: [] });
  });

  test('keeps the paragraphs that the editor saved', () => {
    expect(html('<!-- wp:freeform --><p>a\nb</p><!-- /wp:freeform -->')).toBe('<p>a\nb</p>');
  });
});

test('WordPress blocks with former names are read as the current ones', () => {
  const { nodes, problems } = compile(
    '<!-- wp:cover-image --><div class="wp-block-cover-image"><p>c</p></div><!-- /wp:cover-image -->' +
      '<!-- wp:text --><p>t</p><!-- /wp:text --><!-- wp:pattern {"slug":"theme/hero"} /--><!-- wp:social-link-github {"url":"x"} /-->',
  );
  expect([nodes, problems]).toEqual([
    [
      '<div class="wp-block-cover-image is-layout-flow wp-block-cover-is-layout-flow"><p>c</p></div><p class="wp-block-paragraph">t</p>',
      {
        name: unknownBlock,
        attributes: { name: 'core/pattern theme/hero', lost: 'part' },
        children: [],
        place: '2',
      },
    ],
    [],
  ]);
  const rendered = compileDocument(
    '<!-- wp:social-link-github {"url":"x","service":"y"} /--><!-- wp:comments-query-loop /-->',
    {
      isRendered: () => true,
      onProblem: () => {},
    },
  );
  expect(rendered.nodes).toEqual([
    { name: 'core/social-link', attributes: { url: 'x', service: 'github' }, children: [], place: '0' },
    { name: 'core/comments', attributes: {}, children: [], place: '1' },
  ]);
});

test('Jetpack’s video block, which saves only a URL, links to its video', () => {
  const address = 'https://videopress.com/v/abcDEF12?cover=true&amp;preloadContent=metadata';
  const wrapper = `<div class="jetpack-videopress-player__wrapper">\n${address}\n</div>`;
  const film = `<figure class="wp-block-videopress-video">${wrapper}<figcaption>Cap</figcaption></figure>`;
  const shown = html(`<!-- wp:videopress/video {"guid":"abcDEF12"} -->${film}<!-- /wp:videopress/video -->`);
  expect(shown).toContain(
    `<div class="jetpack-videopress-player__wrapper">\n<a class="embed-link" href="${address}" rel="noopener">`,
  );
  expect(shown).toContain('\n</div><figcaption>Cap</figcaption></figure>');
});
