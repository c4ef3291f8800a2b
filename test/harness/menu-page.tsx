import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { block as mobileMenu } from '../../src/blocks/mobile-menu/block.ts';
import { View as MobileMenu } from '../../src/blocks/mobile-menu/view.tsx';
import { block as navMenu } from '../../src/blocks/nav-menu/block.ts';
import type { MenuLink } from '../../src/blocks/nav-menu/data.ts';
import { View as NavMenu } from '../../src/blocks/nav-menu/view.tsx';
import { inSiteWords } from '../../src/blocks/wordings.ts';
import { defaultSettings } from '../../src/modules/settings/settings.ts';
import type { FixturePage } from './fixture-site.ts';

const css = [
  'theme/tokens.css',
  'theme/base.css',
  'blocks/header/styles.css',
  'blocks/nav-menu/styles.css',
  'blocks/mobile-menu/styles.css',
  'blocks/mega-category/styles.css',
]
  .map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8'))
  .join('');

let made = 0;
const entry = (label: string, url: string, children: readonly MenuLink[] = []): MenuLink => ({
  id: ++made,
  label,
  url,
  titleAttribute: '',
  target: '',
  rel: '',
  classes: [],
  icon: '',
  badge: '',
  audience: '',
  children,
});

const links: readonly MenuLink[] = [
  entry('Home', '/'),
  entry('Science', '/science/', [
    entry('Physics', '/science/physics/', [entry('Quantum', '/science/physics/quantum/')]),
    entry('Biology', '/science/biology/'),
  ]),
  {
    ...entry('Arts', '/arts/'),
    mega: {
      kind: 'category',
      id: 70,
      links: [
        { id: 70, name: 'All Arts', url: '/category-70/' },
        { id: 71, name: 'Film', url: '/category-71/' },
        { id: 72, name: 'Music', url: '/category-72/' },
      ],
      html: undefined,
    },
  },
  { ...entry('About', '/about/'), mega: { kind: 'page', id: 12, links: [], html: undefined } },
  entry('Shop', '#', [entry('Jobs', '/jobs/')]),
  ...['Sport', 'Travel', 'Money'].map((label) => entry(label, `/${label.toLowerCase()}/`)),
  entry('Last', '/last/', [entry('The last thing of a rather long menu', '/last/thing/')]),
];

/** More items than fit into any window, the first with a submenu, the second with very long words. */
export const manyLinks: readonly MenuLink[] = [
  entry('Politics', '/politics/', [entry('Parliament', '/politics/parliament/')]),
  entry('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz', '/law/'),
  ...Array.from({ length: 36 }, (_, n) => entry(`Section ${n}`, `/section-${n}/`)),
  entry('Donaudampfschifffahrtsgesellschaft', '/ships/', [
    entry('Kraftfahrzeughaftpflichtversicherung', '/cars/'),
  ]),
  entry('Groups', '#', [entry('Clubs', '/clubs/')]),
  entry('Late', '/late/', [entry('Later', '/late/later/')]),
];

interface MenuPageOptions {
  readonly mobile?: 'enabled' | 'disabled';
  readonly many?: boolean;
}

/** A page with a header menu, and the mobile menu that replaces it on phones. */
export function menuPage(more = '', { mobile = 'enabled', many = false }: MenuPageOptions = {}): FixturePage {
  const body = renderToStaticMarkup(
    <header className="site-header">
      <div className="container">
        <NavMenu
          settings={inSiteWords(navMenu.settings.parse({}), defaultSettings)}
          data={{ links: many ? manyLinks : links, path: '/elsewhere/', submenuWidth: { min: 9, max: 25 } }}
          blockId="nav"
        />
        {mobile === 'enabled' && (
          <MobileMenu
            settings={inSiteWords(mobileMenu.settings.parse({}), defaultSettings)}
            data={{ links, path: '/elsewhere/' }}
            blockId="phone"
          >
            <a href="/foot/">Foot</a>
          </MobileMenu>
        )}
      </div>
    </header>,
  );
  return {
    body: `${body}<main style="height:3000px">Elsewhere ${more}</main>`,
    modules: ['nav-menu', 'mobile-menu', 'lazy-image'],
    config: { registeredBlocks: '["broadsheet/nav-menu"]' },
    head: `<meta name="viewport" content="width=device-width"><style>${css}</style>`,
  };
}
