import { Picture } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FeaturedImageData } from './loader.server.ts';

export function View({ settings, data }: ViewProps<Settings, FeaturedImageData | undefined>) {
  if (!data) return null;
  return (
    <figure className="post-featured-image">
      <Picture picture={data.picture} ratio={settings.ratio} sizes="(min-width: 1019px) 860px, 100vw" eager />
      {data.caption !== '' && <figcaption>{data.caption}</figcaption>}
    </figure>
  );
}
