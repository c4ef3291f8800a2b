import { mobilePages } from '../../modules/templates/kinds.ts';
import { findAssignments, findTemplateSummaries, listTemplates } from '../../modules/templates/reader.ts';
import { templateEditorUrl } from '../../modules/templates/template-address.ts';
import { idOf } from '../../lib/whole.ts';
import { templateCall } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { mobileKinds, subjectOf } from './template-kinds.ts';
import type { PanelKind, PanelSubject } from './template-kinds.ts';

/**
 * `tdb_get_{type}_mobile_templates`: templates of a kind for phones, oldest first; on pages their mobile pages; of the front page, too. The current one is that
 * of `template_id`, if that is sent, else that of the template which the item has, or all of the kind; of a page its own.
 */
export const tdbGetMobileTemplates = mobileKinds.map((kind) =>
  templateCall({
    name: `tdb_get_${kind.name}_mobile_templates`,
    run: (call) => list(call, kind),
  }),
);

async function list(call: TemplateCall, kind: PanelKind): Promise<unknown> {
  const {
    site: { content },
    fields,
    database: { read },
  } = call;
  const current = await currentOf(call, kind, await subjectOf(call, kind));
  const seenWith = idOf(fields.get('tdbLoadDataFromId'));
  return (await listTemplates(read, { type: kind.name, mobile: true })).map(({ id, title }) => ({
    template_id: id,
    template_title: title,
    template_url: templateEditorUrl(content.siteUrl, id, seenWith),
    ...(id === current ? { is_current: true } : {}),
  }));
}

async function currentOf(
  { fields, database: { read } }: TemplateCall,
  { name }: PanelKind,
  { kind, itemId }: PanelSubject,
): Promise<number | undefined> {
  const named = idOf(fields.get('template_id'));
  if (named === undefined && name === 'page') return (await findAssignments(read, mobilePages, itemId)).item;
  const { item, global } = await findAssignments(read, kind, itemId);
  const id = named ?? item ?? global;
  return id === undefined ? undefined : (await findTemplateSummaries(read, [id])).get(id)?.mobileTemplateId;
}
