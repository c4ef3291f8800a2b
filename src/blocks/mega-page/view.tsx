import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { MegaPageData } from './loader.server.ts';

export function View({ data }: ViewProps<Settings, MegaPageData>) {
  return <div className="mega-page" dangerouslySetInnerHTML={{ __html: data.html }} />;
}
