import { useActing } from '../../islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { PostContentData } from './loader.server.ts';
import { PartPager } from './part-pager.tsx';

export function View({ data }: ViewProps<unknown, PostContentData>) {
  const acting = useActing();
  if ('askPassword' in data) return <div className="post-content entry-content"><PasswordForm postId={data.askPassword.postId} /></div>;
  const counted = data.countId === undefined ? {} : acting.now('views', data.countId);
  return (
    <>
      <div className={classes('post-content entry-content', data.dropCap && 'drop-cap')} {...counted} dangerouslySetInnerHTML={{ __html: data.html }} />
      {data.pager && <PartPager data={data.pager} />}
    </>
  );
}

/** WordPress' own form: field, address and wording. */
function PasswordForm({ postId }: { readonly postId: number }) {
  const words = useWords();
  const id = `pwbox-${postId}`;
  return (
    <form action="/wp-login.php?action=postpass" className="post-password post-password-form" method="post">
      <p>{words.password_ask}</p>
      <p className="post-password-row">
        <label htmlFor={id} className="visually-hidden">{words.password}</label>
        <input name="post_password" id={id} type="password" className="field" spellCheck={false} required maxLength={255} autoComplete="off" />
        <button type="submit" name="Submit" className="button">{words.password_enter}</button>
      </p>
    </form>
  );
}
