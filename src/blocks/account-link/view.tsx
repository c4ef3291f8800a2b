import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { AccountLinkData } from './loader.server.ts';

/** A link that works without scripts, the same for everybody: who is signed in, the browser knows, and says. */
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
