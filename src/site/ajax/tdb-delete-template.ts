import { asItStands } from '../../kernel/command.ts';
import { deleteTemplate } from '../../modules/templates/delete-template.ts';
import { findTemplateUses } from '../../modules/templates/reader.ts';
import { reloadAfter } from './page-in-view.ts';
import { idField, templateCall } from './template-call.ts';

/** `tdb_delete_template`: deletes a template, for phones or not; what used it gets what comes next. */
export const tdbDeleteTemplate = templateCall({
  name: 'tdb_delete_template',
  run: async (call) => {
    const { actor, database, fields } = call;
    const id = idField(fields, 'template_id');
    const reload = await reloadAfter(call, () =>
      database.write(async (tx) => {
        const uses = await findTemplateUses(tx.db, id, 1);
        await deleteTemplate(tx, actor, { id }, asItStands);
        return uses.length > 0;
      }),
    );
    return { ...reload, template_id: id };
  },
});
