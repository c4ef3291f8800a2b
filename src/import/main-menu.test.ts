import { expect, test } from 'vitest';
import { FormerSites } from '../lib/former-sites.ts';
import { mainMenu, placeOfMenu } from './main-menu.ts';
import type { MenuCandidate } from './main-menu.ts';

const exporter = new FormerSites(['https://old.example/blog']);
const menu = (name: string, urls: readonly string[] = ['/a/'], slug = ''): MenuCandidate => ({
  name,
  slug,
  items: urls.map((url) => ({ type: 'custom', url })),
});
/** A larger menu with a tree and a meaningless name. */
const other: MenuCandidate = {
  name: 'Rubriques',
  slug: '',
  items: [{ url: '/a/' }, { url: '/b/', parent: 0 }, { url: '/c/', parent: 0 }, { url: '/d/' }],
};
const chosen = (...menus: MenuCandidate[]) => mainMenu(menus, exporter)?.name;

test.each([
  'Main Menu',
  'primary',
  'Hauptmenü',
  'Haupt-Navigation',
  'Menu principal',
  'Menú principal',
  'Menu principale',
  'Hoofdmenu',
  'Huvudmeny',
  'Hovedmenu',
  'Päävalikko',
  'Menu główne',
  'Hlavní menu',
  'Főmenü',
  'Meniu principal',
  'Glavni izbornik',
  'Ana Menü',
  'Menu Utama',
  'Trình đơn chính',
  'Главное меню',
  'Головне меню',
  'Κύριο μενού',
  'القائمة الرئيسية',
  'منوی اصلی',
  'תפריט ראשי',
  'मुख्य मेनू',
  'প্রধান মেনু',
  'เมนูหลัก',
  '主菜单',
  '主選單',
  'メインメニュー',
  'グローバルナビ',
  '주 메뉴',
])('%s is a main menu', (name) => {
  expect(placeOfMenu(name, '')).toBe('main');
  expect(chosen(other, menu(name))).toBe(name);
  expect(placeOfMenu('1', name.toLowerCase().replaceAll(' ', '-'))).toBe('main');
});

test.each([
  'Footer',
  'Main Menu (footer)',
  'Fußzeilenmenü',
  'Footermenü',
  'Pied de page',
  'Menu principal (pied-de-page)',
  'Pie de página',
  'Rodapé',
  'Piè di pagina',
  'Voettekst',
  'Stopka',
  'Patička',
  'Altbilgi',
  'Подвал',
  'Υποσέλιδο',
  'قائمة التذييل',
  'פוטר',
  '页脚菜单',
  'フッターメニュー',
  '푸터 메뉴',
])('%s is a menu at the end of pages, and never the main one', (name) => {
  expect(placeOfMenu(name, '')).toBe('end');
  expect(chosen(menu(name, ['/a/', '/b/', '/c/']), menu('Rubriques'))).toBe('Rubriques');
  expect(chosen(menu(name))).toBeUndefined();
});

test.each([
  'Fussball',
  'Hauptstadt',
  'Voetbal',
  'Mainz',
  'Maintenance',
  'Primarschule',
  'Нижний Новгород',
  'Chính trị',
  'Κυριακή',
  '主要新闻',
  'Kopfschmerzen',
  'Social',
])('%s has no location', (name) => expect(placeOfMenu(name, '')).toBeUndefined());

test('a menu for phones or sidebars counts only without another one', () => {
  expect(chosen(menu('Menú móvil', ['/a/', '/b/']), menu('Rubriques'))).toBe('Rubriques');
  expect(chosen(menu('Menú móvil', ['/a/', '/b/']), menu('Footer'))).toBe('Menú móvil');
  expect(chosen(menu('Barra superior'), menu('Menú principal'), other)).toBe('Menú principal');
});

test('a menu too wide for the top counts only without another one: the rest is under “More”', () => {
  const wide = (name: string, count = 40) =>
    menu(
      name,
      Array.from({ length: count }, (_, index) => `/${index}/`),
    );
  expect(chosen(wide('Rubriques'))).toBe('Rubriques');
  expect(chosen(wide('Rubriques'), menu('Footer'))).toBe('Rubriques');
  expect(chosen(wide('Rubriques'), menu('Pages'))).toBe('Pages');
  expect(chosen(wide('Tags', 60), wide('Main Menu', 14))).toBe('Main Menu');
  expect(chosen(wide('Footer'))).toBeUndefined();
});

test('links to social networks don’t count, whatever their titles; pages with such titles do', () => {
  const social = [
    'https://www.facebook.com/a',
    '//x.com/a',
    'https://mastodon.example/@a',
    'https://m.ok.ru/a',
    'mailto:a@old.example',
    'https://old.example/blog/feed/',
  ];
  for (const name of ['Menu', 'Hauptmenü', 'قائمة']) {
    expect(chosen(menu(name, social), menu('Rubriques'))).toBe('Rubriques');
    expect(chosen(menu(name, social))).toBeUndefined();
  }
  expect(chosen(menu('Social', ['/a/', '/b/', 'https://www.facebook.com/a']), menu('Rubriques'))).toBe(
    'Social',
  );
  // A site hosted at such a service links its own pages so; addresses outside its folder belong to others.
  const own = menu('Menu', ['https://old.tumblr.com/a/', 'https://old.tumblr.com/b/']);
  expect(mainMenu([own], new FormerSites(['https://old.tumblr.com']))).toBe(own);
  expect(mainMenu([own], exporter)).toBeUndefined();
});

test('invalid addresses, and items of every kind, are considered', () => {
  const odd = menu('Menu', ['http://[', 'https://', '#', '', 'javascript:alert(1)', '//', 'https:/\\x']);
  expect(chosen(odd)).toBe('Menu');
  const pages: MenuCandidate = {
    name: 'Menu',
    slug: '',
    items: [
      { type: 'post_type', url: '' },
      { type: 'taxonomy', url: 'https://x.com/a' },
    ],
  };
  expect(mainMenu([pages], exporter)).toBe(pages);
  expect(placeOfMenu('x'.repeat(1e6), '%'.repeat(1e6))).toBeUndefined();
});
