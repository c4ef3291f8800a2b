import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useState } from 'react';
import { CopyField } from '../../app/copy-field.tsx';
import type { DraftShare, ShareReply } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { siteFormat } from '../../app/boot.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

/** Statuses of unpublished posts that can be shared. */
const sharedStatuses = new Set(['draft', 'pending', 'future']);
const days = siteFormat({ dateStyle: 'long', timeStyle: 'short' });

const explained = say(
  'Anyone with the link can read the saved text without an account. The link works until the text is published, made private or moved to trash, or until you revoke it.',
);

const unread = (message: string) => new RestError(0, 'unread', message);

/** Whether the post can be shared: it is meant to be published, but is not yet. A new text is saved first. */
export const mayBeShared = (draft: Draft): boolean =>
  sharedStatuses.has(draft.state().post?.status ?? 'draft');

/** Creates, copies and revokes the link with which a draft can be read without an account. */
export function ShareDialog({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = draft.state().post?.id;
  const key = ['share', id];
  const path = `/broadsheet/v1/posts/${id ?? 0}/share`;
  const { data, error } = useQuery({
    queryKey: key,
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => (await rest<DraftShare>(path, { signal })).body,
  });
  const act = async (doing: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await doing();
      await queries.invalidateQueries({ queryKey: key });
    } catch (fault) {
      if (!(fault instanceof RestError)) throw fault;
      setProblem(fault.message);
    }
    setBusy(false);
  };
  const make = () =>
    act(async () => {
      // The link shows the stored version.
      if (Object.hasOwn(draft.state().edits, 'status'))
        throw unread(say('The status was changed. Save first.'));
      if (draft.isDirty() && !(await draft.save(id === undefined ? { status: 'draft' } : {}))) {
        throw unread(
          draft.state().problem ?? say('The text could not be saved, so there is nothing new to share.'),
        );
      }
      const { post } = draft.state();
      if (!post) throw unread(say('Nothing to share yet.'));
      setLink(
        (await rest<ShareReply>(`/broadsheet/v1/posts/${post.id}/share`, { method: 'POST' })).body.link,
      );
    });
  const end = () =>
    act(async () => {
      await rest(path, { method: 'DELETE' });
      setLink(undefined);
      toast(say('The preview link was revoked'));
    });
  const isShared = link !== undefined || data?.shared === true;
  const since = data?.since && days.format(new Date(data.since));
  return (
    <Modal title={say('Preview link')} size="medium" className="share-dialog" onRequestClose={onClose}>
      <div className="dialog-form">
        <p>{explained}</p>
        {link !== undefined && (
          <CopyField
            label={say('Link')}
            value={link}
            help={say('This link is shown only once. A new link replaces it.')}
          />
        )}
        {link === undefined && isShared && (
          <p role="status">
            {since
              ? say('A link was created on %s. It can’t be shown again; a new link replaces it.', since)
              : say('A link was created. It can’t be shown again; a new link replaces it.')}
          </p>
        )}
        {id !== undefined && data && !isShared && <p role="status">{say('No link yet.')}</p>}
        {(problem ?? error?.message) !== undefined && (
          <p className="problem" role="alert">
            {problem ?? error?.message}
          </p>
        )}
        <div className="dialog-acts">
          {isShared && (
            <Button
              variant="tertiary"
              isDestructive
              __next40pxDefaultSize
              disabled={isBusy}
              onClick={() => void end()}
            >
              {say('Revoke link')}
            </Button>
          )}
          <Button
            variant={isShared ? 'secondary' : 'primary'}
            __next40pxDefaultSize
            isBusy={isBusy}
            disabled={isBusy}
            onClick={() => void make()}
          >
            {isShared ? say('Create new link') : say('Create link')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
