/** A menu item: a category or page by slug, or a URL. */
type DemoMenuTarget =
  | { readonly category: string; readonly label?: string }
  | { readonly page: string; readonly label?: string }
  | { readonly url: string; readonly label: string };

export type DemoMenuItem = DemoMenuTarget & {
  /** Index of its parent in the list. */
  readonly under?: number;
  /** Mega menu: the newest articles of its category, or the text of its page. */
  readonly mega?: 'category' | 'page';
};

export interface DemoMenu {
  readonly name: string;
  readonly location: 'primary' | 'footer' | 'mobile';
  readonly items: readonly DemoMenuItem[];
}

export const menus: readonly DemoMenu[] = [
  {
    name: 'Sections',
    location: 'primary',
    items: [
      { category: 'technology', mega: 'category' },
      { category: 'science' },
      { category: 'climate', under: 1 },
      { category: 'space', under: 1 },
      { category: 'culture', mega: 'category' },
      { category: 'cities' },
      { category: 'transport', under: 5 },
      { category: 'housing', under: 5 },
      { category: 'ideas' },
      { category: 'work' },
      { category: 'play' },
      { page: 'sections', label: 'Index', mega: 'page' },
    ],
  },
  {
    name: 'Footer',
    location: 'footer',
    items: [
      { page: 'about', label: 'About' },
      { page: 'how-we-work' },
      { page: 'masthead' },
      { page: 'colophon' },
      { page: 'contact' },
    ],
  },
  {
    name: 'Mobile',
    location: 'mobile',
    items: [
      { url: '/', label: 'Home' },
      { category: 'technology' },
      { category: 'networks', under: 1 },
      { category: 'software', under: 1 },
      { category: 'hardware', under: 1 },
      { category: 'science' },
      { category: 'climate', under: 5 },
      { category: 'space', under: 5 },
      { category: 'culture' },
      { category: 'film', under: 8 },
      { category: 'sound', under: 8 },
      { category: 'books', under: 8 },
      { category: 'cities' },
      { category: 'transport', under: 12 },
      { category: 'housing', under: 12 },
      { category: 'ideas' },
      { category: 'work' },
      { category: 'play' },
      { page: 'about', label: 'About' },
      { page: 'contact', under: 18 },
      { page: 'masthead', under: 18 },
    ],
  },
];
