import { findTemplate } from '../../modules/templates/reader.ts';
import { saveAsItStands } from './as-it-stands.ts';
import { idField, templateCall } from './template-call.ts';

/** `tdb_change_template_name`: gives a template another title, without tags; an empty one is refused. */
export const tdbChangeTemplateName = templateCall({
  name: 'tdb_change_template_name',
  run: async (call) => {
    const { database, fields } = call;
    const id = idField(fields, 'template_id');
    await saveAsItStands(call, id, { title: fields.get('template_title') ?? '' });
    return { template_id: id, template_title: (await findTemplate(database.read, id))?.title ?? '' };
  },
});
