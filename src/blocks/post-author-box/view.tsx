import { Avatar } from '../../ui/avatar.tsx';
import type { ViewProps } from '../block.ts';
import type { AuthorBoxData } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, AuthorBoxData | undefined>) {
  // The byline names the author already: a box without a word about them would only repeat it.
  if (!data || data.bio === '') return null;
  return (
    <aside className="author-box" aria-label="About the author">
      <Avatar name={data.name} id={data.id} src={data.portrait} size={64} />
      <div>
        <p className="author-box-name"><a href={data.url} rel="author">{data.name}</a></p>
        <p className="author-box-bio">{data.bio}</p>
      </div>
    </aside>
  );
}
