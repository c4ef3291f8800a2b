import type { ViewProps } from '../block.ts';
import type { ConsentLinkData } from './loader.server.ts';

/** Asks again what reader/behaviours/consent.ts asked, wherever it stands. */
export function View({ data }: ViewProps<unknown, ConsentLinkData>) {
  return (
    <button type="button" className="consent-link" data-consent-change="">
      {data.label}
    </button>
  );
}
