import type { MenuItemInput } from '../modules/menus/store.ts';
import type { FormerSites } from '../lib/former-sites.ts';
import { profileService } from '../lib/profile-links.ts';
import { fold } from '../lib/fold.ts';

export interface MenuCandidate {
  readonly slug: string;
  readonly name: string;
  readonly items: readonly (Pick<MenuItemInput, 'type' | 'url'> & { readonly parent?: number })[];
}

/** Maximum top-level items of a menu meant for the header. A wider one is probably a full list, and used only without an alternative. */
const maxBarItems = 12;

/** Services on which sites have profiles, in addition to those of `profileService`. */
const otherServices = new Set([
  '500px.com',
  'aparat.com',
  'dailymotion.com',
  'discord.com',
  'eitaa.com',
  'line.me',
  'meetup.com',
  'ok.ru',
  'rumble.com',
  'substack.com',
  'truthsocial.com',
  'weibo.com',
  'whatsapp.com',
  'xing.com',
]);

/**
 * The menu for the header: of those that fit, one named so, else a tree, else the largest; else a wider one, whose rest
 * appears under "More". Never a footer menu or one of social links. Undefined when no menu is left.
 */
export function mainMenu<Menu extends MenuCandidate>(
  made: readonly Menu[],
  exporter: FormerSites,
): Menu | undefined {
  const width = ({ items }: Menu) => items.filter(({ parent }) => parent === undefined).length;
  const fitting = made
    .map((menu) => ({ menu, place: placeOfMenu(menu.name, menu.slug) }))
    .filter(({ menu, place }) => place !== 'end' && menu.items.length > 0 && !leadsToServices(menu, exporter))
    .toSorted((a, b) => b.menu.items.length - a.menu.items.length);
  const ofWidth = (isWide: boolean) => {
    const those = fitting.filter(({ menu }) => width(menu) > maxBarItems === isWide);
    const likely = those.filter(({ place }) => place !== 'beside');
    return (
      likely.find(({ place }) => place === 'main') ??
      likely.find(({ place }) => place === 'top') ??
      likely.find(({ menu }) => width(menu) < menu.items.length) ??
      likely[0] ??
      those[0]
    );
  };
  return (ofWidth(false) ?? ofWidth(true))?.menu;
}

/** Whether at least half of a menu's links (ignoring mail, phone and feeds) lead to social services. */
function leadsToServices({ items }: MenuCandidate, exporter: FormerSites): boolean {
  const links = items.filter(
    ({ type, url = '' }) => (type ?? 'custom') !== 'custom' || !/^(?:mailto|tel|sms):|\/feed\/?$/i.test(url),
  );
  const toServices = links.filter(
    ({ type, url = '' }) =>
      (type ?? 'custom') === 'custom' && exporter.restOf(url) === undefined && isOfService(url),
  );
  return toServices.length > 0 && toServices.length * 2 >= links.length;
}

function isOfService(url: string): boolean {
  const address = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  return (
    otherServices.has(new URL(address).hostname.replace(/^(?:www|m)\./, '')) ||
    profileService(address) !== 'chain'
  );
}

/** A menu's place by its name: the main menu, the top bar, a secondary place, or the footer. */
type MenuPlace = 'main' | 'top' | 'beside' | 'end';

/**
 * Names of menus used by themes and their translations. A trailing star matches any ending (`haupt*`: Hauptmenü,
 * Hauptnavigation); others match whole words, except in scripts without spaces.
 */
const wordsOf: Readonly<Record<MenuPlace, readonly string[]>> = {
  end: [
    'footer*',
    'bottom',
    'legal',
    'colophon',
    'fuß',
    'fußzeile*',
    'fußbereich*',
    'fußmenü*',
    'fußnav*',
    'impressum',
    'rechtliches',
    'voet',
    'voettekst*',
    'voetmenu*',
    'sidfot*',
    'sidefod*',
    'bundmenu*',
    'bunntekst*',
    'bunnmeny*',
    'alatunnist*',
    'alavaliko*',
    'pied de page',
    'bas de page',
    'mentions légales',
    'pie de página',
    'menú pie',
    'aviso legal',
    'peu de pàgina',
    'rodapé',
    'piè di pagina',
    'note legali',
    'subsol*',
    'stopka',
    'stopki',
    'stopce',
    'patičk*',
    'zápatí',
    'pätičk*',
    'lábléc*',
    'alsó menü',
    'podnožje',
    'poraštė*',
    'altbilgi',
    'alt bilgi',
    'alt menü',
    'kaki halaman',
    'menu bawah',
    'chân trang',
    'cuối trang',
    'подвал*',
    'нижнее',
    'нижняя',
    'нижнє',
    'футер*',
    'підвал*',
    'долно',
    'подножје',
    'υποσέλιδ*',
    'تذييل',
    'التذييل',
    'الفوتر',
    'فوتر',
    'أسفل',
    'السفلية',
    'السفلي',
    'پابرگ',
    'پانویس',
    'پاورقی',
    'پایین',
    'תחתון',
    'תחתונה',
    'תחתית',
    'פוטר',
    'पाद',
    'पादलेख',
    'फुटर',
    'फ़ुटर',
    'ফুটার',
    'পাদটীকা',
    'পাদলেখ',
    'அடிக்குறிப்பு',
    'ท้าย',
    '页脚',
    '頁腳',
    '页尾',
    '頁尾',
    '底部',
    'フッター',
    '푸터',
    '하단',
    '바닥글',
  ],
  beside: [
    'mobile',
    'sidebar*',
    'off canvas',
    'secondary',
    'mobil',
    'mobilmenü*',
    'mobiel',
    'móvil',
    'móviles',
    'mòbil',
    'celular',
    'sekundär*',
    'secundair*',
    'secondaire',
    'secundario',
    'secundària',
    'secundário',
    'secondario',
    'lateral*',
    'seitenleiste*',
    'seitenmenü*',
    'zijbalk*',
    'мобильное',
    'мобільне',
    'боков*',
    'бічн*',
    'الجوال',
    'الجانبية',
    'موبایل',
    'נייד',
    'מובייל',
    'मोबाइल',
    'মোবাইল',
    'มือถือ',
    '移动端',
    '移动菜单',
    '移动导航',
    '移動選單',
    '手机菜单',
    '手机端',
    '手機選單',
    '侧边',
    '側邊',
    'モバイル',
    'スマホ',
    'サイドバー',
    '모바일',
    '사이드바',
  ],
  main: [
    'main',
    'primary',
    'header',
    'mainmenu',
    'mainnav',
    'navbar',
    'haupt',
    'hauptmenü*',
    'hauptnav*',
    'primär',
    'primäre*',
    'primärm*',
    'primärn*',
    'kopfzeile*',
    'kopfmenü*',
    'kopfnav*',
    'kopfbereich',
    'hoofd',
    'hoofdmenu*',
    'hoofdnav*',
    'primair',
    'primaire',
    'huvud',
    'huvudmeny*',
    'huvudnav*',
    'hoved',
    'hovedmeny*',
    'hovedmenu*',
    'hovednav*',
    'päävalik*',
    'päänav*',
    'ensisijai*',
    'aðalvalmynd*',
    'peamenü*',
    'principal*',
    'primaria',
    'primario',
    'primarul',
    'nagusi*',
    'cabecera',
    'cabeçalho',
    'en-tête',
    'testata',
    'intestazione',
    'główn*',
    'hlavn*',
    'hlavičk*',
    'primárn*',
    'főmenü*',
    'fő menü*',
    'elsődleg*',
    'glavn*',
    'pagrindin*',
    'galven*',
    'kryesor*',
    'ana menü*',
    'anamenü*',
    'birincil',
    'əsas',
    'utama',
    'menu chính',
    'trình đơn chính',
    'danh mục chính',
    'điều hướng chính',
    'pangunahin',
    'prif',
    'príomh*',
    'phríomh*',
    'главн*',
    'основн*',
    'головн*',
    'галоўн*',
    'негізгі',
    'басты',
    'үндсэн',
    'κύριο',
    'κύρια',
    'κεντρικό',
    'κεντρική',
    'βασικό',
    'հիմնական',
    'գլխավոր',
    'მთავარი',
    'الرئيسية',
    'الرئيسي',
    'رئيسية',
    'رئيسي',
    'الأساسية',
    'أساسية',
    'اصلی',
    'اصلي',
    'بنیادی',
    'مرکزی',
    'سەرەکی',
    'ראשי',
    'עיקרי',
    'मुख्य',
    'प्राथमिक',
    'প্রধান',
    'মূল',
    'প্রাথমিক',
    'મુખ્ય',
    'ਮੁੱਖ',
    'முதன்மை',
    'ప్రధాన',
    'ಮುಖ್ಯ',
    'പ്രധാന',
    'ප්‍රධාන',
    'หลัก',
    'ຫຼັກ',
    'ចម្បង',
    'ပင်မ',
    '主菜单',
    '主选单',
    '主選單',
    '主导航',
    '主導航',
    '主導覽',
    '主要菜单',
    '主要選單',
    '主要导航',
    'メイン',
    'グローバルナビ',
    'グローバルメニュー',
    'ヘッダー',
    '主メニュー',
    '메인',
    '주메뉴',
    '주 메뉴',
    '헤더',
  ],
  top: [
    'top',
    'oben',
    'du haut',
    'en haut',
    'menu superior',
    'barra superior',
    'superiore',
    'górne',
    'horní',
    'верхнее',
    'верхняя',
    'верхнє',
    'العلوية',
    'بالا',
    'עליון',
    '顶部',
    '頂部',
    '上部',
    '상단',
  ],
};

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const maxOfName = 300;

/** Lower case without accents, with single spaces between, before and after words. */
const spaced = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

/** Search terms for `spaced` names, with spaces at word boundaries. */
const searchTerms = (Object.entries(wordsOf) as [MenuPlace, readonly string[]][]).map(([place, words]) => ({
  place,
  words: words.map((word) =>
    withoutSpaces.test(word)
      ? spaced(word).trim()
      : word.endsWith('*')
        ? spaced(word).trimEnd()
        : spaced(word),
  ),
}));

/** The place that a menu's name suggests. "Main menu, footer" is a footer menu. */
export function placeOfMenu(name: string, slug: string): MenuPlace | undefined {
  const text = `${spaced(name.slice(0, maxOfName))}·${spaced(slug.slice(0, maxOfName))}`;
  return searchTerms.find(({ words }) => words.some((word) => text.includes(word)))?.place;
}
