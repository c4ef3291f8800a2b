import type { BlockNode } from '../../blocks/document/document.ts';
import { scriptFrameAddress } from '../../modules/posts/script-frames.ts';
import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { configId } from '../../reader/islands/acting.ts';
import type { PageRender } from './page-render.ts';

/**
 * An HTML block whose scripts run in a frame: what it shows without them, which a behaviour puts the frame in the place of. Where the frame is stands in no
 * body. REST and feeds have the HTML alone.
 */
export function framedScripts({ attributes: { key }, children }: BlockNode, render: PageRender): string {
  const { acts, page, now, settings, site } = render;
  render.addText(children);
  const html = children.filter((child) => typeof child === 'string').join('');
  if (!render.framesScripts || typeof key !== 'string') return html;
  // What stands here of other posts everybody may read.
  const isOpen = !page.post || !key.startsWith(`${page.post.id}/`) || mayStandInDocuments(page.post);
  const config = {
    src: scriptFrameAddress(key, isOpen ? undefined : { signer: site.signer, now }),
    title: readerText(settings, 'script_frame'),
  };
  acts.note({ name: 'script-frame', config });
  return `<div class="script-frame" data-behaviour="script-frame" data-config="${configId(config)}">${html}</div>`;
}
