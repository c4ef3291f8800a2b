import type { ViewProps } from '../block.ts';
import type { SearchedData } from './loader.server.ts';

/** The class of post lists, for a consistent style within texts. */
export function View({ data: { title, phrases } }: Pick<ViewProps<unknown, SearchedData>, 'data'>) {
  return (
    <div className="post-list searched">
      {title !== '' && <h2 className="section-title">{title}</h2>}
      <ol>
        {phrases.map(({ text, url }) => (
          <li key={text}>
            <a href={url} rel="nofollow">
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
