import { z } from 'zod';
import { refusal } from '../../../kernel/permission.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { mayWrite, mayWriteAnything } from '../../posts/policy.ts';
import { templateChoices } from '../own-template.ts';
import { capabilityOf } from '../../types/capabilities.ts';
import { articleType } from '../../types/names.ts';
import { registeredTypes } from '../../types/registry.ts';
import { wordParam } from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

/** Callers who write posts, and choose templates for them. */
export const writers: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit posts in this post type.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};

/** `/broadsheet/v1/post-templates`: what the field `template` of posts of a type can be, for who writes such. */
export const broadsheetPostTemplates = restRoute({
  path: '/broadsheet/v1/post-templates',
  methods: {
    GET: method({
      params: z.object({ type: wordParam(articleType) }),
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
