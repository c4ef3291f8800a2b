import type { LayoutFacts } from '../bar-config.ts';

/** Pages that any site has. */
const everywhere: Readonly<Record<string, string>> = { home: '/', 404: '/there-is-no-such-page/', search: '/?s=a' };

/** Address of a page of a kind to show a template on, the page at hand before others; undefined: none is known. */
export function samplePage(type: string, layout: Pick<LayoutFacts, 'type'> | undefined, here: string): string | undefined {
  return layout?.type === type || type === 'header' || type === 'footer' ? here : everywhere[type];
}

/** The same with a template tried on. */
export function triedAddress(page: string, name: string, isPhone: boolean): string {
  const address = new URL(page, 'https://site.example');
  address.hash = '';
  address.searchParams.set('template_preview', `library:${name}`);
  address.searchParams.set('device', isPhone ? 'phone' : 'desktop');
  return address.pathname + address.search;
}
