import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useState } from 'react';
import { CopyField } from '../../app/copy-field.tsx';
import type { DraftShare, MadeShare } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { siteFormat } from '../../app/boot.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';

/** Statuses of unpublished posts that can be shared. */
const sharedStatuses = new Set(['draft', 'pending', 'future']);
const days = siteFormat({ dateStyle: 'long', timeStyle: 'short' });

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
        throw unread('Another status was chosen: store the text first.');
      if (draft.isDirty() && !(await draft.save(id === undefined ? { status: 'draft' } : {}))) {
        throw unread(draft.state().problem ?? 'It could not be stored, so there is nothing new to read.');
      }
      const { post } = draft.state();
      if (!post) throw unread('There is nothing to read yet.');
      setLink((await rest<MadeShare>(`/broadsheet/v1/posts/${post.id}/share`, { method: 'POST' })).body.link);
    });
  const end = () =>
    act(async () => {
      await rest(path, { method: 'DELETE' });
      setLink(undefined);
      toast('The link leads nowhere any more');
    });
  const isShared = link !== undefined || data?.shared === true;
  const since = data?.since;
  return (
    <Modal title="Link for outsiders" size="medium" className="share-dialog" onRequestClose={onClose}>
      <div className="dialog-form">
        <p>
          Who has the link reads this text as it is stored, without an account. It is good until the text is
          published, made private or thrown away, or until you take it back.
        </p>
        {link !== undefined && (
          <CopyField
            label="Link"
            value={link}
            help="It is shown this once: a new link ends the one before."
          />
        )}
        {link === undefined && isShared && (
          <p role="status">
            There is a link{since ? ` since ${days.format(new Date(since))}` : ''}. What it is, was shown when
            it was made; a new one ends it.
          </p>
        )}
        {id !== undefined && data && !isShared && <p role="status">There is no link.</p>}
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
              Take it back
            </Button>
          )}
          <Button
            variant={isShared ? 'secondary' : 'primary'}
            __next40pxDefaultSize
            isBusy={isBusy}
            disabled={isBusy}
            onClick={() => void make()}
          >
            {isShared ? 'Make a new link' : 'Make a link'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
