import { giveTemplate } from './give-template.ts';
import { reloadAfter } from './page-in-view.ts';
import { idFieldOrNone, templateCall } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { globalKindOf, itemOf, panelKinds } from './template-kinds.ts';
import type { PanelSubject } from './template-kinds.ts';

/** The eight that give an item a template of its own, `tdb_assign_single_template_to_post` and so on; an empty one: the global template of its kind. */
export const tdbAssignTemplate = panelKinds.flatMap((kind) =>
  kind.assign === undefined
    ? []
    : [templateCall({ name: kind.assign, run: async (call) => assign(call, await itemOf(call, kind)) })],
);

/** The fourteen that make a template the global one of a kind, `tdb_assign_single_template_global` and so on; an empty one: none is. */
export const tdbAssignTemplateGlobal = panelKinds.flatMap((kind) =>
  kind.global === undefined
    ? []
    : [
        templateCall({
          name: kind.global,
          run: async (call) => assign(call, { kind: await globalKindOf(call, kind), itemId: 0 }),
        }),
      ],
);

async function assign(call: TemplateCall, subject: PanelSubject): Promise<unknown> {
  const templateId = idFieldOrNone(call.fields, 'template_id');
  let global: number | undefined;
  const reload = await reloadAfter(call, async () => {
    const given = await giveTemplate(call, subject, templateId);
    ({ global } = given);
    return given.isOther;
  });
  return { ...reload, global_template_id: global ?? '' };
}
