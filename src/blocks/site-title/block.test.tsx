import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import type { Logo } from '../logo.server.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

const data = {
  name: hostileTitle,
  tagline: 'News',
  today: Date.UTC(2026, 10, 20),
  isFront: true,
  logo: undefined,
};

test('the name is the heading of the front page, and a link home elsewhere', () => {
  const front = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(front).toMatch(/<h1 class="site-title-name"><a href="\/" rel="home"[^>]*>&lt;img/);
  expect(front).toContain('<time dateTime="2026-11-20">Friday, November 20, 2026</time>');
  const other = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ ...data, isFront: false, today: undefined, tagline: '' }}
      blockId="a"
    />,
  );
  expect(other).not.toContain('<h1');
  expect(other).not.toContain('<time');
});

test('a long name is smaller the longer it is, and a logo always has full size', () => {
  const named = (name: string, logo?: Logo) =>
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ ...data, name, logo }} blockId="a" />,
    );
  const sizeOf = (letters: number) =>
    Number(/font-size:max\([^,]+, ?([\d.]+)em\)/.exec(named('n'.repeat(letters)))?.[1] ?? 1);
  expect([10, 28, 40, 80, 200].map(sizeOf)).toEqual([1, 1, 0.84, 0.59, 0.37]);
  expect(named('n'.repeat(80), { picture, dark: undefined, isInk: false })).not.toContain('font-size');
});

const picture = {
  id: 9,
  src: '/media/a-600.webp',
  small: '',
  srcset: '/media/a-600.webp 600w',
  width: 1600,
  height: 1067,
  alt: '',
  color: '',
  focalX: 500,
  focalY: 500,
  fullUrl: '/media/a.png',
  caption: '',
};

test('a logo replaces the name, with its own alt text or the name, and reserves its space', () => {
  const logo = (alt: string) => ({ picture: { ...picture, alt }, dark: undefined, isInk: false });
  const render = (alt: string) =>
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        data={{ ...data, name: 'Causeway', logo: logo(alt) }}
        blockId="a"
      />,
    );
  expect(render('A bridge')).toMatch(
    /<a href="\/" rel="home"><img class="site-logo" src="\/media\/a-600.webp" srcSet="[^"]+" sizes="320px" width="1600" height="1067" alt="A bridge"/,
  );
  expect(render('')).toContain('alt="Causeway"');
});

test('a logo with a variant for dark backgrounds has both, loaded when shown, and a monochrome one is a mask, from this site', () => {
  const render = (logo: Partial<Logo>) =>
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        data={{ ...data, name: 'Causeway', logo: { picture, dark: undefined, isInk: false, ...logo } }}
        blockId="a"
      />,
    );
  const both = render({ dark: { ...picture, src: '/media/b.webp', width: 800, height: 200 } });
  expect(both.match(/<img [^>]+>/g)).toEqual([
    expect.stringMatching(
      /class="site-logo logo-light" src="\/media\/a-600.webp".* width="1600" height="1067" .*loading="lazy"/,
    ),
    expect.stringMatching(
      /logo-dark" src="\/media\/b.webp".* width="800" height="200" .*loading="lazy" style="height:200px;object-fit:contain"/,
    ),
  ]);
  const ink = render({
    isInk: true,
    picture: { ...picture, src: 'https://site.example/wp-content/uploads/a.svg?v=2', srcset: '' },
  });
  expect(ink).toContain('mask:url(&quot;/wp-content/uploads/a.svg?v=2&quot;) 50%/contain no-repeat');
  expect(render({})).not.toMatch(/style=|loading=|logo-/);
});

onBothDatabases('shows the date next to the name', (get) => {
  test('expires at midnight, also on a day that lacks an hour, and is one date until then', async () => {
    await get().write((tx) => saveSettings(tx, { timezone_string: 'Europe/Berlin' }));
    const at = async (now: number) => {
      const context = fakeLoadContext(testContent(get()), homePage, { now });
      const { today } = await load(block.settings.parse({ show_date: true }), context);
      return [today, now + context.expiry()].map((moment) => new Date(moment ?? 0).toISOString());
    };
    const [before, after] = [await at(Date.UTC(2026, 2, 29, 0)), await at(Date.UTC(2026, 2, 29, 8))];
    expect([before, after]).toEqual([['2026-03-29T10:00:00.000Z', '2026-03-29T22:00:00.000Z'], before]);
  });
});
