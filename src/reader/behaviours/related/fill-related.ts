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
  // Flag of requests from the customizer's preview: the provider's name and `rpcustomize`.
  if (inPreview) searchParams.set('broadsheetrpcustomize', '1');
  try {
    const reply = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    if (reply.status !== 200) return undefined;
    const list = (await reply.json()) as RelatedList;
    return list.items[0] && list.items.every((item) => item.url_meta) ? list : undefined;
  } catch {
    return undefined; // specification, section 8: a missing or unreadable reply is ignored
  }
}

/**
 * Fetches the related posts and shows their container if there are any. The server sends HTML; the rendering code only
 * loads for replies without it and in the customizer's preview.
 */
export async function fillRelated(
  root: HTMLElement,
  rawConfig: unknown,
  customize: Customizer | undefined,
): Promise<void> {
  const list = await fetchList(root, customize);
  if (!list) return;
  if (customize || !list.broadsheet) {
    const config: RelatedConfig = {
      headline: 'Related',
      heading: 'h4',
      ...(rawConfig as Partial<RelatedConfig> | undefined),
    };
    (await import('./draw-related.ts')).drawRelated(root, list, config, customize);
    return;
  }
  root.replaceChildren(fetchedNodes(list.broadsheet.html));
  root.hidden = false;
  announce(root);
}
