import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { lineProfile } from '../../lib/clean-html/profiles.ts';
import { defined } from '../../lib/defined.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { writtenContent } from './clean-content.ts';
import { detailsMeta } from './details.ts';
import type { PostStatus } from './post.ts';
import type { CleanedAhead } from './prepared-text.ts';
import type { PostFields } from './post-input.ts';
import type { PostInput } from './writer.ts';

/** Fields that the writer of posts is not given as they are. */
export type OwnPlace = 'meta' | 'template' | 'customFields';

/** What was sent of a post, as the writer takes it: cleaned of what the actor may not write. `stored`: the content that it replaces. */
export function toChanges(
  actor: Actor,
  { details, ...sent }: Omit<PostFields, OwnPlace>,
  stored: string,
  ahead?: CleanedAhead,
): Partial<PostInput> {
  const filters = !mayWriteAnyHtml(actor);
  const line = (text: string) => (filters ? (cleanWhereNeeded([text], lineProfile)[0] ?? '') : text);
  const { smartList, subtitle, ...others } = details ?? {};
  return {
    ...defined(sent),
    ...(sent.title === undefined ? {} : { title: line(sent.title) }),
    ...(sent.content === undefined ? {} : { content: writtenContent(sent.content, stored, filters, ahead) }),
    ...(sent.excerpt === undefined || !filters ? {} : { excerpt: cleanWhereNeeded([sent.excerpt])[0] ?? '' }),
    ...(details && {
      meta: detailsMeta({
        ...defined(others),
        ...(subtitle === undefined ? {} : { subtitle: line(subtitle) }),
        ...(smartList === undefined ? {} : { smartList: smartList ?? undefined }),
      }),
    }),
  };
}

/** A post with a date ahead is scheduled, one whose date has come is published. */
export function statusAt<Status extends PostStatus>(
  status: Status,
  publishedAt: number,
  now: number,
): Status | 'future' | 'publish' {
  if (status === 'publish' && publishedAt > now) return 'future';
  return status === 'future' && publishedAt <= now ? 'publish' : status;
}
