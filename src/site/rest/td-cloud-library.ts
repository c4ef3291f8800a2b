import { z } from 'zod';
import type { CleanedAhead } from '../../modules/posts/model.ts';
import {
  createTemplate,
  duplicateFields,
  duplicateTemplate,
} from '../../modules/templates/template-commands.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { findTemplate } from '../../modules/templates/reader.ts';
import { templateTypes } from '../../modules/templates/model.ts';
import type { Template, TemplateType } from '../../modules/templates/model.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { flagParam, textParam, writtenText, writtenWhole } from '../../kernel/http/rest/params.ts';
import { faultsOfParams, InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const { id, title } = duplicateFields.shape;
const params = z.object({
  postId: writtenWhole(id).describe('Id of the template that is copied.'),
  templateType: textParam().describe('Type of the template.'),
  templateName: writtenText(title).describe('Name of the template.'),
  duplicateTemplate: flagParam().describe('Whether the template is copied instead of created.'),
});
const names = { id: 'postId', type: 'templateType', title: 'templateName' };

/**
 * `/td-cloud-library/new_template`, as the theme's builder calls it: copies a template, or without `duplicateTemplate`
 * the built-in one. Also accepts its nonce in the body (`kernel/http/rest/credentials.ts`).
 */
export const cloudNewTemplate = restRoute({
  path: '/td-cloud-library/new_template',
  methods: {
    POST: method({
      params,
      required: ['templateType', 'templateName'],
      may: editTemplates,
      reply: valueOf(
        z.object({ template_id: z.int(), template_title: z.string(), template_type: z.string() }),
      ),
      run: async (
        { actor, site },
        { postId, templateType = '', templateName = '', duplicateTemplate: isCopy = false },
      ) => {
        if (isCopy && postId === undefined) {
          throw new InvalidParamsError({
            postId: { code: 'rest_missing_callback_param', message: 'postId says which template is copied.' },
          });
        }
        const content = isCopy ? '' : builtInTemplates[typeOf(templateType)];
        const ahead = isCopy ? undefined : await cleanTemplateAhead(site.content, actor, { content });
        const made = await site.content.database
          .write((tx) =>
            isCopy
              ? duplicateTemplate(tx, actor, { id: postId ?? 0, type: templateType, title: templateName })
              : newTemplate(tx, actor, { type: typeOf(templateType), title: templateName, content }, ahead),
          )
          .catch((error: unknown) => Promise.reject(faultsOfParams(error, names)));
        return {
          kind: 'plain',
          body: { template_id: made.id, template_title: made.title, template_type: made.type },
        };
      },
    }),
  },
});

/** Throws `InvalidParamsError` for an unknown name. */
function typeOf(name: string): TemplateType {
  const type = templateTypes.find((one) => one === name);
  if (type) return type;
  const message = `There is no type of templates “${name.slice(0, 40)}”.`;
  throw new InvalidParamsError({ templateType: { code: 'rest_invalid_param', message } });
}

async function newTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: { readonly type: TemplateType; readonly title: string; readonly content: string },
  ahead: CleanedAhead | undefined,
): Promise<Pick<Template, 'id' | 'title' | 'type'>> {
  const made = await createTemplate(tx, actor, input, ahead);
  // The stored title, without markup.
  return { id: made, type: input.type, title: (await findTemplate(tx.db, made))?.title ?? input.title };
}
