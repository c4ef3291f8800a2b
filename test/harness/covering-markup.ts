const link = (style: string, more = '') =>
  `<a href="https://evil.example/" data-evil style="${style}"${more}>evil</a>`;
const whole = 'top:0;left:0;width:100vw;height:100vh;z-index:2147483647;opacity:0';
const block = (name: string, attributes: object, inside: string) =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inside}<!-- /wp:${name} -->`;
const rows = 'evil<br>'.repeat(150);

/** Markup that tries to cover masthead, admin bar or footer, by technique. */
export const coveringMarkup: Readonly<Record<string, string>> = {
  'a fixed link': link(`position:fixed;${whole}`),
  'a sticky box': `<div data-evil style="position:sticky;${whole}">${rows}</div>`,
  'an escaped property': link(`\\70osition:fixed;${whole}`),
  'an escaped value': link(`position:f\\69 xed;${whole}`),
  'a comment within the declaration': link(`position/**/:/**/fixed;${whole}`),
  'upper case and !important': link(`POSITION:FIXED!IMPORTANT;${whole}`),
  'a custom property': link(`--p:fixed;position:var(--p);${whole}`),
  'a fallback of a custom property': link(`position:var(--none,fixed);${whole}`),
  'attr()': link(`position:attr(data-p type(*));${whole}`, ' data-p="fixed"'),
  'an absolute box far above': link(
    'position:absolute;top:-3000px;left:0;width:100vw;height:9000px;z-index:2147483647',
  ),
  'an absolute box to the end of the page': link(
    'position:absolute;top:0;bottom:-5000px;left:-100vw;width:300vw;z-index:9',
  ),
  inset: link('position:absolute;inset:-4000px;z-index:9'),
  'a relative box moved up': `<div data-evil style="position:relative;top:-1500px;z-index:9;height:3000px">${rows}</div>`,
  'a negative margin': `<div data-evil style="margin-top:-190px;height:9000px;position:relative;z-index:9">${rows}</div>`,
  'negative margins within each other': `${'<div style="margin-top:-190px;position:relative">'.repeat(12)}<p data-evil>${rows}</p>${'</div>'.repeat(12)}`,
  'a margin of a viewport': `<div data-evil style="margin:-100vh 0 -100vh;height:300vh">${rows}</div>`,
  'a transform that moves': `<div data-evil style="transform:translate(0,-1200px);height:3000px">${rows}</div>`,
  'a transform that enlarges': `<div data-evil style="transform:scale(60)">${rows}</div>`,
  'a matrix': `<div data-evil style="transform:matrix(1,0,0,1,0,-1200);height:3000px">${rows}</div>`,
  perspective: `<div data-evil style="transform:perspective(10px) translateZ(9px)">${rows}</div>`,
  'translate and scale by themselves': `<div data-evil style="translate:0 -1200px;scale:40">${rows}</div>`,
  zoom: `<div data-evil style="zoom:40;margin-top:-190px">${rows}</div>`,
  'a motion path': `<div data-evil style="offset-path:path('M0 -900');offset-distance:100%">${rows}</div>`,
  'an anchor': link(`position:absolute;position-area:top;position-anchor:--a;${whole}`),
  'an outline': link('display:block;outline:3000px solid red'),
  'a shadow': link('display:block;box-shadow:0 0 0 3000px red'),
  'an SVG that overflows':
    '<svg data-evil style="overflow:visible;position:fixed;inset:0" overflow="visible" width="10" height="10">' +
    '<a href="https://evil.example/"><rect x="-3000" y="-3000" width="9000" height="9000"/></a></svg>',
  'a foreignObject':
    '<svg data-evil width="100" height="100"><foreignObject x="-999" y="-999" width="3000" height="3000">' +
    `<div style="position:fixed;${whole}">evil</div></foreignObject></svg>`,
  'a huge glyph': '<span data-evil style="font-size:4000px;line-height:0">evil</span>',
  'a line height below nothing': `<div data-evil style="line-height:0;font-size:900px;vertical-align:9000px">${rows}</div>`,
  'a popover': `<div data-evil popover style="position:fixed;${whole}">evil</div>`,
  'an open dialog': `<dialog open data-evil style="position:fixed;${whole}">evil</dialog>`,
  'a style sheet': `<style>[data-evil]{position:fixed;inset:0;z-index:99999}#content{overflow:visible!important}</style>${link('')}`,
  'a class of the page': `<a data-evil class="video-floats is-compact more-articles pswp" href="https://evil.example/" style="${whole}">evil</a>`,
  'a block with a position': block(
    'group',
    { style: { position: { type: 'fixed', top: '0px' } } },
    `<div data-evil class="wp-block-group is-position-fixed" style="position:fixed;${whole}">${rows}</div>`,
  ),
  'a block with a margin': block(
    'group',
    { style: { spacing: { margin: { top: '-2000px' } } } },
    `<div data-evil class="wp-block-group" style="margin-top:-2000px">${rows}</div>`,
  ),
  'a server-rendered block with a margin': block(
    'latest-posts',
    { style: { spacing: { margin: { top: '-2000px', bottom: '-2000px' } } } },
    '',
  ),
  'a block style by device': block(
    'paragraph',
    {
      style: {
        '@mobile': { spacing: { margin: { top: '-2000px' } } },
        ':hover': { shadow: '0 0 0 4000px red' },
      },
    },
    `<p data-evil>${rows}</p>`,
  ),
  'an animation':
    '<style>@keyframes m{from,to{top:-2000px;position:fixed}}[data-evil]{animation:m 9s infinite;position:relative}</style>' +
    `<p data-evil>${rows}</p>`,
  'text indent': `<p data-evil style="text-indent:-9000px;white-space:nowrap;padding-top:0;margin-top:-190px">${rows}</p>`,
};
