import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { shareItem } from './share-item.ts';
import type { ShareItem } from './share-item.ts';

export interface ShareData {
  /** Absolute URL of the article. */
  readonly url: string;
  /** In the order of the bar; never empty. */
  readonly items: readonly ShareItem[];
  /** Plain text. */
  readonly title: string;
  readonly words: {
    readonly share: string;
    readonly showAll: string;
    readonly copied: string;
    readonly device: string;
  };
  /** Strings of the Mastodon server dialog; undefined if the bar lacks it. */
  readonly asks: { readonly server: string; readonly close: string } | undefined;
}

export async function load(
  _settings: unknown,
  { content, page }: LoadContext,
): Promise<ShareData | undefined> {
  const site = await content.settings.current();
  if (!page.post || site.share_networks.length === 0) return undefined;
  const url = content.siteUrl + page.path;
  return {
    url,
    items: site.share_networks.map((name) =>
      shareItem(name, { url, title: page.title }, (text) => readerText(site, text)),
    ),
    title: page.title,
    words: {
      share: readerText(site, 'share'),
      showAll: readerText(site, 'share_show_all'),
      copied: readerText(site, 'copied'),
      device: readerText(site, 'share_device'),
    },
    asks: site.share_networks.includes('mastodon')
      ? { server: readerText(site, 'share_server'), close: readerText(site, 'notice_close') }
      : undefined,
  };
}
