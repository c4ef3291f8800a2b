import { accentOf } from '../../ui/kicker.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { BreadcrumbsData } from './loader.server.ts';

export function View({ settings, data: { above, current, colour } }: ViewProps<Settings, BreadcrumbsData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {above.map(({ name, url }, index) => {
          const accent = colour && index === above.length - 1 ? accentOf(colour) : undefined;
          return (
            <li key={url}>
              <a
                className={accent && `kicker ${accent.className}`}
                style={accent?.style}
                href={url}
                dir={directionOf(name)}
              >
                {name || url}
              </a>
            </li>
          );
        })}
        {settings.show_current && current.name !== '' && (
          <li>
            <span aria-current="page" dir={directionOf(current.name)}>
              {current.name}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}
