import { Avatar } from '../../ui/avatar.tsx';
import { PostTime } from '../../ui/post-time.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { PostMetaData } from './loader.server.ts';

export function View({ settings, data }: ViewProps<Settings, PostMetaData | undefined>) {
  if (!data) return null;
  const author = settings.show_author ? data.author : undefined;
  return (
    <div className="post-meta">
      {author && <Avatar name={author.name} id={author.id} src={data.portrait} size={44} />}
      <div>
        {author && <p className="post-meta-author">By <a href={author.url} rel="author">{author.name}</a></p>}
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
