import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ListedType } from '../../app/boot.ts';
import { connection } from '../../app/connection.ts';
import type { PlannedPermalink, PermalinkSent } from '../../app/rest-types.ts';
import { awayCode, rest, RestError } from '../../app/rest.ts';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

/** Debounce of the request while a user types, in milliseconds. */
const pauseMs = 300;

/** The address that publishing gives a post. Unless it is `known`, none is shown, because an earlier one may be wrong. */
export type Permalink =
  | { readonly state: 'asking' }
  | { readonly state: 'unknown'; readonly says: string }
  | ({ readonly state: 'known' } & PlannedPermalink);

/** Asks the server for the address that the post would have if published now. A newer request aborts the previous one. */
export function usePermalink(draft: Draft, type: ListedType): Permalink {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway);
  const fields: PermalinkSent = {
    title: draft.text('title'),
    slug: draft.text('slug'),
    ...(type.isHierarchical ? { parent: Number(draft.value('parent') ?? 0) } : {}),
  };
  const { data, error, isFetching } = useQuery({
    queryKey: ['permalink', post?.id ?? type.name, post?.status, fields],
    enabled: type.hasPages && !isAway,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => window.setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
      const path = post ? `/broadsheet/v1/posts/${post.id}/permalink` : '/broadsheet/v1/permalink';
      const body = post ? fields : { ...fields, type: type.name };
      return (await rest<PlannedPermalink, PermalinkSent>(path, { method: 'POST', body, signal })).body;
    },
  });
  if (isAway || (error instanceof RestError && error.code === awayCode))
    return { state: 'unknown', says: say('The URL could not be determined: the server is not responding.') };
  if (isFetching) return { state: 'asking' };
  if (error)
    return {
      state: 'unknown',
      says:
        error instanceof RestError
          ? say('The URL could not be determined: %s', error.message)
          : say('The URL could not be determined.'),
    };
  return data ? { state: 'known', ...data } : { state: 'asking' };
}

/** Decodes non-ASCII characters. */
function readable(link: string): string {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}

export function PermalinkText({ permalink }: { readonly permalink: Permalink }) {
  if (permalink.state === 'asking') return say('Checking the URL…');
  if (permalink.state === 'unknown') return permalink.says;
  return permalink.link === null ? (
    say('The URL is assigned when the draft is saved.')
  ) : (
    <bdi className="permalink">{readable(permalink.link)}</bdi>
  );
}
