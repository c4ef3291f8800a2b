import { useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FeedLinkData } from './loader.server.ts';

const calendar = 'M6.5 2v3M13.5 2v3M3 8h14M3 4.5h14V17H3z';
const icons: Readonly<Record<FeedLinkData['kind'], string>> = {
  event: `${calendar}M10 10v5M7.5 12.5h5`,
  calendar,
  podcast: 'M4 16h.01M4 10a6 6 0 0 1 6 6M4 4a12 12 0 0 1 12 12',
};

export function View({ data: { url, text, kind } }: ViewProps<Settings, FeedLinkData>) {
  const directionOf = useTextDirection();
  return (
    <p className="feed-link">
      <a className="button button-quiet" href={url}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d={icons[kind]} />
        </svg>
        <span dir={directionOf(text)}>{text}</span>
      </a>
    </p>
  );
}
