import { setWrittenPost } from '../../editor/post-store.ts';
import { useQuery } from '@tanstack/react-query';
import apiFetch from '@wordpress/api-fetch';
import { Button } from '@wordpress/components';
import { store as entities } from '@wordpress/core-data';
import { dispatch } from '@wordpress/data';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { boot, listedTypes, may } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { connection } from '../../app/connection.ts';
import { titleText } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { RestoreHint } from '../../app/restore-hint.tsx';
import { useWindowTitle, Skeleton } from '../../app/screen-head.tsx';
import { listAddress } from '../../app/screens.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { shareRest } from '../../editor/api-fetch.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import { blockKit } from '../../editor/block-kit.ts';
import { createDraft } from '../../editor/draft.ts';
import { foundTexts } from '../../editor/found-texts.ts';
import type { Former, FoundText } from '../../editor/found-texts.ts';
import { localCopies, copyPrefix } from '../../editor/local-copies.ts';
import { drawAhead } from '../../editor/own-blocks.tsx';
import { registerBlocks } from '../../editor/register-blocks.ts';
import type { StoredPost } from '../../editor/stored-post.ts';
import { Editor } from './editor.tsx';
import { openedId, openText } from './opening.ts';
import type { OpenedText } from './opening.ts';
import { say } from '../../words.ts';

interface Loaded {
  readonly type: ListedType;
  readonly post: StoredPost | undefined;
  readonly found: readonly FoundText[];
  readonly patterns: readonly SitePattern[];
}

/** Unsaved texts of this user, and of the previous holder if the text was taken over. */
async function findTexts(
  type: ListedType,
  opened: OpenedText | undefined,
  former: Former | undefined,
): Promise<readonly FoundText[]> {
  const copies = await localCopies.find(copyPrefix(boot.user.id, type.name, opened?.post.id));
  const { found, stale } = foundTexts(opened?.post, {
    copies,
    autosaves: opened?.autosaves ?? [],
    userId: boot.user.id,
    former,
  });
  for (const { key, step } of stale) void localCopies.forget(key, step);
  return found;
}

async function load(
  id: number | undefined,
  typeName: string | undefined,
  former: Former | undefined,
): Promise<Loaded> {
  const { blocks, patterns, text } = await openText(id);
  shareRest(apiFetch);
  registerBlocks(blocks);
  forgetPatterns();
  const type =
    id === undefined
      ? listedTypes.find(({ name }) => name === (typeName ?? boot.site.articleType))
      : text?.type;
  if (!type) {
    const nothing =
      id !== undefined
        ? say(
            'There is no post with the ID %d, its content type was deleted, or you are not allowed to edit it.',
            id,
          )
        : typeName === undefined
          ? say('No posts can be created here, or you don’t have access.')
          : say(
              'The content type “%s” does not exist, or you are not allowed to create content of this type.',
              typeName,
            );
    throw new RestError(404, 'none', nothing);
  }
  return { type, post: text?.post, found: await findTexts(type, text, former), patterns };
}

/** Reloads synced patterns for each opened text, because they may have been edited. */
function forgetPatterns(): void {
  const { invalidateResolutionForStoreSelector } = dispatch(entities) as unknown as {
    invalidateResolutionForStoreSelector(selector: string): void;
  };
  invalidateResolutionForStoreSelector('getEntityRecord');
}

/** `post.php?post=12&action=edit` and `post-new.php?post_type=page`. */
export function EditorScreen() {
  const [address] = useSearchParams();
  const { pathname, key, state } = useLocation();
  const id = openedId(pathname, address);
  const typeName = address.get('post_type') ?? undefined;
  const { data, error } = useQuery({
    queryKey: ['writing', id ?? 'new', typeName, key],
    queryFn: () => load(id, typeName, (state as { readonly former?: Former } | null)?.former),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (error) return <Refused message={error.message} />;
  if (!data)
    return (
      <div className="writing-wait">
        <Skeleton rows={14} />
      </div>
    );
  if (data.post?.status === 'trash') return <Trashed type={data.type} post={data.post} />;
  return <Opened key={`${id ?? 'new'} ${key}`} loaded={data} />;
}

function Refused({ message }: { readonly message: string }) {
  useWindowTitle(say('Nothing to edit'));
  return (
    <div className="writing-none">
      <h1>{say('Nothing to edit')}</h1>
      <p>
        {message} <RestoreHint />
      </p>
      <Link to="/">{say('Home')}</Link>
    </div>
  );
}

function Trashed({ type, post }: { readonly type: ListedType; readonly post: StoredPost }) {
  useWindowTitle(say('This item is in the trash'));
  const restore = async () => {
    try {
      await rest<unknown, PostSent>(`/wp/v2/${type.restBase}/${post.id}`, {
        method: 'POST',
        body: { status: 'draft' },
      });
      location.reload();
    } catch (error) {
      toastRefusal(error);
    }
  };
  return (
    <div className="writing-none">
      <h1>{say('This item is in the trash')}</h1>
      <p>{say('“%s” can be edited after you restore it.', titleText(post.title))}</p>
      <Button variant="primary" onClick={() => void restore()}>
        {say('Restore as draft')}
      </Button>{' '}
      <Link to={listAddress(type.name)}>{type.plural}</Link>
    </div>
  );
}

function Opened({ loaded: { type, post, found, patterns } }: { readonly loaded: Loaded }) {
  const [draft] = useState(() => {
    const made = createDraft({
      post,
      type: type.name,
      restBase: type.restBase,
      hasText: type.supports.includes('editor'),
      userId: boot.user.id,
      found,
      tell: (message) => toast(message),
      kit: blockKit,
      rest,
      line: connection,
      copies: localCopies,
      // Updates the URL without re-rendering the screen.
      onCreated: ({ id, link }) => {
        window.history.replaceState(window.history.state, '', `/wp-admin/post.php?post=${id}&action=edit`);
        setWrittenPost({ id, type: type.name, permalink: link, value: made.value });
      },
    });
    drawAhead(made.state().history.blocks, post?.id ?? 0);
    setWrittenPost({ id: post?.id ?? 0, type: type.name, permalink: post?.link ?? '', value: made.value });
    return made;
  });
  useEffect(() => {
    const flush = () => draft.flush();
    const hide = () => document.visibilityState === 'hidden' && draft.flush();
    const leave = (event: BeforeUnloadEvent) => {
      if (draft.isAtRisk() || (draft.isDirty() && draft.state().saving !== 'no')) event.preventDefault();
      draft.flush();
    };
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', hide);
      draft.end();
    };
  }, [draft]);
  return <Editor draft={draft} type={type} patterns={patterns} mayUpload={may('upload_files')} />;
}
