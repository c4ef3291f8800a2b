import type { RouteCase, RouteCases } from '../../../../test/harness/route-cases.ts';
import { present } from '../../../../test/harness/present.ts';
import { chief, paragraph, rest, silent, written } from '../../../../test/harness/writer.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { assignTemplate } from '../assign-template.ts';
import { storeChange, listChanges } from '../changes.ts';
import { findTemplate } from '../reader.ts';
import { keepTemplateRevision, listTemplateRevisions } from '../revisions.ts';
import { createTemplate, deleteTemplate, restoreTemplate, saveTemplate } from '../template-commands.ts';
import { undoTemplateChange, undoTemplateChangesSince } from '../undo-change.ts';

const revisionOf = async (tx: Tx, id: number) => present(await findTemplate(tx.db, id)).revision;
const newestChange = async (tx: Tx, of: { readonly kind?: string; readonly templateId?: number }) =>
  present((await listChanges(tx.db, { ...of, limit: 1 }))[0]);
const create = async (tx: Tx) => createTemplate(tx, chief, { type: 'single', title: 'Long read' });
const ofTemplate = async (tx: Tx) => ({ id: await create(tx) });
const ofRevision = async (tx: Tx) => {
  const parent = await create(tx);
  return { parent, id: await keepTemplateRevision(tx, parent, 0) };
};
const ofChange = async (tx: Tx) => {
  const change = { kind: 'single', action: 'create', title: 'Long read', before: {}, after: {} } as const;
  return { id: await storeChange(tx, chief, { ...change, templateId: await create(tx) }) };
};
const editors = '-  ++----  rest_forbidden';
const item = 'other template  ++----  rest_forbidden';
const assignPlain: RouteCase['writes'] = [
  written('another template for all posts', 'templates/assign-template', async (tx, { plain, single }) =>
    assignTemplate(tx, chief, { kind: 'single', templateId: plain }, single),
  ),
];

export const cases: RouteCases = {
  'GET /broadsheet/v1/post-templates': [
    '-  ++++--  rest_forbidden_context',
    '?type=page  -  ++----  rest_forbidden_context',
  ],
  'GET /broadsheet/v1/templates/{id}': item,
  'POST,PUT,PATCH /broadsheet/v1/templates/{id}': {
    who: item,
    subject: ofTemplate,
    writes: [
      silent(
        written('a template without assignments', 'templates/create-template', (tx) =>
          createTemplate(tx, chief, { type: 'single', title: 'Spare' }),
        ),
        'spare',
      ),
      silent(
        written('its content', 'templates/save-template', async (tx, { spare = 0 }) =>
          saveTemplate(
            tx,
            chief,
            { id: spare, content: '<!-- wp:broadsheet/post-title /-->' },
            await revisionOf(tx, spare),
          ),
        ),
      ),
      silent(
        rest('its content again', 'POST /broadsheet/v1/templates/{spare}', { content: paragraph('Rested.') }),
      ),
      written('the content of a template in use', 'templates/save-template', async (tx, { single }) =>
        saveTemplate(
          tx,
          chief,
          { id: single, content: '<!-- wp:broadsheet/post-content /-->' },
          await revisionOf(tx, single),
        ),
      ),
    ],
  },
  'GET /broadsheet/v1/templates/{id}/revisions': { who: item, subject: ofTemplate },
  'GET /broadsheet/v1/templates/{parent}/revisions/{id}': item,
  'POST /broadsheet/v1/templates/{parent}/revisions/{id}': {
    who: item,
    subject: ofRevision,
    writes: [
      written('its former content', 'templates/restore-template', async (tx, { single }) => {
        const { revisions } = await listTemplateRevisions(tx.db, single, { limit: 10 });
        return restoreTemplate(tx, chief, { id: present(revisions.at(-1)).id }, await revisionOf(tx, single));
      }),
    ],
  },
  'GET /broadsheet/v1/template-changes': editors,
  'POST /broadsheet/v1/template-changes/{id}/undo-since': {
    who: '?kind=single&newest=1  other template  aa----  rest_forbidden, a=409 stale',
    subject: ofChange,
    writes: [
      ...assignPlain,
      written('that and all later changes are undone', 'templates/undo-changes-since', async (tx) => {
        const { id } = await newestChange(tx, { kind: 'single' });
        return undoTemplateChangesSince(tx, chief, { id, kind: 'single' }, id);
      }),
      ...assignPlain,
      silent(
        written('a template for phones', 'templates/create-template', (tx) =>
          createTemplate(tx, chief, {
            type: 'page',
            title: 'Narrow',
            isMobile: true,
            content: '<!-- wp:broadsheet/post-title /-->',
          }),
        ),
        'narrow',
      ),
      written(
        'a page gets it',
        'templates/assign-template',
        async (tx, { about, narrow = 0 }) =>
          assignTemplate(tx, chief, { kind: 'page:mobile', itemId: about, templateId: narrow }, 0),
        { unseen: true },
      ),
    ],
  },
  'DELETE /broadsheet/v1/templates/{id}': {
    who: item,
    writes: [
      silent(rest('a template is deleted', 'DELETE /broadsheet/v1/templates/{spare}')),
      written('a template in use is deleted', 'templates/delete-template', async (tx, { plain }) =>
        deleteTemplate(tx, chief, { id: plain }, await revisionOf(tx, plain)),
      ),
    ],
  },
  'POST /broadsheet/v1/template-changes/{id}/undo': {
    who: '?from=1  other template  ++----  rest_forbidden',
    subject: ofChange,
    writes: [
      written('that is undone', 'templates/undo-change', async (tx, { plain }) => {
        const { id } = await newestChange(tx, { templateId: plain });
        return undoTemplateChange(tx, chief, { id }, 0);
      }),
    ],
  },
  'GET /broadsheet/v1/template-explanation': '?path=/  -  ++----  rest_forbidden',
  'GET /broadsheet/v1/template-reach': '?kind=single  -  ++----  rest_forbidden',
  'GET /broadsheet/v1/template-sample': '?kind=404  -  ++----  rest_forbidden',
  'POST /broadsheet/v1/template-preview': {
    who: '{"path":"/","type":"home","content":"x"}  -  ++----  rest_forbidden',
    writes: [],
  },
  'POST /broadsheet/v1/template-check': { who: '{"content":"x"}  -  ++----  rest_forbidden', writes: [] },
  'GET /broadsheet/v1/template-warnings': '?type=single  -  ++++--  rest_forbidden_context',
};
