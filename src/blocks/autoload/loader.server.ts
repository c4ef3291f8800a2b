import type { AutoloadConfig } from '../../reader/islands/page-config.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { neighboursOf } from '../current-post.server.ts';

export interface AutoloadData {
  readonly label: string;
  readonly url: string;
  /** Plain text. */
  readonly title: string;
  readonly config: AutoloadConfig;
}

export async function load(_settings: unknown, context: LoadContext): Promise<AutoloadData | undefined> {
  const site = await context.content.settings.current();
  if (site.autoload_posts !== 'on' || context.page.kind !== 'single') return undefined;
  const { previous } = await neighboursOf(context.page.post, context);
  const [next] = previous === undefined ? [] : await context.cards([previous]);
  return (
    next && {
      label: readerText(site, 'autoload_next'),
      url: next.url,
      title: next.title,
      config: { id: next.id, after: context.page.path, limit: site.autoload_posts_limit },
    }
  );
}
