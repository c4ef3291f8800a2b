import { z } from 'zod';
import { templateTypes } from '../model.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { flagParam, optionalChoice, optionalWhole, wordParam } from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { readerText } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { fillIn } from '../../../lib/messages.ts';
import { warningLabel, warningText } from '../../../lib/template-texts.ts';
import type { TemplateWarning } from '../../../lib/template-texts.ts';
import { refusal } from '../../../kernel/permission.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { mayWrite, mayWriteAnything } from '../../posts/index.ts';
import { templateChoices } from '../own-template.ts';
import { articleType, registeredTypes, capabilityOf } from '../../types/index.ts';

const writers: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit posts in this post type.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};

/** `/broadsheet/v1/post-templates`: possible values of `template` for posts of a type, for callers who write posts. */
export const broadsheetPostTemplates = restRoute({
  path: '/broadsheet/v1/post-templates',
  methods: {
    GET: method({
      params: z.object({ type: wordParam(articleType).describe('Name of the post type.') }),
      may: writers,
      reply: valueOf(z.array(z.object({ template: z.string(), title: z.string() })).readonly()),
      run: async ({ actor, site }, { type }) => {
        if (!registeredTypes().some(({ name, restBase }) => name === type && restBase !== undefined)) {
          throw new InvalidParamsError({
            type: {
              code: 'rest_type_invalid',
              message: `There is no type "${type.slice(0, 80)}"; /wp/v2/types lists them.`,
            },
          });
        }
        if (!actor || !mayWrite(actor, type))
          throw refusal(actor, { ...writers, capability: capabilityOf(type, 'edit') });
        return { kind: 'plain', body: await templateChoices(site.content.database.read, type) };
      },
    }),
  },
});

export const warningReply = z.object({
  what: z.enum(['blank', 'no_content', 'no_list']),
  device: z.enum(['all', 'desktop', 'tablet', 'phone']),
  /** The template whose document the warning is about; 0: an unsaved one. */
  template: z.int(),
  title: z.string(),
  type: z.string(),
  label: z.string(),
  message: z.string(),
});

export function describeWarnings(
  settings: Settings,
  warnings: readonly TemplateWarning[],
): z.output<typeof warningReply>[] {
  const say: Parameters<typeof warningText>[0] = (name, ...values) =>
    fillIn(readerText(settings, name), ...values);
  return warnings.map((warning) => {
    const { what, device, templateId, title, type } = warning;
    const texts = { label: warningLabel(say, warning), message: warningText(say, warning) };
    return { what, device, template: templateId, title, type, ...texts };
  });
}

/**
 * `/broadsheet/v1/template-warnings?template=12`: warnings about a template and its phone variant, for callers who
 * write posts; `?type=single`: about each template of the type.
 */
export const broadsheetTemplateWarnings = restRoute({
  path: '/broadsheet/v1/template-warnings',
  methods: {
    GET: method({
      params: z.object({
        template: optionalWhole({ min: 1 }).describe('Id of the template.'),
        type: optionalChoice(templateTypes).describe('Type of the template.'),
        mobile_page: flagParam().describe('Whether the template replaces a page on phones.'),
      }),
      may: writers,
      reply: valueOf(z.array(z.object({ template: z.int(), warnings: z.array(warningReply) }))),
      run: async ({ site, settings }, { template, type, mobile_page: isMobilePage }) => {
        const templateReply = (id: number, warnings: Parameters<typeof describeWarnings>[1]) => ({
          template: id,
          warnings: describeWarnings(settings, warnings),
        });
        if (template !== undefined) {
          const warnings = await site.pagePreviews.warnings(template, { isMobilePage });
          if (!warnings) throw new NotFoundError('There is no such template.', 'rest_template_not_found');
          return { kind: 'plain', body: [templateReply(template, warnings)] };
        }
        if (type === undefined) {
          const message = 'Send the id of a template, or the type of several.';
          throw new InvalidParamsError({ template: { code: 'rest_invalid_param', message } });
        }
        const found = await site.pagePreviews.warningsOfType(type);
        return { kind: 'plain', body: [...found].map(([id, warnings]) => templateReply(id, warnings)) };
      },
    }),
  },
});
