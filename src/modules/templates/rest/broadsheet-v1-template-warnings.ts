import { z } from 'zod';
import { templateTypes } from '../template.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { writers } from './broadsheet-v1-post-templates.ts';
import { flagParam, optionalChoice, optionalWhole } from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { tellWarnings, toldWarning } from './template-warning.ts';

/**
 * `/broadsheet/v1/template-warnings?template=12`: warnings about a template and its variant for phones, for
 * callers who write posts; `?type=single`: about each template of the type, for its own document.
 */
export const broadsheetTemplateWarnings = restRoute({
  path: '/broadsheet/v1/template-warnings',
  methods: {
    GET: method({
      params: z.object({
        template: optionalWhole({ min: 1 }),
        type: optionalChoice(templateTypes),
        mobile_page: flagParam(),
      }),
      may: writers,
      reply: valueOf(z.array(z.object({ template: z.int(), warnings: z.array(toldWarning) }))),
      run: async ({ site, settings }, { template, type, mobile_page: isMobilePage }) => {
        const tell = (id: number, warnings: Parameters<typeof tellWarnings>[1]) => ({
          template: id,
          warnings: tellWarnings(settings, warnings),
        });
        if (template !== undefined) {
          const warnings = await site.pagePreviews.warnings(template, { isMobilePage });
          if (!warnings) throw new NotFoundError('There is no such template.', 'rest_template_not_found');
          return { kind: 'plain', body: [tell(template, warnings)] };
        }
        if (type === undefined) {
          const message = 'Send the id of a template, or the type of several.';
          throw new InvalidParamsError({ template: { code: 'rest_invalid_param', message } });
        }
        const found = await site.pagePreviews.warningsOfType(type);
        return { kind: 'plain', body: [...found].map(([id, warnings]) => tell(id, warnings)) };
      },
    }),
  },
});
