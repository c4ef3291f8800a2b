import { z } from 'zod';
import { exportTemplate } from '../../modules/templates/export-template.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { readTemplateFile } from '../../modules/templates/template-file.ts';
import { objectParam, optionalWhole } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { importedTemplate, importFile, targetArguments } from './template-import-params.ts';

/** `/broadsheet/v1/template-files`: a template with all that it needs as one file, and POST takes such a file. */
export const broadsheetTemplateFiles = restRoute({
  path: '/broadsheet/v1/template-files',
  methods: {
    GET: method({
      params: z.object({ template: optionalWhole({ min: 1 }) }),
      required: ['template'],
      may: editTemplates,
      reply: valueOf(z.record(z.string(), z.unknown())),
      run: async ({ actor, site: { content } }, { template = 0 }) => ({
        kind: 'plain',
        body: await exportTemplate(content.database.read, actor, template, content.siteUrl),
      }),
    }),
    POST: method({
      params: targetArguments.extend({ file: objectParam() }),
      required: ['file'],
      body: 'long',
      may: editTemplates,
      reply: valueOf(importedTemplate, 201),
      run: async (request, { file, ...params }) => ({
        kind: 'plain',
        body: await importFile(request, readTemplateFile(file), params),
      }),
    }),
  },
});
