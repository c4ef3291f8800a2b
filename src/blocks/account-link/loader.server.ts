import { runsForeignCode } from '../../modules/ads/ad-slots.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';

export interface AccountLinkData {
  readonly close: string;
  /** Whether the form opens over the page; false where third-party code runs or the form needs a social network's script, which pages block. */
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
