import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { removeJobs } from '../jobs/writer.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { importJob, importKey } from './import-job.ts';
import { importContent } from './policy.ts';

/** Stops the import after the step that runs; what is in stays. Where none runs or waits, nothing happens. */
export async function stopImport(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(importContent, actor, undefined);
  if ((await removeJobs(tx, importJob, [importKey])) > 0)
    await noteChange(tx, actor, { verb: 'delete', kind: 'job', itemId: 0, summary: 'import stopped' });
}
