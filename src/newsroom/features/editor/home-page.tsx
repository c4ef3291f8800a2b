import { CheckboxControl } from '@wordpress/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SiteSettings } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import type { SettingsSent } from '../../app/sent.ts';
import { tellRefusal } from '../../app/tell-refusal.ts';
import { toast } from '../../app/toasts.tsx';
import type { StoredPost } from '../../editor/stored-post.ts';

const path = '/wp/v2/settings';
type Front = Pick<SiteSettings, 'show_on_front' | 'page_on_front'>;

/** Whether the site begins with this page. It is the site's, and no part of the text: it counts at once. */
export function HomePage({ post }: { readonly post: StoredPost | undefined }) {
  const queries = useQueryClient();
  const { data: front } = useQuery({
    queryKey: ['front'],
    queryFn: async ({ signal }) =>
      (await rest<Front>(`${path}?_fields=show_on_front,page_on_front`, { signal })).body,
  });
  const isOut = post?.status === 'publish';
  const isHome = front?.show_on_front === 'page' && front.page_on_front === post?.id;
  const say = async (next: Front, done: string, before?: Front) => {
    queries.setQueryData<Front>(['front'], next); // seen at once
    try {
      const { show_on_front, page_on_front } = next;
      await rest<unknown, SettingsSent>(path, { method: 'POST', body: { show_on_front, page_on_front } });
      toast(done, before ? { undo: () => void say(before, 'The home page is as it was') } : {});
    } catch (error) {
      tellRefusal(error);
    }
    await queries.invalidateQueries({ queryKey: ['front'] });
  };
  return (
    <CheckboxControl
      label="Home page"
      __nextHasNoMarginBottom
      checked={isHome}
      disabled={!front || (!isOut && !isHome)}
      help={
        isOut || isHome
          ? 'The site begins with it; without one, with the newest posts.'
          : 'Once it is published, the site may begin with it.'
      }
      onChange={(on) => {
        if (!front || !post) return;
        if (on)
          void say(
            { show_on_front: 'page', page_on_front: post.id },
            'The site begins with this page',
            front,
          );
        else
          void say(
            { show_on_front: 'posts', page_on_front: front.page_on_front },
            'The site begins with the newest posts',
            front,
          );
      }}
    />
  );
}
