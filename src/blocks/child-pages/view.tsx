import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { ChildPage } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, readonly ChildPage[]>) {
  const words = useWords();
  return (
    <nav className="child-pages" aria-label={words.child_pages}>
      <ul>
        {data.map(({ id, title, url, excerpt }) => (
          <li key={id}>
            <a href={url}>{title || url}</a>
            {excerpt !== '' && <p>{excerpt}</p>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
