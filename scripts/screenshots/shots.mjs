import { pairwise } from './pairs.mjs';

// Screenshots. `act` performs a visitor's action before one is taken.
const desktop = { width: 1280, height: 900 };
const phone = { width: 375, height: 812 };
const full = true;

const openMega = async (page) => {
  await page.hover('.nav-menu .menu-item-mega');
  await page.waitForSelector('.menu-item-mega.is-open .card-title');
};
const openSubmenu = (page) => page.hover('.nav-menu .menu-item-has-children:not(.menu-item-mega)');
const openMobileMenu = async (page) => {
  await page.click('.mobile-menu-button');
  await page.click('.mobile-menu summary');
};
const search = (words) => async (page) => {
  await page.click('.header-search summary');
  await page.fill('.header-search input[name=s]', words);
  await page.waitForSelector('.header-search .live-result');
};
const focus = (selector) => async (page) => {
  await page.focus(selector);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
};

/** All pages of the demo, for wide screens and for phones, in light and dark. */
const demo = [
  { name: 'home', path: '/' },
  { name: 'home-full', path: '/', full },
  { name: 'home-page-2', path: '/page/2/', full },
  { name: 'category', path: '/category/technology/', full },
  { name: 'tag', path: '/tag/maps/', full },
  { name: 'article', path: '/the-last-cable-to-sorvik/', full },
  { name: 'gallery', path: '/six-nights-on-the-water-tram/', full },
  { name: 'code', path: '/the-cron-job-that-rang-the-bells/', full },
  { name: 'video', path: '/a-foghorn-in-b-flat/', full },
  { name: 'smart-list', path: '/seven-error-messages-worth-framing/', full },
  { name: 'full-screen', path: '/drawer-4112/' },
  { name: 'full-screen-full', path: '/drawer-4112/', full },
  { name: 'author', path: '/author/ines-okafor/', full },
  { name: 'date', path: '/{{year}}/', full },
  { name: 'search', path: '/?s=rain', full },
  { name: 'search-empty', path: '/?s=xylophonist' },
  { name: 'not-found', path: '/no-such-page/' },
  { name: 'page', path: '/about/', full },
  {
    name: 'comments',
    path: '/the-last-cable-to-sorvik/',
    act: (page) => page.evaluate(() => document.querySelector('#comments, .comments')?.scrollIntoView()),
  },
  {
    name: 'footer',
    path: '/about/',
    act: (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
  },
  { name: 'search-open', path: '/', act: search('rain') },
];
const wideOnly = [
  { name: 'mega-menu', path: '/', act: openMega },
  { name: 'submenu', path: '/', act: openSubmenu },
  { name: 'focus-menu', path: '/', act: focus('.nav-menu a') },
  { name: 'focus-card', path: '/', act: focus('main .card-title a') },
  { name: 'focus-full-screen', path: '/drawer-4112/', act: focus('.full-screen-header a') },
];
const phoneOnly = [{ name: 'mobile-menu', path: '/', act: openMobileMenu }];

/** The theme unit test and the hard cases. */
const hard = [
  { name: 'home', path: '/', full },
  ...[
    'right-to-left',
    'long-words',
    'missing-pictures',
    'markup-html-tags-and-formatting',
    'markup-image-alignment',
    'markup-text-alignment',
    'template-comments',
    'template-password-protected',
    'post-format-gallery',
    'post-format-gallery-tiled',
    'post-format-image-caption',
    'post-format-video-youtube',
    'post-format-chat',
    'post-format-quote',
    'post-format-audio',
    'template-featured-image-vertical',
    'template-featured-image-horizontal',
    'template-paginated',
    'edge-case-no-title',
    'edge-case-no-content',
    'edge-case-many-tags',
    'edge-case-many-categories',
    'edge-case-nested-and-mixed-lists',
    'title-should-not-overflow-the-content-area',
    'markup-title-with-markup',
    'media-twitter-embeds',
  ].map((slug) => ({ name: slug, slug, full })),
  { name: 'category-long', path: '/category/long-words/', full },
  { name: 'page-image-alignment', slug: 'page-image-alignment', full },
];

const twice = (shots, site, viewport, size) =>
  ['light', 'dark'].flatMap((scheme) =>
    shots.map((shot) => ({
      ...shot,
      site,
      scheme,
      viewport,
      file: `${site}-${shot.name}-${size}-${scheme}`,
    })),
  );
const once = (shots, site, viewport, size, more = {}) =>
  shots.map((shot) => ({
    ...shot,
    ...more,
    site,
    scheme: 'light',
    viewport,
    file: `${site}-${shot.name}-${size}`,
  }));
const core = demo.filter(({ name }) =>
  ['home-full', 'category', 'article', 'search', 'author'].includes(name),
);

/** All screenshots for a review, as listed in look.md. */
export const jury = [
  ...twice([...demo, ...wideOnly], 'demo', desktop, '1280'),
  ...twice([...demo, ...phoneOnly], 'demo', phone, '375'),
  ...once(hard, 'hard', desktop, '1280'),
  ...once(hard, 'hard', phone, '375'),
  ...[320, 768, 1024, 1920].flatMap((width) =>
    once(core, 'demo', { width, height: width < 700 ? 640 : 1000 }, String(width)),
  ),
  // 200 % zoom of a 1280-pixel window: half as many CSS pixels, each twice as large.
  ...once(core, 'demo', { width: 640, height: 450 }, 'zoom-200', { deviceScaleFactor: 2 }),
  ...once(
    core.filter(({ name }) => name === 'article'),
    'demo',
    desktop,
    'print',
    { print: true },
  ),
];

/** Paths of each kind of page on each site; kinds that a site lacks are covered by the others. */
const foreign = (section, words) => ({
  home: { path: '/' },
  category: { path: `/category/${section}/` },
  article: { path: '/post-1/' },
  'article without picture': { path: '/post-3/' },
  author: { path: '/author/writer/' },
  date: { path: '/2026/' },
  search: { path: `/?s=${encodeURIComponent(words)}` },
  'search without results': { path: '/?s=xylophonist' },
  'not found': { path: '/no-such-page/' },
});
const places = {
  demo: {
    home: { path: '/' },
    category: { path: '/category/technology/' },
    article: { path: '/the-last-cable-to-sorvik/' },
    'article without picture': { path: '/seven-error-messages-worth-framing/' },
    author: { path: '/author/ines-okafor/' },
    date: { path: '/{{year}}/' },
    search: { path: '/?s=rain' },
    'search without results': { path: '/?s=xylophonist' },
    'not found': { path: '/no-such-page/' },
    tag: { path: '/tag/maps/' },
    gallery: { path: '/six-nights-on-the-water-tram/' },
    'full screen': { path: '/drawer-4112/' },
    page: { path: '/about/' },
  },
  hard: {
    home: { path: '/' },
    category: { path: '/category/long-words/' },
    article: { slug: 'markup-html-tags-and-formatting' },
    'article without picture': { slug: 'long-words' },
    author: { path: '/author/hard/' },
    date: { path: '/2026/' },
    search: { path: '/?s=image' },
    'search without results': { path: '/?s=xylophonist' },
    'not found': { path: '/no-such-page/' },
    tag: { path: '/tag/template/' },
    gallery: { slug: 'post-format-gallery' },
    'full screen': { slug: 'template-featured-image-vertical' },
    page: { slug: 'page-image-alignment' },
  },
  arabic: foreign('city', 'الميناء'),
  japanese: foreign('city', '灯台'),
  three: foreign('uncategorized', 'bread'),
};

/** Rows that contain each pair of kind, site, look, scheme and width at least once. */
export const looksJury = (looks) =>
  pairwise(
    {
      site: Object.keys(places),
      kind: Object.keys(places.demo),
      look: looks,
      scheme: ['light', 'dark'],
      width: [375, 768, 1024, 1280, 1920],
    },
    ({ site, kind }) => site === undefined || kind === undefined || kind in places[site],
  ).map(({ site, kind, look, scheme, width }) => ({
    ...places[site][kind],
    site,
    look,
    scheme,
    full,
    viewport: { width, height: width < 700 ? 812 : 900 },
    file: `${look}-${site}-${kind.replaceAll(' ', '-')}-${width}-${scheme}`,
  }));

/** Screenshots for the README and the guide to looks: each look with a page that suits it. */
export const readme = [
  { site: 'demo', path: '/', scheme: 'light', viewport: desktop, file: 'home' },
  { site: 'demo', path: '/drawer-4112/', scheme: 'dark', viewport: desktop, file: 'article-dark' },
  {
    site: 'demo',
    edited: 'drawer-4112',
    scheme: 'light',
    viewport: { width: 1440, height: 900 },
    file: 'editor',
  },
  { site: 'demo', look: 'tabloid', path: '/', scheme: 'light', viewport: desktop, file: 'look-tabloid' },
  {
    site: 'demo',
    look: 'review',
    path: '/the-last-cable-to-sorvik/',
    scheme: 'light',
    viewport: desktop,
    file: 'look-review',
  },
  {
    site: 'demo',
    look: 'technology',
    path: '/category/technology/',
    scheme: 'dark',
    viewport: desktop,
    file: 'look-technology',
  },
  { site: 'demo', look: 'local', path: '/', scheme: 'light', viewport: desktop, file: 'look-local' },
  { site: 'arabic', look: 'review', path: '/', scheme: 'light', viewport: desktop, file: 'look-arabic' },
];
