import type { Reader } from '../../kernel/db/open-database.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { mayReadPost, findSummaries } from '../posts/index.ts';
import { findTerms } from '../terms/index.ts';
import { findUsers } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findUndone } from './changes.ts';
import type { TemplateChange } from './changes.ts';
import { wordsOfKind } from './kinds.ts';
import { findAssignments, findTemplateSummaries } from './reader.ts';
import { subjectOf } from './reach.ts';
import { findCurrentRevisions } from './revisions.ts';
import type { TemplateSummary } from './model.ts';

export interface DescribedChange {
  readonly change: TemplateChange;
  /** '': the command line, or a deleted account. */
  readonly who: string;
  readonly what: string;
  /** Title of the assignment's item as plain text; empty: all pages of the kind, or an item that the actor may not see. */
  readonly itemTitle: string;
  readonly undo: string;
  readonly isUndone: boolean;
  /** The state differs from the one that the change left: an undo also reverts the later change. */
  readonly isChangedSince: boolean;
  /** The current state, which an undo sends as `from`. */
  readonly from: number;
}

/** Whether a change is still in effect unchanged, and is no undo itself. */
export const isInEffect = ({ change: { undoes }, isUndone, isChangedSince }: DescribedChange): boolean =>
  undoes === 0 && !isUndone && !isChangedSince;

/** Describes changes: author, action, and what an undo would do. Leaves out titles of items that the actor may not see. */
export async function describeChanges(
  read: Reader,
  actor: Actor | undefined,
  changes: readonly TemplateChange[],
): Promise<DescribedChange[]> {
  const [users, templates, undone, documents] = [
    await findUsers(read, [...new Set(changes.map(({ userId }) => userId))]),
    await findTemplateSummaries(read, [...new Set(changes.map(({ templateId }) => templateId))]),
    await findUndone(read, changes),
    await findCurrentRevisions(
      read,
      changes.flatMap(({ after: { revisionId } }) => revisionId ?? []),
    ),
  ];
  const items = await titlesOf(read, actor, changes);
  const described: DescribedChange[] = [];
  for (const change of changes) {
    const { kind, itemId, action, templateId, after } = change;
    const { item, global } =
      action === 'assign' ? await findAssignments(read, kind, itemId) : { item: 0, global: 0 };
    const template = templates.get(templateId);
    const from = action === 'assign' ? ((itemId > 0 ? item : global) ?? 0) : (template?.revision ?? 0);
    const isChangedSince =
      action === 'assign'
        ? from !== (after.templateId ?? 0)
        : action === 'delete'
          ? template !== undefined
          : template === undefined || (action === 'update' && isOther(template, after, documents));
    const isUndone = undone.has(change.id);
    const itemTitle = items.get(keyOf(change));
    const who = users.get(change.userId)?.displayName ?? '';
    described.push({
      change,
      who,
      itemTitle: itemTitle ?? '',
      from,
      isChangedSince,
      isUndone,
      ...wordsOf(change, itemTitle),
    });
  }
  return described;
}

/** Documents are compared by content: an undo writes the same document as a new revision. */
function isOther(
  template: TemplateSummary,
  { revisionId, ...fields }: TemplateChange['after'],
  documents: ReadonlySet<number>,
): boolean {
  if (revisionId !== undefined && !documents.has(revisionId)) return true;
  return Object.entries(fields).some(([name, value]) => Reflect.get(template, name) !== value);
}

const keyOf = ({ kind, itemId }: Pick<TemplateChange, 'kind' | 'itemId'>) => `${kind} ${itemId}`;

async function titlesOf(
  read: Reader,
  actor: Actor | undefined,
  changes: readonly TemplateChange[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [kind, some] of Map.groupBy(
    changes.filter(({ itemId }) => itemId > 0),
    (change) => change.kind,
  )) {
    const [ids, of] = [[...new Set(some.map(({ itemId }) => itemId))], subjectOf(kind)];
    const set = (id: number, title: string) => titles.set(keyOf({ kind, itemId: id }), title);
    if (of === 'author') for (const [id, { displayName }] of await findUsers(read, ids)) set(id, displayName);
    if (of === 'term') for (const [id, { name }] of await findTerms(read, ids)) set(id, name);
    if (of === 'post')
      for (const [id, post] of await findSummaries(read, ids))
        if (mayReadPost(actor, post)) set(id, htmlToText(post.title));
  }
  return titles;
}

function wordsOf(
  { kind, itemId, action, title, undoes, before, after }: TemplateChange,
  item: string | undefined,
): { what: string; undo: string } {
  const { one, many } = wordsOfKind(kind);
  const again = undoes > 0 ? ' (undone)' : '';
  const named = (name: string | undefined, id = 0) =>
    id === 0 ? 'no template of its own' : `“${name || id}”`;
  if (action === 'assign') {
    const place = itemId === 0 ? `All ${many}` : item === undefined ? `A ${one}` : `The ${one} “${item}”`;
    const none = itemId === 0 ? 'the built-in layout' : 'no template of its own';
    const [from, to] = [before, after].map(({ templateId = 0, title: name }) =>
      templateId === 0 ? none : named(name, templateId),
    );
    return { what: `${place}: ${to} instead of ${from}${again}`, undo: `${place} will have ${from} again.` };
  }
  if (action === 'create') {
    return undoes > 0
      ? { what: `“${title}” was restored`, undo: `“${title}” will be deleted again.` }
      : { what: `“${title}” was created`, undo: `“${title}” will be deleted; you can undo that, too.` };
  }
  if (action === 'delete')
    return {
      what: `“${title}” was deleted${again}`,
      undo: `“${title}” will be restored, with its assignments.`,
    };
  const parts = [
    ...(after.title === undefined || after.title === before.title ? [] : [`renamed to “${after.title}”`]),
    ...(after.revisionId === undefined ? [] : ['edited']),
    ...(after.mobileTemplateId === undefined
      ? []
      : [after.mobileTemplateId > 0 ? 'given a mobile template' : 'without a mobile template now']),
    ...(after.headerId === undefined ? [] : ['given another header']),
    ...(after.footerId === undefined ? [] : ['given another footer']),
  ];
  return {
    what: `“${title}” was ${parts.join(', ')}${again}`,
    undo: `“${before.title ?? title}” will get back the values that this change replaced.`,
  };
}
