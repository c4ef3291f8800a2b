import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { AccountLinkData } from './loader.server.ts';

/** Identical for all visitors, so that pages stay cacheable; the browser shows whether the visitor is logged in. */
export function View({ settings, data }: Pick<ViewProps<Settings, AccountLinkData>, 'settings' | 'data'>) {
  const acting = useActing();
  return (
    <a
      className="account-link"
      href="/wp-login.php"
      rel="nofollow"
      data-held=""
      {...acting.late('account-link', data)}
    >
      {settings.label}
    </a>
  );
}
