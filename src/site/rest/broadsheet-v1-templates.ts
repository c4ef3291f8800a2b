import { z } from 'zod';
import { asItStands } from '../../kernel/command.ts';
import { createTemplate } from '../../modules/templates/template-commands.ts';
import { assignTemplate } from '../../modules/templates/assign-template.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { findAssignments, findTemplateSummaries, listTemplates } from '../../modules/templates/reader.ts';
import { cleanTemplateAhead, templateFields } from '../../modules/templates/template-input.ts';
import { templateTypes, templateEditorUrl } from '../../modules/templates/model.ts';
import { sentIdOrNone } from '../../kernel/input-kinds.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { choiceParam, writtenText, writtenWhole } from '../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

/** As in `tdb_get_{type}_templates`. */
const item = z.object({
  template_id: z.int(),
  template_title: z.string(),
  is_current: z.boolean(),
  is_global: z.boolean(),
  mobile_template_id: z.union([z.int(), z.literal('')]),
  mobile_template_title: z.string(),
});
const idOrNone = (id: number | undefined): number | '' => id || '';
const ofType = choiceParam(templateTypes, 'single').describe('Type of the template.');

/** `/broadsheet/v1/templates`: templates of a type, oldest first, with the global one as current; POST creates a copy of the built-in one. */
export const broadsheetTemplates = restRoute({
  path: '/broadsheet/v1/templates',
  methods: {
    GET: method({
      params: z.object({ type: ofType }),
      may: editTemplates,
      reply: valueOf(z.array(item)),
      run: async (
        {
          site: {
            content: {
              database: { read },
            },
          },
        },
        { type },
      ) => {
        const [templates, { global }] = await Promise.all([
          listTemplates(read, { type, mobile: false }),
          findAssignments(read, type, 0),
        ]);
        const mobile = await findTemplateSummaries(
          read,
          templates.map(({ mobileTemplateId }) => mobileTemplateId).filter((id) => id > 0),
        );
        return {
          kind: 'plain',
          body: templates.map(({ id, title, mobileTemplateId }) => ({
            template_id: id,
            template_title: title,
            is_current: id === global,
            is_global: id === global,
            mobile_template_id: idOrNone(mobile.get(mobileTemplateId)?.id),
            mobile_template_title: mobile.get(mobileTemplateId)?.title ?? '',
          })),
        };
      },
    }),
    POST: method({
      params: z.object({
        type: ofType,
        title: writtenText(templateFields.title).describe('Title of the template.'),
      }),
      required: ['type', 'title'],
      may: editTemplates,
      reply: valueOf(z.object({ template_id: z.int(), template_url: z.string() })),
      run: async ({ actor, site }, { type, title = '' }) => {
        const { database, siteUrl } = site.content;
        const content = builtInTemplates[type];
        const ahead = await cleanTemplateAhead(site.content, actor, { content });
        const id = await database
          .write((tx) => createTemplate(tx, actor, { type, title, content }, ahead))
          .catch((error: unknown) => Promise.reject(faultsOfParams(error, {})));
        return { kind: 'plain', body: { template_id: id, template_url: templateEditorUrl(siteUrl, id) } };
      },
    }),
  },
});

/** `/broadsheet/v1/front-page-template`: the front page's template, which the editor's calls don't cover; 0: the built-in template. */
export const broadsheetFrontPageTemplate = restRoute({
  path: '/broadsheet/v1/front-page-template',
  methods: {
    POST: method({
      params: z.object({
        template_id: writtenWhole(sentIdOrNone).describe(
          'Id of the template of the front page. 0 for the default.',
        ),
      }),
      required: ['template_id'],
      may: editTemplates,
      reply: valueOf(
        z.object({ reload: z.literal(true), global_template_id: z.union([z.int(), z.literal('')]) }),
      ),
      run: async (
        {
          actor,
          site: {
            content: { database },
          },
        },
        { template_id: templateId = 0 },
      ) => {
        await database
          .write((tx) => assignTemplate(tx, actor, { kind: 'home', templateId }, asItStands))
          .catch((error: unknown) => Promise.reject(faultsOfParams(error, { templateId: 'template_id' })));
        return { kind: 'plain', body: { reload: true as const, global_template_id: idOrNone(templateId) } };
      },
    }),
  },
});
