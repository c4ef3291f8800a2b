import { expect, test } from 'vitest';
import { htmlToText } from '../plain-text.ts';
import { withDataBlocks } from './data-blocks.ts';
import { idsInData } from './text-with-data.ts';
import { noSources } from './parts.ts';
import type { DataSources } from './parts.ts';

const file = {
  url: 'https://here.example/bridge.jpg',
  mimeType: 'image/jpeg',
  alt: '',
  caption: '',
  title: '',
};
const sources: DataSources = { ...noSources, items: new Map([['11', { id: 111, file }]]) };

const content = (value: unknown) => ({ innerContent: { desktop: { value } } });
const escaped = (attributes: object) =>
  JSON.stringify(attributes).replaceAll('<', String.raw`\u003c`).replaceAll('>', String.raw`\u003e`);
const module = (name: string, attributes: object, inner?: string) =>
  inner === undefined
    ? `<!-- wp:divi/${name} ${escaped({ ...attributes, builderVersion: '5.1.0' })} /-->`
    : `<!-- wp:divi/${name} ${escaped(attributes)} -->${inner}<!-- /wp:divi/${name} -->`;
const page = (...modules: string[]) =>
  module(
    'placeholder',
    {},
    `\n${module(
      'section',
      { module: { meta: { adminLabel: { desktop: { value: 'Admin Label' } } } } },
      module(
        'row',
        {},
        module(
          'column',
          { module: { advanced: { type: { desktop: { value: '4_4' } } } } },
          modules.join('\n'),
        ),
      ),
    )}\n`,
  );
const shown = (...modules: string[]) => withDataBlocks(page(...modules), sources);
const words = (...modules: string[]) => htmlToText(shown(...modules));

test('keeps texts, headings, pictures, videos and buttons of modules in order', () => {
  const markup = shown(
    module('heading', {
      title: {
        ...content('The heading'),
        decoration: { font: { font: { desktop: { value: { headingLevel: 'h1', family: 'Open Sans' } } } } },
      },
    }),
    module('text', { content: content('<p>A paragraph, <a href="https://a.example/">linked</a>.</p>') }),
    module('image', {
      image: content({ src: 'https://old.example/a.jpg', alt: 'Alt of it', linkUrl: 'https://b.example/' }),
    }),
    module('button', { button: content({ text: 'Press', linkUrl: '/press/' }) }),
    module('video', { video: content({ src: 'https://www.youtube.com/watch?v=abcdefghijk' }) }),
    module('video', { src: content('https://old.example/film.mp4') }),
    module('blurb', {
      title: content({ text: 'Blurb', url: '/blurb/' }),
      imageIcon: content({ src: 'https://old.example/b.jpg' }),
      content: content('Of it'),
    }),
    module('gallery', { image: { advanced: { galleryIds: { desktop: { value: '11,12' } } } } }),
  );
  expect(htmlToText(markup)).toContain('The heading A paragraph, linked. Press');
  for (const part of [
    '<h2 class="wp-block-heading">The heading</h2>',
    'src="https://old.example/a.jpg" alt="Alt of it"',
    'href="https://b.example/"',
    'href="/press/"',
    'abcdefghijk',
    'film.mp4',
    '<a href="/blurb/">Blurb</a>',
    'wp-image-111',
  ])
    expect(markup).toContain(part);
  expect(markup).not.toMatch(/wp:divi|Open Sans|Admin Label/);
  expect([
    ...idsInData(
      page(module('gallery', { module: { advanced: { galleryIds: { desktop: { value: '11, 12' } } } } })),
      [],
    ),
  ]).toEqual(['11', '12']);
});

test('accordions, tabs, testimonials, team members, counters, prices and slides keep all their text', () => {
  expect(
    words(
      module(
        'accordion',
        { title: { decoration: {} } },
        module('accordion-item', { title: content('Question'), content: content('<p>Answer</p>') }),
      ),
      module('toggle', { title: content('Toggle'), content: content('Toggled') }),
      module('tabs', {}, module('tab', { title: content('Tab'), content: content('In it') })),
      module('testimonial', {
        author: content('Jane Roe'),
        jobTitle: content('Editor'),
        company: content({ text: 'Acme', linkUrl: '/acme/' }),
        content: content('Good.'),
      }),
      module('team-member', {
        name: content('Ann'),
        position: content('Chief'),
        content: content('Bio'),
        social: content({ facebookUrl: 'https://facebook.com/ann' }),
      }),
      module('number-counter', { title: content('Agree'), number: content('42') }),
      module('pricing-table', {
        title: content('Basic'),
        price: content('9'),
        currencyFrequency: content({ currency: '$', per: 'month' }),
        content: content('One thing'),
      }),
      module('cta', {
        title: content('Call'),
        content: content('To act'),
        button: content({ text: 'Act', linkUrl: '/act/' }),
      }),
      module(
        'slider',
        {},
        module('slide', {
          title: content('Slide'),
          content: content('Slid'),
          button: content({ text: 'Go', linkUrl: '/go/' }),
        }),
      ),
      module('fullwidth-header', {
        title: content('Header'),
        subhead: content('Sub'),
        buttonOne: content({ text: 'One', linkUrl: '/1/' }),
      }),
    ),
  ).toBe(
    'Question Answer Toggle Toggled Tab In it Good. Jane Roe, Editor, Acme Ann Chief Bio Facebook 42% Agree Basic $9 / month One thing Call To act Act ' +
      'Slide Slid Go Header Sub One',
  );
});

test('unknown modules and those of other vendors keep text, links and pictures', () => {
  const other = `<!-- wp:acme/card ${escaped({ head: content('Card of Acme'), body: content({ text: 'Linked', linkUrl: '/card/' }) })} /-->`;
  const markup = shown(
    module('hotspots', {
      title: content('Spot'),
      photo: content('https://old.example/c.jpg'),
      mode: content('ease-in'),
      mark: content('&#xe03b;'),
      cta: content({ text: 'Buy', linkUrl: '/buy/' }),
    }),
    other,
    module('shortcode-module', {}, '[acme text="Inner"]'),
  );
  expect(htmlToText(markup)).toBe('Spot Buy Card of Acme Linked [acme text="Inner"]');
  expect(markup).toContain('src="https://old.example/c.jpg"');
  expect(markup).toContain('href="/buy/"');
});

test('rows keep their columns, post lists become Broadsheet’s, and theme parts and hidden modules show nothing', () => {
  const column = (text: string) => module('column', {}, module('text', { content: content(text) }));
  expect(withDataBlocks(module('row', {}, column('Left') + column('Right')), sources)).toContain(
    '<!-- wp:columns -->',
  );
  expect(
    shown(
      module('blog', {
        post: {
          advanced: { number: { desktop: { value: '4' } }, categories: { desktop: { value: '3,7' } } },
        },
      }),
    ),
  ).toContain('<!-- wp:divi-list/blog {"number":"4","categories":"3,7"} /-->');
  const off = Object.fromEntries(['desktop', 'tablet', 'phone'].map((screen) => [screen, { value: 'on' }]));
  expect(
    words(
      module('text', { content: content('Hidden'), module: { decoration: { disabledOn: off } } }),
      module('post-title', { title: content('Theme') }),
      module('contact-field', { fieldItem: content('Your name') }),
      module('text', { content: content('$variable({"type":"content"})$ Shown') }),
    ),
  ).toBe('Shown');
});

test('HTML, blocks and shortcodes inside modules keep their positions, and saved copies are not shown twice', () => {
  const inner = '<!-- wp:paragraph -->\n<p>Core words</p>\n<!-- /wp:paragraph -->';
  expect(
    words(
      module('text', { content: content('Before') }),
      inner,
      module('text', { content: content('After') }),
    ),
  ).toBe('Before Core words After');
  expect(
    words(module('text', { content: content('<p>Same words</p>') }, '<div><p>Same words</p></div>')),
  ).toBe('Same words');
  expect(words(module('code', {}, '<div>Saved code</div>'))).toBe('Saved code');
  const shortcodes = '[et_pb_section][et_pb_text]Old words[/et_pb_text][/et_pb_section]';
  expect(withDataBlocks(module('placeholder', {}, shortcodes), sources)).toBe(shortcodes);
});

test('a text without modules stays unchanged, and a second run changes nothing', () => {
  const text =
    '<p>About <code>wp:divi/text</code></p>\n<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->';
  expect(withDataBlocks(text, sources)).toBe(text);
  const once = shown(module('text', { content: content('Words') }), module('blog', {}));
  expect(withDataBlocks(once, sources)).toBe(once);
});

test('hostile modules neither throw nor create blocks, and take linear time', () => {
  const deep = `${'<!-- wp:divi/accordion-item {"title":{"innerContent":{"desktop":{"value":"T"}}}} -->'.repeat(15_000)}x`;
  expect(() => withDataBlocks(deep, sources)).not.toThrow();
  const nested = `{"title":${'{"innerContent":'.repeat(50_000)}1${'}'.repeat(50_001)}`;
  for (const json of [
    nested,
    '{"title":',
    '[]',
    '{"__proto__":{"innerContent":{"desktop":{"value":"Polluted"}}}}',
    '{"attrs":5}',
    '{"title":null,"module":7}',
  ]) {
    expect(() => withDataBlocks(`<!-- wp:divi/text ${json} /-->`, sources)).not.toThrow();
  }
  const evil = shown(
    module('text', { content: content('<!-- wp:html --><script>alert(1)</script><!-- /wp:html --> Words') }),
    module('heading', { title: content('--><!-- wp:html -->Words') }),
    module('blog', { post: { advanced: { number: { desktop: { value: '--> <script>' } } } } }),
  );
  expect(evil).not.toMatch(/<!-- wp:html|--> <script>/);
  const stray = `<!-- /wp:divi/text -->${module('text', { content: content('Words') })}<!-- /wp:divi/row -->`;
  expect(htmlToText(withDataBlocks(stray, sources))).toBe('Words');
  expect(
    htmlToText(
      withDataBlocks(
        `${module('text', { content: content('Open') }, 'x').replace('<!-- /wp:divi/text -->', '')}`,
        sources,
      ),
    ),
  ).toBe('Open x');
  expect(Object.getPrototypeOf({})).not.toHaveProperty('innerContent');
});
