import type { ViewProps } from '../block.ts';
import type { ConsentLinkData } from './loader.server.ts';

/** Reopens the question of reader/behaviours/consent.ts. */
export function View({ data }: ViewProps<unknown, ConsentLinkData>) {
  return (
    <button type="button" className="consent-link" data-consent-change="">
      {data.label}
    </button>
  );
}
