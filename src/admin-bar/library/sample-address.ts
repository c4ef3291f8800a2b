import { darkClass } from '../../reader/islands/page-config.ts';

/** Address of a page of a kind to show a template on, the page at hand before others; undefined: the site has none. */
export function samplePage(
  type: string,
  own: string | undefined,
  here: string,
  samples: ReadonlyMap<string, string> | undefined,
): string | undefined {
  return own === type || type === 'header' || type === 'footer' ? here : samples?.get(type);
}

/** The same with a template tried on, in the colours that the page at hand has. */
export function triedAddress(page: string, name: string, isPhone: boolean): string {
  const address = new URL(page, location.href);
  address.hash = '';
  address.searchParams.set('template_preview', `library:${name}`);
  address.searchParams.set('device', isPhone ? 'phone' : 'desktop');
  address.searchParams.set(
    'scheme',
    document.documentElement.classList.contains(darkClass) ? 'dark' : 'light',
  );
  return address.pathname + address.search;
}
