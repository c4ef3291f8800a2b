import { z } from 'zod';
import { duplicateFields, duplicateTemplate } from '../../../content/templates/duplicate-template.ts';
import { editTemplates } from '../../../content/templates/policy.ts';
import { flagParam, textParam, writtenText, writtenWhole } from './params.ts';
import { faultsOfParams, InvalidParamsError } from './rest-errors.ts';
import { valueOf } from './rest-reply.ts';
import { method, restRoute } from './rest-route.ts';

const { id, title } = duplicateFields.shape;
const params = z.object({ postId: writtenWhole(id), templateType: textParam(), templateName: writtenText(title), duplicateTemplate: flagParam() });
const names = { id: 'postId', type: 'templateType', title: 'templateName' };

/** `/td-cloud-library/new_template`, as the theme's builder calls it: copies a template, which is all that it is asked for here. */
export const cloudNewTemplate = restRoute({
  path: '/td-cloud-library/new_template',
  methods: {
    POST: method({
      params, required: ['postId', 'templateType', 'templateName', 'duplicateTemplate'], may: editTemplates,
      reply: valueOf(z.object({ template_id: z.int(), template_title: z.string(), template_type: z.string() })),
      run: async ({ actor, site: { content: { database } } }, { postId = 0, templateType = '', templateName = '', duplicateTemplate: isCopy }) => {
        if (!isCopy) {
          const message = 'duplicateTemplate has to be true: new templates without one to copy are not made here.';
          throw new InvalidParamsError({ duplicateTemplate: { code: 'rest_invalid_param', message } });
        }
        const made = await database.write((tx) => duplicateTemplate(tx, actor, { id: postId, type: templateType, title: templateName }))
          .catch((error: unknown) => Promise.reject(faultsOfParams(error, names)));
        return { kind: 'plain', body: { template_id: made.id, template_title: made.title, template_type: made.type } };
      },
    }),
  },
});
