import type { PageInfo } from '../../blocks/load-context.ts';
import { renderFragment } from './render-fragment.ts';
import type { RenderedFragment } from './render-fragment.ts';
import { renderSoundly } from './render-soundly.ts';
import type { Site } from './site.ts';
import { footerDocument } from './template-for.ts';

/** A footer to append to a page that is there already. */
export interface RenderedFooter extends RenderedFragment {
  /** CSS classes for the footer element, separated by spaces. */
  readonly classes: string;
}

/** Renders the footer of a page, with the CSS of those of its blocks that the page has not named as present. */
export async function renderFooter(
  site: Site,
  page: PageInfo,
  present: ReadonlySet<string>,
): Promise<RenderedFooter> {
  return renderSoundly(site, async (ended) => {
    const footer = await footerDocument(site, page);
    return {
      ...(await renderFragment(site, footer, present, undefined, ended)),
      classes: `footer-${footer.id.replace(/[^\w-]+/g, '-')}`,
    };
  });
}
