import { AuthorNames, Avatar, PostTime } from '../../ui/byline.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { PostMetaData } from './loader.server.ts';

/** With more authors a byline shows names only. */
const maxPortraits = 3;

export function View({ settings, data }: ViewProps<Settings, PostMetaData>) {
  const authors = settings.show_author ? data.authors : [];
  return (
    <div className="post-meta">
      {authors.length > 0 && (
        <p className="post-meta-portraits">
          {authors.slice(0, maxPortraits).map(({ id, name, portrait }) => (
            <Avatar key={id} name={name} id={id} src={portrait} size={44} />
          ))}
        </p>
      )}
      <div>
        {authors.length > 0 && (
          <p className="post-meta-author">
            {data.by} <AuthorNames authors={authors} />
          </p>
        )}
        <p className="byline">
          {settings.show_date && data.publishedAt !== 0 && <PostTime at={data.publishedAt} length="full" />}
          {settings.show_date && data.modifiedAt !== undefined && (
            <span>
              {data.updated} <PostTime at={data.modifiedAt} length="full" />
            </span>
          )}
          {settings.show_reading_time && <span>{data.readingTime}</span>}
          {settings.show_comments && data.comments !== '' && <a href="#comments">{data.comments}</a>}
        </p>
      </div>
    </div>
  );
}
