// Small sites unlike the demo: Arabic, Japanese, and one with three posts. Each is stored in a folder and created only
// in the first run.
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authorXml, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { broadsheet } from '../../test/harness/demo-server.ts';
import { startRealServer } from '../../test/harness/real-server.ts';

const demoPictures = fileURLToPath(new URL('../../demo/pictures/', import.meta.url));

const arabic = {
  language: 'ar',
  title: 'جريدة الميناء',
  motto: 'أخبار المدينة والبحر',
  author: 'ليلى حداد',
  search: 'الميناء',
  categories: [
    ['city', 'المدينة', 'الأحياء والأسواق والمكتبات ومن يعيش بينها'],
    ['sea', 'البحر', 'السفن والصيادون والمد والجزر'],
    ['technology', 'تقنية', 'الآلات والبرامج التي تعمل بها المدينة'],
  ],
  titles: [
    'الميناء القديم يفتح أبوابه للزوار بعد ثلاثين عاما من الإغلاق',
    'كيف تعلّمت المدينة أن تعيش مع المد والجزر',
    'مهندسة تصلح ساعة البرج في ليلة واحدة',
    'القطار الأخير إلى الشمال',
    'ثلاثة أسئلة عن مستقبل الصيد في الخليج',
    'مكتبة صغيرة فوق عبّارة تعبر النهر كل صباح',
    'لماذا تتوقف إشارات المرور عند الفجر؟',
    'وصفة الخبز التي حفظها الحارس خمسين سنة',
    'خرائط بلا حدود: حوار مع رسّام',
    'برنامج Open Harbour 2.0 يصل إلى 40 ميناء',
    'السوق الذي لا ينام',
  ],
  paragraphs: [
    'في الصباح الباكر، قبل أن تصل أول عبّارة إلى الرصيف، يكون الميناء مكانا هادئا إلى حد يمكن معه سماع الساعة في برج البلدية.' +
      ' هناك بدأت هذه القصة قبل أعوام طويلة.',
    'يقول الحارس إن أحدا لم يسأل عن المفاتيح منذ 1996، ثم جاءت رسالة قصيرة من شركة Harbour Systems تطلب فتح البوابة رقم 7. لم يكن في الدفتر سوى اسم واحد.',
    'وبعد أن يغادر الجميع يبقى وحده، يعدّ المقاعد ويغلق الباب الحديدي، ثم يكتب عدد الذين وصلوا وعدد الذين لم يصلوا.',
  ],
  quote: 'الوقت لا ينتظر أحدا، لكن العبّارة تنتظر.',
};
const japanese = {
  language: 'ja',
  title: '港町新報',
  motto: '海と町の毎日',
  author: '佐伯 美咲',
  search: '灯台',
  categories: [
    ['city', '町', '通りと店と学校、そこで暮らす人々のこと'],
    ['sea', '海', '船と漁と潮のこと'],
    ['technology', '技術', '町を動かす機械とソフトウェアのこと'],
  ],
  titles: [
    '三十年ぶりに開いた灯台、最初の夜に集まった人々',
    '潮の満ち引きと暮らす町の作り方',
    '時計塔を一晩で直した技術者の記録',
    '北へ向かう最終列車',
    '湾の漁業はどこへ行くのか、三つの問い',
    '毎朝川を渡る船の上の小さな図書室',
    'なぜ信号は夜明けに止まるのか',
    '守衛が五十年守ったパンの作り方',
    '国境のない地図：ある絵描きとの対話',
    'Open Harbour 2.0、四十の港で動き始める',
    '眠らない市場',
  ],
  paragraphs: [
    '最初の渡し船が桟橋に着く前の早朝、港は町役場の時計の音が聞こえるほど静かである。この話はそこで始まり、そこで終わる。守衛は毎朝同じ場所に立ち、同じ順番で鍵を確かめる。',
    '一九九六年から鍵のことを尋ねた人はいなかったという。ところが先月、Harbour Systems という会社から七番の門を開けてほしいという短い手紙が届いた。台帳には名前が一つだけ残っていた。',
    '皆が帰ったあと、彼は座席を数え、鉄の扉を閉め、着いた人の数と着かなかった人の数を帳面に書く。数が合わない夜は、灯台の明かりが消えるまで待つことにしている。',
  ],
  quote: '時間は誰も待たないが、渡し船は待つ。',
};
const three = {
  language: 'en',
  title: 'Three Notes',
  motto: 'Now and then',
  author: 'Ann Reed',
  search: 'bread',
  categories: [['uncategorized', 'Uncategorized', '']],
  titles: ['Hello world, again', 'What the oven taught me', 'A walk to the reservoir and back'],
  paragraphs: [
    'I meant to write here every week. It has been a year, and the oven is still warm.',
    'Bread does not care for plans. It rises when the kitchen is ready, and no sooner than that.',
    'The path goes round twice before it gives up and lets you see the water.',
  ],
  quote: 'No sooner than that.',
  withoutPictures: true,
};

export const foreignSites = { arabic, japanese, three };

const block = (name, html) => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;

function bodyOf({ paragraphs, titles, quote }, index) {
  const paragraph = (at) => block('paragraph', `<p>${paragraphs[(index + at) % paragraphs.length]}</p>`);
  return [
    paragraph(0),
    paragraph(1),
    block('heading', `<h2 class="wp-block-heading">${titles[(index + 3) % titles.length]}</h2>`),
    paragraph(2),
    block('quote', `<blockquote class="wp-block-quote"><p>${quote}</p></blockquote>`),
    paragraph(0),
    paragraph(1),
    paragraph(2),
  ].join('\n\n');
}

/** The site as an export. Every third post has no picture. */
export function exportOf(site) {
  const { title, author, categories, titles, withoutPictures = false } = site;
  const pictured = (index) => !withoutPictures && index % 3 !== 2;
  const posts = titles.map((name, index) => {
    const [slug, label] = categories[index % categories.length];
    return {
      id: 100 + index,
      title: name,
      slug: `post-${index + 1}`,
      content: bodyOf(site, index),
      creator: 'writer',
      terms: [`category/${slug}=${label}`],
      dateGmt: `2026-0${1 + Math.floor(index / 4)}-1${index % 9} 08:00:00`,
      meta: pictured(index) ? { _thumbnail_id: String(200 + index) } : {},
      comments:
        index === 0
          ? [
              { id: 1, author, content: site.quote },
              { id: 2, parent: 1, author, content: site.paragraphs[1] },
            ]
          : [],
    };
  });
  const pictures = titles.flatMap((name, index) =>
    pictured(index)
      ? [
          {
            id: 200 + index,
            type: 'attachment',
            title: name,
            slug: `picture-${index + 1}`,
            status: 'inherit',
            creator: 'writer',
            content: '',
            attachmentUrl: `https://old.example/wp-content/uploads/2026/01/picture-${index + 1}.webp`,
            meta: { _wp_attached_file: `2026/01/picture-${index + 1}.webp` },
          },
        ]
      : [],
  );
  const menu = categories.map(([slug, label], index) =>
    menuItem(300 + index, 'main', { url: `https://old.example/category/${slug}/`, title: label }),
  );
  return wxr([...pictures, ...posts, ...menu], {
    title,
    authors: [authorXml('writer', 7, author)],
    parts: [
      ...categories.map(([slug, name, description], index) =>
        termXml({ id: 10 + index, taxonomy: 'category', slug, name, description }),
      ),
      termXml({ id: 20, taxonomy: 'nav_menu', slug: 'main' }),
    ],
  });
}

/** Copies the export's pictures: demo pictures far apart in the list, so that neighbours differ. */
function copyUploads(site, folder) {
  const month = join(folder, '2026/01');
  mkdirSync(month, { recursive: true });
  const names = readdirSync(demoPictures).filter((name) => /^(?!portrait-).*\.webp$/.test(name));
  for (const index of site.titles.keys())
    copyFileSync(
      join(demoPictures, names[(index * 7) % names.length]),
      join(month, `picture-${index + 1}.webp`),
    );
}

export async function startForeignSite(folder, name) {
  const site = foreignSites[name];
  const dataDir = join(folder, name);
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    const file = join(folder, `${name}.xml`);
    writeFileSync(file, exportOf(site));
    const uploads = join(folder, `${name}-uploads`);
    copyUploads(site, uploads);
    await broadsheet(dataDir, 'import', file, '--uploads', uploads, '--quiet');
    for (const [key, value] of [
      ['site_language', site.language],
      ['blogdescription', site.motto],
    ]) {
      await broadsheet(dataDir, 'settings', 'set', key, value);
    }
  }
  return startRealServer({ dataDir, databaseUrl: undefined }, { LOG_LEVEL: 'warn' });
}
