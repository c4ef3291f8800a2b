import { wholeText } from '../../src/lib/text-around.ts';
import { renderPage } from '../../src/site/pages/render-page.ts';
import type { RenderedPage } from '../../src/site/pages/render-page.ts';

/** A rendered page with its HTML in one piece. */
export async function wholePage(
  ...args: Parameters<typeof renderPage>
): Promise<Omit<RenderedPage, 'html'> & { readonly html: string }> {
  const page = await renderPage(...args);
  return { ...page, html: wholeText(page.html) };
}
