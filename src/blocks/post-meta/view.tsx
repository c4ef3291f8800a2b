import { Fragment } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { PostTime } from '../../ui/post-time.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { PostMetaData } from './loader.server.ts';

export function View({ settings, data }: ViewProps<Settings, PostMetaData | undefined>) {
  if (!data) return null;
  const authors = settings.show_author ? data.authors : [];
  const [first] = authors;
  return (
    <div className="post-meta">
      {first && <Avatar name={first.name} id={first.id} src={data.portrait} size={44} />}
      <div>
        {first && <p className="post-meta-author">By {authors.map(({ id, name, url }, place) => <Fragment key={id}>{separator(place, authors.length)}<a href={url} rel="author">{name}</a></Fragment>)}</p>}
        <p className="byline">
          {settings.show_date && data.publishedAt > 0 && <PostTime at={data.publishedAt} length="full" />}
          {settings.show_date && data.modifiedAt !== undefined && <span>Updated <PostTime at={data.modifiedAt} /></span>}
          {settings.show_reading_time && <span>{data.readingTime}</span>}
          {settings.show_comments && data.commentCount > 0 && <a href="#comments">{data.commentCount === 1 ? '1 comment' : `${data.commentCount} comments`}</a>}
        </p>
      </div>
    </div>
  );
}

/** What stands before a name: nothing, a comma, or `and` before the last. */
function separator(place: number, names: number): string {
  if (place === 0) return '';
  return place === names - 1 ? ' and ' : ', ';
}
