import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface MegaPageData {
  readonly html: string;
}

export async function load(
  { page_id: post }: Settings,
  context: LoadContext,
): Promise<MegaPageData | undefined> {
  const html = post === 0 ? undefined : await context.renderDocument({ post });
  return html === undefined ? undefined : { html };
}
