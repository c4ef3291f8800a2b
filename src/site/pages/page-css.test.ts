import { expect, test } from 'vitest';
import type { CompiledDocument, DocumentNode } from '../../blocks/document/document.ts';
import {
  asideText,
  coverText,
  foldingText,
  galleryText,
  hiddenText,
  layoutText,
  playerText,
  presetText,
  richText,
  smartListText,
  textStyles,
} from './page-css.ts';

const text = (blocks: readonly string[], ...nodes: readonly DocumentNode[]): CompiledDocument => ({
  blocks,
  nodes,
});
const plain = '<p>What she has is a dog.</p><figure class="wp-block-image size-large"><img alt=""></figure>';

test('paragraphs, headings, pictures and Broadsheet blocks need only the base styles', () => {
  const ours = { name: 'broadsheet/copy-code', attributes: {}, place: '0', children: [] };
  expect(
    textStyles(
      text(
        ['core/paragraph', 'core/heading', 'core/image', 'core/pullquote', 'broadsheet/copy-code'],
        plain,
        ours,
      ),
    ),
  ).toEqual([]);
  expect(textStyles(text([]))).toEqual([]);
});

test('content with the markup of a Broadsheet block, like a gallery of slides, has the styles of that block', () => {
  expect(textStyles(text(['core/paragraph', 'broadsheet/slide'], plain))).toEqual(['broadsheet/slide']);
  const slide = { name: 'broadsheet/slide', attributes: {}, place: '0.0', children: [] };
  const column = { name: 'broadsheet/column', attributes: {}, place: '0', children: [slide] };
  expect(textStyles(text(['broadsheet/column', 'broadsheet/slide'], column))).toEqual([]);
});

test('tables and other blocks, and named sizes, need their styles, and named colours theirs', () => {
  expect(textStyles(text(['core/paragraph', 'core/table'], plain))).toEqual([richText]);
  expect(textStyles(text(['core/image'], '<figure class="is-style-rounded">'))).toEqual([richText]);
  expect(textStyles(text(['core/paragraph'], '<p class="has-small-font-size">'))).toEqual([richText]);
  for (const html of ['<p class="has-red-color">', '<p class="has-background">']) {
    expect([html, ...textStyles(text(['core/paragraph'], html))]).toEqual([html, richText, presetText]);
  }
  expect(textStyles(text(['core/paragraph'], '<p style="color:var(--wp--preset--color--red)">'))).toEqual([
    presetText,
  ]);
  expect(
    textStyles(text(['core/paragraph'], '<p style="font-size:var(--wp--preset--font-size--large)">')),
  ).toEqual([richText, presetText]);
  const column = {
    name: 'broadsheet/column',
    attributes: {},
    place: '0',
    children: ['<p class="has-red-color">'],
  };
  expect(textStyles(text(['core/paragraph', 'broadsheet/column'], column))).toEqual([richText, presetText]);
});

test('class names that pictures and embeds always have need no styles', () => {
  const html =
    '<figure class="wp-block-embed is-type-video is-provider-youtube wp-has-aspect-ratio"></figure><figure class="wp-block-gallery ' +
    'has-nested-images is-cropped is-layout-flex wp-block-gallery-is-layout-flex"></figure><blockquote class="wp-block-quote is-layout-flow ' +
    'wp-block-quote-is-layout-flow"></blockquote>';
  expect(textStyles(text(['core/embed', 'core/gallery'], html))).toEqual([playerText, galleryText]);
});

test('galleries of every version need theirs, but pictures and text about galleries don’t', () => {
  for (const html of [
    '<figure class="wp-block-gallery has-nested-images">',
    '<ul class="wp-block-gallery columns-3">',
    '<div id="gallery-1" class="gallery galleryid-5">',
  ]) {
    expect([html, ...textStyles(text(['core/gallery'], html))]).toEqual([html, galleryText]);
  }
  expect(
    textStyles(text(['core/paragraph', 'core/image'], `${plain}<p>A class=gallery, a gallery.</p>`)),
  ).toEqual([]);
});

test('buttons, groups and the like need theirs', () => {
  expect(textStyles(text(['core/buttons', 'core/button'], '<div class="wp-block-buttons">'))).toEqual([
    richText,
    layoutText,
  ]);
  expect(textStyles(text(['core/freeform'], '<div class="wp-block-columns is-layout-flex">'))).toEqual([
    richText,
    layoutText,
  ]);
  expect(
    textStyles(
      text(['core/quote'], '<div class="wp-block-quote is-layout-flex wp-block-quote-is-layout-flex">'),
    ),
  ).toEqual([layoutText]);
  expect(
    textStyles(
      text(
        ['core/columns'],
        '<div class="wp-block-columns is-nowrap is-layout-flex wp-block-columns-is-layout-flex">',
      ),
    ),
  ).toEqual([richText]);
});

test('players and embeds need theirs', () => {
  for (const html of [
    '<video controls>',
    '<audio>',
    '<span class="wp-block-embed__wrapper">',
    '<p><a class="embed-link">',
    '<ol class="wp-playlist">',
  ]) {
    expect([html, ...textStyles(text(['core/paragraph'], html))]).toEqual([html, playerText]);
  }
});

test('a sidebar needs its own styles, and so does a block that the server inserts there', () => {
  for (const html of [
    '<figure class="wp-block-image alignleft">',
    '<p><img class="size-full alignright">',
    '<div class="wp-caption alignleft">',
  ]) {
    expect([html, ...textStyles(text(['core/image'], html))]).toEqual([html, asideText]);
  }
  expect(textStyles(text(['core/image'], '<figure class="wp-block-image aligncenter">'))).toEqual([]);
  const logo = (align: string) =>
    text(['core/site-logo'], { name: 'core/site-logo', attributes: { align }, place: '0', children: [] });
  expect([
    textStyles(logo('left')).includes(asideText),
    textStyles(logo('wide')).includes(asideText),
  ]).toEqual([true, false]);
});

test('covers and media & text need their styles, and colours only if they name some', () => {
  expect(
    textStyles(text(['core/media-text'], '<div class="wp-block-media-text is-stacked-on-mobile">')),
  ).toEqual([richText, coverText]);
  expect(
    textStyles(text(['core/cover'], '<div class="wp-block-cover"><span class="has-red-background-color">')),
  ).toEqual([richText, coverText, presetText]);
});

test('accordions and tabs need theirs, and tables don’t', () => {
  for (const name of ['accordion-panel', 'tab-panel', 'tabs']) {
    expect([name, ...textStyles(text(['core/paragraph'], `<div class="wp-block-${name}">`))]).toEqual([
      name,
      foldingText,
    ]);
  }
  expect(textStyles(text(['core/table'], '<figure class="wp-block-table">'))).toEqual([richText]);
});

test('blocks hidden on some screens need theirs', () => {
  expect(
    textStyles(text(['core/paragraph'], '<p class="wp-block-paragraph wp-block-hidden-tablet">')),
  ).toEqual([hiddenText]);
});

test('classic content and third-party blocks may contain any element, and content of other pages needs everything', () => {
  expect(textStyles(text(['core/freeform'], plain))).toEqual([richText]);
  expect(textStyles(text(['acme/box'], '<div class="wp-block-cover">'))).toEqual([richText, coverText]);
  expect(textStyles(text(['core/paragraph'], '<a data-lightbox-content href="/b/">'))).toEqual([
    asideText,
    richText,
    layoutText,
    coverText,
    playerText,
    presetText,
    foldingText,
    galleryText,
    smartListText,
    hiddenText,
  ]);
});

test('a server-rendered block needs the named colours chosen for it, wherever it is', () => {
  const title = (attributes: object) => ({
    name: 'core/post-title',
    attributes: { ...attributes },
    place: '0',
    children: [],
  });
  const needs = (attributes: object) =>
    textStyles(
      text(['core/post-title'], '<div>', { ...title({}), children: [title(attributes)] }, '</div>'),
    ).includes(presetText);
  for (const chosen of [
    { textColor: 'vivid-red' },
    { backgroundColor: 'black' },
    { gradient: 'blush' },
    { overlayBackgroundColor: 'black' },
    { customIconColor: '#fff' },
    { style: { elements: { link: { color: { text: 'var:preset|color|white' } } } } },
    { style: { spacing: { padding: 'var:preset|spacing|40' } } },
  ])
    expect([chosen, needs(chosen)]).toEqual([chosen, true]);
  for (const others of [{}, { level: 3 }, { className: 'x' }, { textColor: 5 }])
    expect([others, needs(others)]).toEqual([others, false]);
});
