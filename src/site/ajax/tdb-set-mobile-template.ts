import { mobilePages } from '../../modules/templates/kinds.ts';
import { saveAsItStands } from './as-it-stands.ts';
import { giveTemplate } from './give-template.ts';
import { idField, idFieldOrNone, templateCall } from './template-call.ts';

/**
 * `tdb_set_mobile_template`: what phones get in the place of a template, or of a page (`page_id`, with a mobile page as `mobile_template_id`); an empty id: the
 * same as others.
 */
export const tdbSetMobileTemplate = templateCall({
  name: 'tdb_set_mobile_template',
  faulty: { result: 0 },
  run: async (call) => {
    const { fields } = call;
    const mobileTemplateId = idFieldOrNone(fields, 'mobile_template_id');
    if (fields.get('page_id')) {
      await giveTemplate(call, { kind: mobilePages, itemId: idField(fields, 'page_id') }, mobileTemplateId);
    } else {
      await saveAsItStands(call, idField(fields, 'template_id'), { mobileTemplateId });
    }
    return { result: 1 };
  },
});
