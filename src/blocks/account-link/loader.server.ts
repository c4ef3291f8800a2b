import { runsForeignCode } from '../../modules/ads/ad-slots.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';

/** What the browser's part says (`reader/behaviours/account-link.ts`). */
export interface AccountLinkData {
  readonly close: string;
  /** The form opens over the page; not where code of others runs there, nor where it brings some, of a social network, which other pages don't let in. */
  readonly opens: boolean;
}

export async function load(_settings: unknown, context: LoadContext): Promise<AccountLinkData | undefined> {
  const settings = await context.content.settings.current();
  return settings.login_link
    ? {
        close: readerText(settings, 'menu_close'),
        opens: !settings.social_login && !runsForeignCode(settings),
      }
    : undefined;
}
