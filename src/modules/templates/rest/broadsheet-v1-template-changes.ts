import { z } from 'zod';
import type { LeftOut } from '../writer.ts';
import { findChange, maxTemplateChanges, listChanges } from '../changes.ts';
import type { ChangeState, TemplateChange } from '../changes.ts';
import { editTemplates } from '../policy.ts';
import { describeChanges } from '../describe-changes.ts';
import type { DescribedChange } from '../describe-changes.ts';
import { undoTemplateChange, undoTemplateChangesSince, UndoStoppedError } from '../undo-change.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import { staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { optionalWhole, textParam } from '../../../kernel/http/rest/params.ts';
import { DetailedError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

const kindOfChanges = textParam().describe('Kind of page whose changes are listed or undone.');
const state = z.object({ template: z.int(), title: z.string() });
const change = z.object({
  id: z.int(),
  date: z.string(),
  who: z.string(),
  what: z.string(),
  kind: z.string(),
  item: z.int(),
  template: z.int(),
  /** For clients that write their own text. `undoes`: id of the change that this one undid; 0: none. */
  action: z.enum(['assign', 'create', 'update', 'delete']),
  item_title: z.string(),
  title: z.string(),
  undoes: z.int(),
  /** Of an assignment the templates; of an update the titles and the mobile templates. */
  before: state,
  after: state,
  changed: z.array(z.enum(['title', 'content', 'mobile', 'header', 'footer'])),
  /** `undo`: what an undo would do. `is_changed_since`: a later change exists, which the undo would revert, too. */
  undo: z.string(),
  is_undone: z.boolean(),
  is_changed_since: z.boolean(),
  from: z.int(),
});

/** `/broadsheet/v1/template-changes`: changes of templates and assignments with their users, newest first; 500 are retained per kind of page. */
export const broadsheetTemplateChanges = restRoute({
  path: '/broadsheet/v1/template-changes',
  methods: {
    GET: method({
      params: z.object({
        kind: kindOfChanges,
        item: optionalWhole({ min: 0 }).describe('Only changes of this item (id).'),
        template: optionalWhole({ min: 1 }).describe('Only changes of this template (id).'),
        before: optionalWhole({ min: 1 }).describe('Only changes older than this one (id).'),
        per_page: optionalWhole({ min: 1, max: 100 }),
      }),
      reply: valueOf(z.object({ changes: z.array(change), kept: z.int() })),
      may: editTemplates,
      run: async ({ actor, site: { content } }, { kind, item, template, before, per_page: limit = 20 }) => {
        const found = await listChanges(content.database.read, {
          kind,
          itemId: item,
          templateId: template,
          before,
          limit,
        });
        const described = await describeChanges(content.database.read, actor, found);
        return { kind: 'plain', body: { changes: described.map(changeReply), kept: maxTemplateChanges } };
      },
    }),
  },
});

function changeReply(described: DescribedChange): z.output<typeof change> {
  const {
    change: { id, createdAt, kind, itemId, templateId, action, title, undoes, before, after },
    who,
    what,
    itemTitle,
    undo,
    from,
  } = described;
  return {
    id,
    date: new Date(createdAt).toISOString(),
    who,
    what,
    kind,
    item: itemId,
    template: templateId,
    action,
    item_title: itemTitle,
    title,
    undoes,
    before: stateReply(before, action),
    after: stateReply(after, action),
    changed: changedParts(after, action),
    undo,
    is_undone: described.isUndone,
    is_changed_since: described.isChangedSince,
    from,
  };
}

const stateReply = (
  { templateId = 0, mobileTemplateId = 0, title = '' }: ChangeState,
  action: TemplateChange['action'],
): z.output<typeof state> => ({ template: action === 'update' ? mobileTemplateId : templateId, title });

function changedParts(
  { title, revisionId, mobileTemplateId, headerId, footerId }: ChangeState,
  action: TemplateChange['action'],
) {
  if (action !== 'update') return [];
  return (
    [
      ['title', title],
      ['content', revisionId],
      ['mobile', mobileTemplateId],
      ['header', headerId],
      ['footer', footerId],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Uses of the restored template that other templates have taken since. */
const leftOut = {
  left: z.array(z.object({ kind: z.string(), item: z.int(), template: z.int() })),
  left_total: z.int(),
};
const undone = z.object({
  /** Id of the change that undid it, which can be undone itself; 0: nothing had to change. */
  id: z.int(),
  ...leftOut,
});
const undoneSince = z.object({
  /** Ids of the undoing changes, for the newest change first. */
  ids: z.array(z.int()),
  ...leftOut,
});
const maxLeft = 10;

function leftReply(left: readonly LeftOut[]) {
  return {
    left: left
      .slice(0, maxLeft)
      .map(({ kind, itemId, theirs }) => ({ kind, item: itemId, template: theirs })),
    left_total: left.length,
  };
}

async function foundChange(
  { site }: Pick<RestRequest, 'site'>,
  captured: Readonly<Record<string, string>>,
): Promise<TemplateChange> {
  const found = await findChange(site.content.database.read, capturedId(captured));
  if (!found)
    throw new NotFoundError(
      'There is no such change, or it is no longer stored.',
      'rest_template_change_not_found',
    );
  return found;
}

/** `/broadsheet/v1/template-changes/{id}/undo`: undoes a change; `from` must match the current state. */
export const broadsheetUndoTemplateChange = itemRoute({
  path: '/broadsheet/v1/template-changes/(?P<id>[\\d]+)/undo',
  find: foundChange,
  methods: {
    POST: method({
      params: z.object({
        from: optionalWhole({ min: 0 }).describe(
          'The “from” value of the change as it was listed; another state is refused.',
        ),
      }),
      required: ['from'],
      reply: valueOf(undone),
      may: editTemplates,
      run: async ({ actor, site: { content } }, { from = 0 }, { id }: TemplateChange) => {
        const { id: made, left } = await content.database
          .write((tx) => undoTemplateChange(tx, actor, { id }, from))
          .catch((error: unknown) => {
            throw error instanceof StaleError ? staleReply(error, error.mine, error.theirs) : error;
          });
        return { kind: 'plain', body: { id: made, ...leftReply(left) } };
      },
    }),
  },
});

/**
 * `/broadsheet/v1/template-changes/{id}/undo-since`: undoes a change and all newer ones of its kind, or none; the
 * caller names the newest one it saw.
 */
export const broadsheetUndoTemplateChanges = itemRoute({
  path: '/broadsheet/v1/template-changes/(?P<id>[\\d]+)/undo-since',
  find: foundChange,
  methods: {
    POST: method({
      params: z.object({
        kind: kindOfChanges,
        newest: optionalWhole({ min: 1 }).describe(
          'Id of the newest change that the caller has seen; a newer one stops the undo.',
        ),
      }),
      required: ['kind', 'newest'],
      reply: valueOf(undoneSince),
      may: editTemplates,
      run: async ({ actor, site: { content } }, { kind = '', newest = 0 }, { id }: TemplateChange) => {
        const { ids, left } = await content.database
          .write((tx) => undoTemplateChangesSince(tx, actor, { id, kind }, newest))
          .catch((error: unknown) => {
            if (error instanceof UndoStoppedError)
              throw new DetailedError(error.status, error.code, error.message, { change: error.changeId });
            throw error instanceof StaleError ? staleReply(error, error.mine, error.theirs) : error;
          });
        return { kind: 'plain', body: { ids: [...ids], ...leftReply(left) } };
      },
    }),
  },
});
