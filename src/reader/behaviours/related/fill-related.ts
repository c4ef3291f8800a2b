import { fetchedNodes } from '../../islands/fetched.ts';
import { announce } from '../../islands/page-config.ts';
import type { RelatedConfig, RelatedList } from '../../../blocks/site-related/related-item.ts';
import type { Customizer } from './draw-related.ts';

async function fetchList(root: HTMLElement, inPreview?: object): Promise<RelatedList | undefined> {
  const { exclude } = root.dataset;
  const url = new URL(location.href);
  const { searchParams } = url;
  searchParams.set('relatedposts', '1');
  if (exclude) searchParams.set('relatedposts_exclude', exclude);
  // The flag of requests from the customizer's preview: the provider's name, and `rpcustomize`.
  if (inPreview) searchParams.set('broadsheetrpcustomize', '1');
  try {
    const reply = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    if (reply.status !== 200) return undefined;
    const list = (await reply.json()) as RelatedList;
    return list.items[0] && list.items.every((item) => item.url_meta) ? list : undefined;
  } catch {
    return undefined; // specification, section 8: a reply that does not come, or can't be read, is silently nothing
  }
}

/**
 * Fetches the related posts and shows them in their container, which is no longer hidden then; shows nothing when there are none. This server sends its own
 * drawing along: what draws them here comes only for a list without one, and in the preview, where the customizer says how they look.
 */
export async function fillRelated(
  root: HTMLElement,
  given: unknown,
  customize: Customizer | undefined,
): Promise<void> {
  const list = await fetchList(root, customize);
  if (!list) return;
  if (customize || !list.broadsheet) {
    const config: RelatedConfig = {
      headline: 'Related',
      heading: 'h4',
      ...(given as Partial<RelatedConfig> | undefined),
    };
    (await import('./draw-related.ts')).drawRelated(root, list, config, customize);
    return;
  }
  root.replaceChildren(fetchedNodes(list.broadsheet.html));
  root.hidden = false;
  announce(root);
}
