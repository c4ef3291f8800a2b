import { z } from 'zod';
import { editTemplates } from '../policy.ts';
import { restoreTemplate } from '../restore-template.ts';
import { findTemplateRevision, keptTemplateRevisions, listTemplateRevisions } from '../revisions.ts';
import type { TemplateRevision, TemplateRevisionSummary } from '../revisions.ts';
import type { Template } from '../template.ts';
import { cleanTemplateAhead } from '../template-input.ts';
import { findUsers } from '../../users/reader.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { templateAt, templateInWords, toldWhole, wholeTemplate } from './broadsheet-v1-template.ts';
import { fromOf, fromRevision } from '../../../kernel/http/rest/from-revision.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

const summary = z.object({ id: z.int(), title: z.string(), date: z.string(), author: z.string() });
const whole = summary.extend({ content: z.string() });

/** Who saved them, by the ids of revisions; '' where nobody knows. */
async function tellAll<Revision extends TemplateRevisionSummary>(
  { site }: RestRequest,
  revisions: readonly Revision[],
) {
  const users = await findUsers(site.content.database.read, [
    ...new Set(revisions.map(({ authorId }) => authorId)),
  ]);
  return revisions.map(({ id, title, createdAt, authorId }) => ({
    id,
    title,
    date: new Date(createdAt).toISOString(),
    author: users.get(authorId)?.displayName ?? '',
  }));
}

/** `/broadsheet/v1/templates/{id}/revisions`: what a template was, newest first; a hundred are kept. */
export const broadsheetTemplateRevisions = itemRoute({
  path: '/broadsheet/v1/templates/(?P<id>[\\d]+)/revisions',
  find: templateAt,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.array(summary)),
      may: editTemplates,
      run: async (request, _params, { id }: Template) => {
        const { revisions } = await listTemplateRevisions(request.site.content.database.read, id, {
          limit: keptTemplateRevisions,
        });
        return { kind: 'plain', body: await tellAll(request, revisions) };
      },
    }),
  },
});

interface Named {
  readonly template: Template;
  readonly revision: TemplateRevision;
}

const restore = method({
  params: z.object(fromRevision),
  reply: valueOf(wholeTemplate),
  may: editTemplates,
  run: async (request, { revision: sent }, { template, revision }: Named) => {
    const {
      actor,
      site: {
        content: { database },
      },
    } = request;
    const { id } = template;
    const ahead = await cleanTemplateAhead(database.read, actor, { id, content: revision.content });
    await database
      .write((tx) => restoreTemplate(tx, actor, { id: revision.id }, fromOf(request, sent), ahead))
      .catch((error: unknown) =>
        templateInWords(request, error, { title: revision.title, content: revision.content }, id),
      );
    return { kind: 'plain', body: toldWhole(request, await templateAt(request, { id: String(id) })) };
  },
});

/** `/broadsheet/v1/templates/{parent}/revisions/{id}`: one of them with its document; POST gives the template what it says. */
export const broadsheetTemplateRevision = itemRoute({
  path: '/broadsheet/v1/templates/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)',
  find: async (request, captured): Promise<Named> => {
    const template = await templateAt(request, { id: captured['parent'] ?? '' });
    const revision = await findTemplateRevision(request.site.content.database.read, capturedId(captured));
    if (revision?.templateId !== template.id)
      throw new NotFoundError(
        'There is no such revision of this template.',
        'rest_template_revision_not_found',
      );
    return { template, revision };
  },
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(whole),
      may: editTemplates,
      run: async (request, _params, { revision }: Named) => {
        const [told] = await tellAll(request, [revision]);
        const { id, title, content } = revision;
        return {
          kind: 'plain',
          body: { id, title, date: told?.date ?? '', author: told?.author ?? '', content },
        };
      },
    }),
    POST: restore,
  },
});
