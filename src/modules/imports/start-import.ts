import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { enqueueJobs } from '../jobs/writer.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { importJob, importKey } from './import-job.ts';
import { importContent } from './policy.ts';

/** Has the exports that wait imported, for who may. */
export async function startImport(tx: Tx, actor: Actor | undefined, files: readonly string[]): Promise<void> {
  demand(importContent, actor, undefined);
  await enqueueJobs(tx, importJob, [{ key: importKey, payload: {} }]);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'job',
    itemId: 0,
    summary: `import of ${files.join(', ')}`.slice(0, 200),
  });
}
