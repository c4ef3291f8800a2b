import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { BackgroundAdData } from './loader.server.ts';

/** The picture behind the page; reader/behaviours/background-ad.ts handles clicks on the page's background. */
export function View({ data }: ViewProps<unknown, BackgroundAdData>) {
  const acting = useActing();
  const { link, target, image, isWaiting } = data;
  const source = image && `url("${image.replace(/["\\]/g, encodeURIComponent)}")`;
  const config = { link, target, ...(isWaiting ? { source } : {}) };
  return (
    <div
      className="background-ad"
      style={source && !isWaiting ? { backgroundImage: source } : undefined}
      {...acting.now('background-ad', config)}
    />
  );
}
