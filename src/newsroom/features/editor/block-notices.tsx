import { useRegistry, useSelect } from '@wordpress/data';
import { useEffect } from 'react';
import { toast } from '../../app/toasts.tsx';

interface Notice {
  readonly id: string;
  readonly content: string;
  readonly status: string;
}

const notices = 'core/notices';

/** What blocks have to say, as of a file that could not be uploaded: said like everything else, once. */
export function BlockNotices() {
  const registry = useRegistry();
  const said = useSelect(
    (select) => (select(notices) as unknown as { getNotices(): readonly Notice[] }).getNotices(),
    [],
  );
  useEffect(() => {
    const { removeNotice } = registry.dispatch(notices) as unknown as { removeNotice(id: string): void };
    for (const { id, content, status } of said) {
      if (status === 'error' || status === 'warning') toast(content);
      removeNotice(id);
    }
  }, [said, registry]);
  return null;
}
