import { findAssignments, findTemplateSummaries, listTemplates } from '../../modules/templates/reader.ts';
import { templateCall } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { customOf, panelKinds, subjectOf } from './template-kinds.ts';
import type { PanelKind } from './template-kinds.ts';

/** `tdb_get_{type}_templates`: the templates of a kind, oldest first, for an item of it; with `mobile_templates` of 1 those for phones. */
export const tdbGetTemplates = panelKinds.map((kind) =>
  templateCall({ name: `tdb_get_${kind.name}_templates`, run: (call) => list(call, kind) }),
);

async function list(call: TemplateCall, kind: PanelKind): Promise<unknown> {
  const {
    fields,
    database: { read },
  } = call;
  const subject = await subjectOf(call, kind);
  const templates = await listTemplates(read, {
    type: kind.name,
    mobile: fields.get('mobile_templates') === '1',
  });
  const { item, global } = await findAssignments(read, subject.kind, subject.itemId);
  // Of searches through one type that of all searches is the global one, as an item's kind is.
  const ofAll = subject.kind.startsWith('search:')
    ? (await findAssignments(read, kind.name, 0)).global
    : global;
  const current = subject.itemId > 0 ? item : global;
  const mobile = await findTemplateSummaries(
    read,
    templates.map(({ mobileTemplateId }) => mobileTemplateId).filter((id) => id > 0),
  );
  const cpt = customOf(subject);
  return templates.map(({ id, title, mobileTemplateId }) => {
    const phones = mobile.get(mobileTemplateId);
    return {
      template_id: id,
      template_title: title,
      is_current: id === current,
      is_global: id === ofAll,
      cpt,
      mobile_template_id: phones?.id ?? '',
      mobile_template_title: phones?.title ?? '',
    };
  });
}
