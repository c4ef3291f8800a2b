/** Names of areas in blocks, addresses and import files. */
export const areaNamePattern = /^[a-z0-9][a-z0-9_-]{0,59}$/;

/** Kinds of pages whose sidebar can have its own content. */
export const sidebarKinds = [
  'home',
  'single',
  'page',
  'category',
  'tag',
  'author',
  'date',
  'search',
] as const;
export type SidebarKind = (typeof sidebarKinds)[number];

/** The sidebar of all kinds of pages without content of their own. */
export const sharedSidebar = 'sidebar';
export const footerAreas = ['footer-1', 'footer-2', 'footer-3'] as const;

/** Areas that exist without being named in a template of the site. */
export const builtInAreas: readonly string[] = [
  sharedSidebar,
  ...sidebarKinds.map((kind) => sidebarOfKind(kind)),
  ...footerAreas,
];

const kindsAlike: Readonly<Record<string, SidebarKind>> = {
  cpt: 'single',
  attachment: 'single',
  woo_product: 'page',
  woo_archive: 'category',
  woo_shop_base: 'category',
  woo_search_archive: 'search',
  cpt_tax: 'category',
};

export function sidebarOfKind(kind: SidebarKind): string {
  return `${sharedSidebar}-${kind}`;
}

/** The kind whose sidebar pages of a template type have; undefined: only the shared one. */
export function sidebarKindOf(type: string): SidebarKind | undefined {
  return sidebarKinds.find((kind) => kind === type) ?? kindsAlike[type];
}

/** Stored areas that fill an area of a template, the preferred one first. `type`: a template type. */
export function candidatesFor(area: string, type: string): readonly string[] {
  const kind = area === sharedSidebar ? sidebarKindOf(type) : undefined;
  return kind === undefined ? [area] : [sidebarOfKind(kind), area];
}

export interface WidgetArea {
  readonly area: string;
  /** Block markup; undefined: the built-in content of the templates. */
  readonly content: string | undefined;
  /** 0: never saved. */
  readonly revision: number;
  /** Milliseconds; 0: never saved. */
  readonly updatedAt: number;
}
