import { textDirection } from '../../lib/text-direction.ts';
import { useLanguage } from '../../ui/dates.ts';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { BreadcrumbsData } from './loader.server.ts';

export function View({ settings, data: { above, current } }: ViewProps<Settings, BreadcrumbsData>) {
  const words = useWords();
  const { isRightToLeft } = useLanguage();
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {above.map(({ name, url }) => <li key={url}><a href={url} dir={textDirection(name, isRightToLeft)}>{name || url}</a></li>)}
        {settings.show_current && current.name !== '' && (
          <li><span aria-current="page" dir={textDirection(current.name, isRightToLeft)}>{current.name}</span></li>
        )}
      </ol>
    </nav>
  );
}
