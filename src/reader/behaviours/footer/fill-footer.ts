import { fetchedNodes } from '../../islands/fetched.ts';
import { announce } from '../../islands/page-config.ts';
import type { PageConfig, PageParts } from '../../islands/page-config.ts';

async function fetchFooter(
  postId: unknown,
  page: PageConfig,
): Promise<{ content: string; classes: string; parts?: PageParts | undefined }> {
  const fields = {
    action: 'tdb_get_footer',
    postID: String(postId ?? ''),
    td_res_context_registered_atts: page.registeredBlocks ?? '',
  };
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok) throw new Error(`The footer came with status ${reply.status}.`);
  const {
    content,
    classes,
    broadsheet: parts,
  } = (await reply.json()) as { content?: unknown; classes?: unknown; broadsheet?: PageParts };
  return { content: String(content ?? ''), classes: String(classes ?? ''), parts };
}

/** All pages share one footer; remove its newest articles that this page already links to. */
function leaveOutShown(root: HTMLElement): void {
  const shown = new Set([
    location.href,
    ...[...document.querySelectorAll<HTMLAnchorElement>('main a')].map(({ href }) => href),
  ]);
  for (const item of root.querySelectorAll('.footer-new li'))
    if (shown.has(item.querySelector('a')?.href ?? '')) item.remove();
}

export async function fillFooter(root: HTMLElement, postId: unknown, page: PageConfig): Promise<void> {
  let footer;
  try {
    footer = await fetchFooter(postId, page);
  } catch {
    // Specification, section 8: a footer that fails to load is ignored silently and not retried on this page.
    return;
  }
  root.append(fetchedNodes(footer.content));
  leaveOutShown(root);
  root.classList.add(...footer.classes.split(/\s+/).filter(Boolean));
  announce(root, footer.parts);
}
