import type { PageConfig } from '../../islands/page-config.ts';
import { consented } from './consented.ts';

/** Resolves once the page and its pictures are there, so that nobody else gets in their way, and third parties may be asked. */
export async function readyForOthers(page: PageConfig): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await consented(page);
}
