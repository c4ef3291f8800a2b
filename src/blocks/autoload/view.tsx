import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { AutoloadData } from './loader.server.ts';

/** A link to the next article; with scripts, the article is appended below. */
export function View({ data }: ViewProps<unknown, AutoloadData>) {
  const acting = useActing();
  const { label, url, title, config } = data;
  return (
    <div className="autoload-article" data-autoload="" {...acting.now('autoload', config)}>
      <a className="autoload-next" href={url} rel="prev">
        <span className="section-title">{label}</span>
        <span className="autoload-title">{title || url}</span>
      </a>
    </div>
  );
}
