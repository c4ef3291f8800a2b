import { classes } from '../../ui/class-names.ts';
import { Kicker } from '../../ui/kicker.tsx';
import { PostTime } from '../../ui/byline.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { PostTitleData } from './loader.server.ts';

/** Characters that fill three lines at the largest size; longer headlines are smaller. */
const threeLines = 90;

export function View({ settings, data }: ViewProps<Settings, PostTitleData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  const [before = '', after = ''] = data.isProtected ? words.protected_title.split('%s') : [];
  return (
    <div className="post-header">
      {settings.show_category && data.category && <Kicker category={data.category} />}
      <h1
        className={classes('post-title', data.title.length > threeLines && 'post-title-long')}
        dir={directionOf(before + data.title + after)}
      >
        {before}
        {data.titleHtml === undefined ? (
          data.title || <PostTime at={data.publishedAt} length="full" />
        ) : (
          <span dangerouslySetInnerHTML={{ __html: data.titleHtml }} />
        )}
        {after}
      </h1>
      {settings.show_standfirst && data.standfirst !== '' && (
        <p className="post-standfirst" dir={directionOf(data.standfirst)}>
          {data.standfirst}
        </p>
      )}
    </div>
  );
}
