import type { CSSProperties } from 'react';
import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { PostContentData } from './loader.server.ts';
import { PartPager } from './part-pager.tsx';

export function View({ data }: ViewProps<unknown, PostContentData>) {
  return <PostText data={data} />;
}

interface PostTextProps {
  readonly data: PostContentData;
  readonly element?: 'div' | 'main' | 'section' | 'article';
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The text of a post or its password form, then the pager of its parts. */
export function PostText({ data, element: Element = 'div', id, className, style }: PostTextProps) {
  const acting = useActing();
  const place = { id, style };
  if ('askPassword' in data) {
    return (
      <Element {...place} className={classes('post-content entry-content', className)}>
        <PasswordForm postId={data.askPassword.postId} />
      </Element>
    );
  }
  const counted = data.countId === undefined ? {} : acting.now('views', data.countId);
  return (
    <>
      <Element
        {...place}
        className={classes('post-content entry-content', className, data.dropCap && 'drop-cap')}
        {...counted}
        dangerouslySetInnerHTML={{ __html: data.html ?? '' }}
      />
      {data.pager && <PartPager data={data.pager} />}
    </>
  );
}

/** WordPress' form: field, address and wording. */
function PasswordForm({ postId }: { readonly postId: number }) {
  const words = useWords();
  const id = `pwbox-${postId}`;
  return (
    <form action="/wp-login.php?action=postpass" className="post-password post-password-form" method="post">
      <p>{words.password_ask}</p>
      <p className="post-password-row">
        <label htmlFor={id} className="visually-hidden">
          {words.password}
        </label>
        <input
          name="post_password"
          id={id}
          type="password"
          className="field"
          spellCheck={false}
          required
          maxLength={255}
          autoComplete="off"
        />
        <button type="submit" name="Submit" className="button">
          {words.password_enter}
        </button>
      </p>
    </form>
  );
}
