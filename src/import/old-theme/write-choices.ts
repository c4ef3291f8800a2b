import { decide, fingerprint } from '../../modules/imports/ledger.ts';
import type { LedgerEntry } from '../../modules/imports/ledger.ts';
import { assignTemplateToItem, clearTemplateAssignment } from '../../modules/templates/assign.ts';
import { findItemTemplates } from '../../modules/templates/reader.ts';
import { count, drop, recordLocalEdit } from '../report.ts';
import type { ImportRun } from '../run.ts';
import type { TemplateImport } from './import-templates.ts';

const reportKind = 'choice of a template';
const batchSize = 500;

/** Assigns templates to posts and terms once they are imported, unless another one was chosen here. */
export async function writeChoices(run: ImportRun, templates: TemplateImport): Promise<void> {
  for (const [kind, chosen] of run.chosen.take()) {
    for (let at = 0; at < chosen.length; at += batchSize * 2)
      await writeSome(run, kind, chosen.slice(at, at + batchSize * 2), templates);
  }
  await run.batches.flush();
}

async function writeSome(
  run: ImportRun,
  kind: string,
  chosen: readonly number[],
  templates: TemplateImport,
): Promise<void> {
  const {
    ledger,
    database,
    report,
    file: { age },
    force,
  } = run;
  const wished = new Map<number, number>();
  for (let at = 0; at < chosen.length; at += 2) wished.set(chosen[at] ?? 0, chosen[at + 1] ?? 0);
  const known = await ledger.find(
    database.read,
    'template',
    [...wished.keys()].map((itemId) => keyOf(kind, itemId)),
  );
  const assigned = await findItemTemplates(database.read, kind, [...wished.keys()]);
  for (const [itemId, externalId] of wished) {
    const before = known.get(keyOf(kind, itemId));
    if (externalId === 0 && !before) continue;
    const hash = fingerprint(['choice', externalId]);
    const assignedId = assigned.get(itemId) ?? 0;
    const verdict = decide(before, { hash, age, force }, String(assignedId));
    if (verdict === 'unchanged') count(report, reportKind, 'unchanged');
    else if (verdict === 'kept' || (!before && assignedId > 0 && !force))
      recordLocalEdit(report, entryOf(kind, itemId));
    else await assign(run, { kind, itemId, externalId, hash, before }, templates);
  }
}

interface Choice {
  readonly kind: string;
  readonly itemId: number;
  /** The exporter's id of the template; 0 when the choice was removed. */
  readonly externalId: number;
  readonly hash: string;
  readonly before: LedgerEntry | undefined;
}

async function assign(
  run: ImportRun,
  { kind, itemId, externalId, hash, before }: Choice,
  templates: TemplateImport,
): Promise<void> {
  const { report, ledger, batches, database } = run;
  const lost = (message: string) => drop(report, { ...entryOf(kind, itemId), message });
  const templateId = externalId === 0 ? 0 : await templates.find(database.read, String(externalId));
  if (templateId === undefined) return lost(`its template ${externalId} was not imported`);
  await batches.add({
    work: async (tx) => {
      if (templateId === 0) await clearTemplateAssignment(tx, kind, itemId);
      else await assignTemplateToItem(tx, kind, itemId, templateId);
      await ledger.record(tx, 'template', keyOf(kind, itemId), {
        localId: templateId,
        hash,
        state: String(templateId),
        before,
      });
    },
    done: () => count(report, reportKind, before ? 'updated' : 'imported'),
    failed: lost,
  });
}

const keyOf = (kind: string, itemId: number) => `${kind} ${itemId}`;
const entryOf = (kind: string, itemId: number) => ({ kind: reportKind, id: keyOf(kind, itemId), title: '' });
