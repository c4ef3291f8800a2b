import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileDocument } from '../document/compile-document.ts';
import { isSavedBlock } from '../document/known-blocks.ts';
import { isRendered } from '../registry.server.ts';
import { maxStateBytes, statefulBlocks, statePlaces, stateSheet, stateStyle } from './state-styles.ts';

const rulesOf = (name: string, style: unknown): string => {
  const made = stateStyle(name, { style });
  return made?.css.replaceAll(`.${made.className}`, '&') ?? '';
};

describe('styles by screen and state', () => {
  test('small screens and tablets have rules for their widths', () => {
    expect(
      rulesOf('core/group', {
        '@mobile': { spacing: { padding: { top: '2px' } } },
        '@tablet': { color: { text: '#123456' } },
      }),
    ).toBe(
      '@media (width<=480px){&{padding-top:2px!important}}@media (480px<width<=782px){&{color:#123456!important}}',
    );
  });

  test('buttons have hover and focus styles, also on small screens, on the inner link', () => {
    const link = '& .wp-block-button__link';
    expect(
      rulesOf('core/button', {
        ':hover': { color: { background: 'var:preset|color|vivid-red' } },
        ':focus': { border: { width: '2px' } },
        ':focus-visible': { color: { text: '#fff' } },
        ':active': { shadow: '1px 1px 2px #000' },
        '@mobile': { ':hover': { color: { text: '#000' } }, dimensions: { width: '100%' } },
      }),
    ).toBe(
      `${link}:hover{background-color:var(--wp--preset--color--vivid-red)!important;background-image:unset!important}` +
        `${link}:focus{border-width:2px!important;border-style:solid}${link}:focus-visible{color:#fff!important}` +
        `${link}:active{box-shadow:1px 1px 2px #000!important}` +
        `@media (width<=480px){&{width:100%!important}${link}:hover{color:#000!important}}`,
    );
  });

  test('other blocks have no state styles, and their inner elements have styles on small screens', () => {
    expect(rulesOf('core/group', { ':hover': { color: { text: '#000' } } })).toBe('');
    expect(
      rulesOf('core/group', {
        '@mobile': {
          elements: { h2: { color: { text: '#111' } }, link: { ':hover': { color: { text: '#222' } } } },
        },
      }),
    ).toBe(
      '@media (width<=480px){& a:where(:not(.wp-element-button,.wp-block-button__link)):hover{color:#222!important}& h2{color:#111!important}}',
    );
  });

  test('spacing, columns and orientation of inner blocks change with the screen', () => {
    expect(
      rulesOf('core/group', {
        '@mobile': {
          layout: { orientation: 'vertical', justifyContent: 'center' },
          spacing: { blockGap: '1em' },
        },
      }),
    ).toBe(
      '@media (width<=480px){&{gap:1em!important;--wp--style--block-gap:1em!important;flex-direction:column!important;align-items:center!important;' +
        '--block-gap:1em!important}}',
    );
    expect(rulesOf('core/group', { '@tablet': { layout: { columnCount: 2 } } })).toContain(
      'grid-template-columns:repeat(2, minmax(0, 1fr))!important',
    );
  });

  test('an aspect ratio removes heights, and a height an aspect ratio', () => {
    expect(rulesOf('core/image', { '@mobile': { dimensions: { aspectRatio: '4/3' } } })).toBe(
      '@media (width<=480px){& img{height:unset!important;min-height:unset!important;aspect-ratio:4/3!important}}',
    );
    expect(rulesOf('core/group', { '@mobile': { dimensions: { minHeight: '50vh' } } })).toContain(
      'aspect-ratio:unset!important',
    );
  });
});

test.each([
  ['an end of the rule', '#fff}body{display:none'],
  ['another declaration', '#fff;position:fixed'],
  ['an address', 'url(https://evil.example/x)'],
  ['an escape', '\\75rl(x)'],
  ['an end of the sheet', '</style><script>x()</script>'],
  ['a comment', '#fff/*'],
  ['a quote', '"'],
  ['an expression', 'expression(x())'],
  ['an at-rule', '@import "x"'],
  ['a text without end', `#${'f'.repeat(500)}`],
])('a value with %s is invalid', (_, hostile) => {
  const style = {
    color: { text: hostile, background: hostile, gradient: hostile },
    spacing: { padding: { top: hostile }, margin: hostile, blockGap: hostile },
    typography: { fontSize: hostile, fontFamily: hostile, textAlign: hostile },
    border: { color: hostile, width: hostile, radius: hostile },
    shadow: hostile,
    dimensions: { height: hostile, aspectRatio: hostile },
    layout: { justifyContent: hostile, minimumColumnWidth: hostile, flexSize: hostile },
    background: { gradient: hostile, backgroundImage: { url: hostile } },
  };
  const css = rulesOf('core/button', { '@mobile': { ...style, elements: { link: style } }, ':hover': style });
  expect(css).not.toContain(hostile);
  expect(css.replaceAll('@media (width<=480px){', '')).not.toMatch(
    /url|expression|script|import\b|position|[\\<"@]|\/\*/,
  );
});

describe('limits', () => {
  test('no state covers the page', () => {
    for (const style of [
      { spacing: { margin: { top: '-9999px' } } },
      { position: { type: 'fixed', top: '0' } },
      { zIndex: 999 },
      { css: 'position:fixed' },
      { shadow: '0 0 0 9999px #000' },
      { outline: { width: '9999px', style: 'solid', color: '#000' } },
    ]) {
      expect(rulesOf('core/group', { '@mobile': style })).not.toMatch(/-\d|fixed|z-index|9999/);
    }
  });

  test('never writes keys of states, features and blocks into CSS', () => {
    const hostile = {
      '@mobile){}body': { color: { text: '#fff' } },
      ':hover,body': { color: { text: '#fff' } },
      __proto__: { color: { text: '#fff' } },
    };
    for (const name of ['core/button', 'constructor', '__proto__', 'x}y'])
      expect(rulesOf(name, hostile)).toBe('');
    const white = { color: { text: '#fff' } };
    expect(
      rulesOf('core/group', {
        '@mobile': { 'a}b': { c: 'd' }, elements: { 'x}y': white, constructor: white } },
      }),
    ).toBe('');
    for (const none of [
      undefined,
      null,
      'x',
      [],
      { '@mobile': null },
      { '@mobile': [] },
      { '@mobile': { color: 'red' } },
    ]) {
      expect(rulesOf('core/button', none)).toBe('');
    }
  });

  test('limits the size of a page’s sheet, and equal blocks share rules', () => {
    const block = (size: number) =>
      `<!-- wp:group {"style":{"@mobile":{"spacing":{"padding":{"top":"${size}px"}}}}} -->` +
      '<div class="wp-block-group"></div><!-- /wp:group -->';
    const compile = (markup: string) =>
      compileDocument(markup, { isRendered: () => false, onProblem: () => undefined });
    expect(compile(block(1) + block(1)).states).toHaveLength(1);
    const sheet = stateSheet(
      compile(Array.from({ length: 1000 }, (_, index) => block(index)).join('')).states ?? [],
    );
    expect(sheet.length).toBeLessThanOrEqual(maxStateBytes + '<style></style>'.length);
    expect(sheet).toMatch(/^<style>@media.*\}\}<\/style>$/);
  });
});

test('puts the class on the block, and leaves the stored content unchanged', () => {
  const style = { '@mobile': { color: { text: '#111' } } };
  const { className = '' } = stateStyle('core/paragraph', { style }) ?? {};
  const { nodes, states } = compileDocument(
    `<!-- wp:paragraph {"style":${JSON.stringify(style)}} -->\n<p>a</p>\n<!-- /wp:paragraph -->`,
    { isRendered: () => false, onProblem: () => undefined },
  );
  expect(nodes.join('')).toContain(`<p class="wp-block-paragraph ${className}">a</p>`);
  expect(states).toEqual([expect.stringContaining(`.${className}{color:#111!important}`)]);
});

describe('the pinned packages', () => {
  const packages = new URL('../../../.admin/node_modules/@wordpress/', import.meta.url);
  const library = new URL('block-library/build-module/', packages);
  interface BlockJson {
    readonly name: string;
    readonly supports?: Readonly<Record<string, unknown>>;
    readonly selectors?: Readonly<Record<string, unknown>>;
  }
  const blocks = readdirSync(library, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }): BlockJson[] => {
      try {
        return [JSON.parse(readFileSync(new URL(`${name}/block.json`, library), 'utf8')) as BlockJson];
      } catch {
        return []; // parts that several blocks share
      }
    });

  test('offer states for the blocks that support them here', () => {
    const source = readFileSync(new URL('block-editor/build-module/hooks/states.mjs', packages), 'utf8');
    const [, table = ''] = /VALID_BLOCK_PSEUDO_STATES = (\{[^}]*\})/.exec(source) ?? [];
    expect(JSON.parse(table)).toEqual(statefulBlocks);
  });

  test('give styles to elements inside the blocks that are known here', () => {
    // The element is the block's outermost one here, or the feature has no states.
    const outermost = [
      'core/cover',
      'core/list',
      'core/list-item',
      'core/navigation-link',
      'core/paragraph',
      'core/post-author',
      'core/site-logo',
    ];
    const named = blocks
      .filter(({ selectors }) => selectors && Object.keys(selectors).length > 0)
      .map(({ name }) => name);
    expect(named.toSorted()).toEqual([...Object.keys(statePlaces), ...outermost].toSorted());
  });

  test('offer styles for no block that readers never get', () => {
    const features = [
      'typography',
      '__experimentalBorder',
      'color',
      'dimensions',
      'background',
      'spacing',
      'shadow',
    ];
    const styled = blocks
      .filter(({ supports }) => features.some((feature) => supports?.[feature]))
      .map(({ name }) => name);
    expect(styled.length).toBeGreaterThan(80);
    expect(styled.filter((name) => !isSavedBlock(name) && !isRendered(name, {}))).toEqual(['core/icon']); // not offered by the editor
  });
});
