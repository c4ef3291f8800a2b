import { fold } from '../lib/fold.ts';

/** What a menu's name says of its place: the main one, beside the top of pages, at other places that repeat or add to it, or at their end. */
export type MenuPlace = 'main' | 'top' | 'beside' | 'end';

/**
 * Words by which sites call menus, as themes and their translations do. A star stands for any ending (`haupt*`: Hauptmenü, Hauptnavigation); others are whole
 * words, except in scripts that put none between them.
 */
const wordsOf: Readonly<Record<MenuPlace, readonly string[]>> = {
  end: [
    'footer*', 'bottom', 'legal', 'colophon',
    'fuß', 'fußzeile*', 'fußbereich*', 'fußmenü*', 'fußnav*', 'impressum', 'rechtliches', 'voet', 'voettekst*', 'voetmenu*', 'sidfot*', 'sidefod*',
    'bundmenu*', 'bunntekst*', 'bunnmeny*', 'alatunnist*', 'alavaliko*',
    'pied de page', 'bas de page', 'mentions légales', 'pie de página', 'menú pie', 'aviso legal', 'peu de pàgina', 'rodapé', 'piè di pagina', 'note legali',
    'subsol*', 'stopka', 'stopki', 'stopce', 'patičk*', 'zápatí', 'pätičk*', 'lábléc*', 'alsó menü', 'podnožje', 'poraštė*', 'altbilgi', 'alt bilgi',
    'alt menü', 'kaki halaman', 'menu bawah', 'chân trang', 'cuối trang',
    'подвал*', 'нижнее', 'нижняя', 'нижнє', 'футер*', 'підвал*', 'долно', 'подножје', 'υποσέλιδ*',
    'تذييل', 'التذييل', 'الفوتر', 'فوتر', 'أسفل', 'السفلية', 'السفلي', 'پابرگ', 'پانویس', 'پاورقی', 'پایین', 'תחתון', 'תחתונה', 'תחתית', 'פוטר',
    'पाद', 'पादलेख', 'फुटर', 'फ़ुटर', 'ফুটার', 'পাদটীকা', 'পাদলেখ', 'அடிக்குறிப்பு', 'ท้าย', '页脚', '頁腳', '页尾', '頁尾', '底部', 'フッター', '푸터', '하단', '바닥글',
  ],
  beside: [
    'mobile', 'sidebar*', 'off canvas', 'secondary',
    'mobil', 'mobilmenü*', 'mobiel', 'móvil', 'móviles', 'mòbil', 'celular', 'sekundär*', 'secundair*', 'secondaire', 'secundario', 'secundària', 'secundário',
    'secondario', 'lateral*', 'seitenleiste*', 'seitenmenü*', 'zijbalk*',
    'мобильное', 'мобільне', 'боков*', 'бічн*', 'الجوال', 'الجانبية', 'موبایل', 'נייד', 'מובייל', 'मोबाइल', 'মোবাইল', 'มือถือ',
    '移动端', '移动菜单', '移动导航', '移動選單', '手机菜单', '手机端', '手機選單', '侧边', '側邊', 'モバイル', 'スマホ', 'サイドバー', '모바일', '사이드바',
  ],
  main: [
    'main', 'primary', 'header', 'mainmenu', 'mainnav', 'navbar',
    'haupt', 'hauptmenü*', 'hauptnav*', 'primär', 'primäre*', 'primärm*', 'primärn*', 'kopfzeile*', 'kopfmenü*', 'kopfnav*', 'kopfbereich', 'hoofd',
    'hoofdmenu*', 'hoofdnav*', 'primair', 'primaire', 'huvud', 'huvudmeny*', 'huvudnav*', 'hoved', 'hovedmeny*', 'hovedmenu*', 'hovednav*', 'päävalik*',
    'päänav*', 'ensisijai*', 'aðalvalmynd*', 'peamenü*',
    'principal*', 'primaria', 'primario', 'primarul', 'nagusi*', 'cabecera', 'cabeçalho', 'en-tête', 'testata', 'intestazione', 'główn*', 'hlavn*', 'hlavičk*',
    'primárn*', 'főmenü*', 'fő menü*', 'elsődleg*', 'glavn*', 'pagrindin*', 'galven*', 'kryesor*', 'ana menü*', 'anamenü*', 'birincil', 'əsas', 'utama',
    'menu chính', 'trình đơn chính', 'danh mục chính', 'điều hướng chính', 'pangunahin', 'prif', 'príomh*', 'phríomh*',
    'главн*', 'основн*', 'головн*', 'галоўн*', 'негізгі', 'басты', 'үндсэн', 'κύριο', 'κύρια', 'κεντρικό', 'κεντρική', 'βασικό', 'հիմնական', 'գլխավոր',
    'მთავარი', 'الرئيسية', 'الرئيسي', 'رئيسية', 'رئيسي', 'الأساسية', 'أساسية', 'اصلی', 'اصلي', 'بنیادی', 'مرکزی', 'سەرەکی', 'ראשי', 'עיקרי',
    'मुख्य', 'प्राथमिक', 'প্রধান', 'মূল', 'প্রাথমিক', 'મુખ્ય', 'ਮੁੱਖ', 'முதன்மை', 'ప్రధాన', 'ಮುಖ್ಯ', 'പ്രധാന', 'ප්‍රධාන', 'หลัก', 'ຫຼັກ', 'ចម្បង', 'ပင်မ',
    '主菜单', '主选单', '主選單', '主导航', '主導航', '主導覽', '主要菜单', '主要選單', '主要导航', 'メイン', 'グローバルナビ', 'グローバルメニュー', 'ヘッダー',
    '主メニュー', '메인', '주메뉴', '주 메뉴', '헤더',
  ],
  top: [
    'top', 'oben', 'du haut', 'en haut', 'menu superior', 'barra superior', 'superiore', 'górne', 'horní', 'верхнее', 'верхняя', 'верхнє', 'العلوية',
    'بالا', 'עליון', '顶部', '頂部', '上部', '상단',
  ],
};

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters of a name that are looked at. */
const mostOfName = 300;

/** Lower case without accents, its words between single blanks, with one before and behind. */
const spaced = (text: string) => ` ${fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `;

/** Words as they are looked for in `spaced` names: with blanks where words end. */
const wanted = (Object.entries(wordsOf) as [MenuPlace, readonly string[]][]).map(([place, words]) => ({
  place, words: words.map((word) => (withoutSpaces.test(word) ? spaced(word).trim() : word.endsWith('*') ? spaced(word).trimEnd() : spaced(word))),
}));

/** Where a menu of this name belongs, as far as the name says it: a footer's main menu (`Main menu, footer`) is a footer's. */
export function placeOfMenu(name: string, slug: string): MenuPlace | undefined {
  const text = `${spaced(name.slice(0, mostOfName))}·${spaced(slug.slice(0, mostOfName))}`;
  return wanted.find(({ words }) => words.some((word) => text.includes(word)))?.place;
}
