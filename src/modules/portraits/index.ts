import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';
import type { User } from '../../kernel/permission.ts';
import { removalJob } from '../media/index.ts';
import { userDeleting, userUpdated } from '../users/index.ts';
import { portraitFiles } from './portraits.ts';

export { findPortraits } from './portraits.ts';
export type { PortraitMaker } from './portraits.ts';

export const followers = [
  defineFollower(
    'portraits',
    on(userUpdated, async (tx: Tx, { before, portrait }) => {
      if (portrait !== undefined) await removePortrait(tx, before);
    }),
    on(userDeleting, (tx: Tx, { before }) => removePortrait(tx, before)),
  ),
];

/** Deletes an uploaded portrait's files after the commit; pictures of the library stay. */
async function removePortrait(tx: Tx, { portrait }: User): Promise<void> {
  if (portrait !== '')
    await enqueueJobs(tx, removalJob, [{ key: portrait, payload: { paths: portraitFiles(portrait) } }]);
}
