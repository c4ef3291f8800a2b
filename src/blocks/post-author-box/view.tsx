import { AuthorName, Avatar, ProfileLinks } from '../../ui/byline.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { AuthorBoxData } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, AuthorBoxData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  return (
    <aside
      className="author-boxes"
      aria-label={data.authors.length === 1 ? words.author_one : words.author_more}
    >
      {data.authors.map((author) => (
        <div className="author-box" key={author.id}>
          <Avatar name={author.name} id={author.id} src={author.portrait} size={64} />
          <div>
            <p className="author-box-name">
              <AuthorName author={author} rel="author" />
            </p>
            {author.bio !== '' && (
              <p className="author-box-bio" dir={directionOf(author.bio)}>
                {author.bio}
              </p>
            )}
            <ProfileLinks links={author.links} />
          </div>
        </div>
      ))}
    </aside>
  );
}
