import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { BreadcrumbsData } from './loader.server.ts';

export function View({ settings, data }: ViewProps<Settings, BreadcrumbsData>) {
  const words = useWords();
  const current = data.steps.at(-1);
  const above = data.steps.slice(0, -1);
  if (!current) return null;
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {above.map(({ name, url }) => <li key={url}><a href={url}>{name || url}</a></li>)}
        {settings.show_current && current.name !== '' && <li><span aria-current="page">{current.name}</span></li>}
      </ol>
    </nav>
  );
}
