import { z } from 'zod';
import { editTemplates } from '../policy.ts';
import { findTemplate } from '../reader.ts';
import { saveTemplate, deleteTemplate, restoreTemplate } from '../template-commands.ts';
import { templateTypes, templateEditorUrl } from '../model.ts';
import type { Template } from '../model.ts';
import { cleanTemplateAhead, templateFields } from '../template-input.ts';
import { defined } from '../../../lib/records.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { writtenText, writtenWhole } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';
import { findTemplateRevision, maxTemplateRevisions, listTemplateRevisions } from '../revisions.ts';
import type { TemplateRevision, TemplateRevisionSummary } from '../revisions.ts';
import { findUsers } from '../../users/index.ts';

const wholeTemplate = z.object({
  id: z.int(),
  type: z.enum(templateTypes),
  title: z.string(),
  is_mobile: z.boolean(),
  mobile_template: z.int(),
  header: z.int(),
  footer: z.int(),
  revision: z.int(),
  modified: z.string(),
  url: z.string(),
  content: z.string(),
  /** Why pages skip the template, in English; empty: they use it. */
  fault: z.string(),
});
type Whole = z.output<typeof wholeTemplate>;

const fields = {
  title: writtenText(templateFields.title).describe('Title of the template.'),
  content: writtenText(templateFields.content).describe('Block markup of the template.'),
  mobile_template: writtenWhole(templateFields.mobileTemplateId).describe(
    'Id of the variant for phones. 0 removes it.',
  ),
  header: writtenWhole(templateFields.headerId).describe('Id of the header template. 0 removes it.'),
  footer: writtenWhole(templateFields.footerId).describe('Id of the footer template. 0 removes it.'),
};
const names = {
  mobileTemplateId: 'mobile_template',
  headerId: 'header',
  footerId: 'footer',
  isMobile: 'is_mobile',
};

function templateReply(
  {
    site: {
      content: { siteUrl },
      pagePreviews,
    },
  }: RestRequest,
  template: Template,
): Whole {
  const { id, type, title, content, isMobile, mobileTemplateId, headerId, footerId, revision, updatedAt } =
    template;
  return {
    id,
    type,
    title,
    is_mobile: isMobile,
    mobile_template: mobileTemplateId,
    header: headerId,
    footer: footerId,
    revision,
    modified: new Date(updatedAt).toISOString(),
    url: templateEditorUrl(siteUrl, id),
    content,
    fault: pagePreviews.fault(template) ?? '',
  };
}

const describeError = (error: unknown) => Promise.reject(faultsOfParams(error, names));

async function templateAt(
  { site }: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Template> {
  const template = await findTemplate(site.content.database.read, capturedId(captured));
  if (!template) throw new NotFoundError('There is no such template.', 'rest_template_not_found');
  return template;
}

/** Rethrows a `StaleError` with both sides in the fields of REST. */
async function templateInWords(
  request: RestRequest,
  error: unknown,
  mine: unknown,
  id: number,
): Promise<never> {
  if (!(error instanceof StaleError)) return describeError(error);
  const theirs = await findTemplate(request.site.content.database.read, id);
  throw staleReply(error, mine, theirs && templateReply(request, theirs));
}

const update = method({
  params: z.object({ ...fields, ...fromRevision }),
  body: 'long',
  reply: valueOf(wholeTemplate),
  may: editTemplates,
  run: async (request, { revision, ...sent }, { id }: Template) => {
    const { actor, site } = request;
    const { title, content, mobile_template: mobileTemplateId, header: headerId, footer: footerId } = sent;
    const ahead = await cleanTemplateAhead(site.content, actor, defined({ id, content }));
    const input = { id, ...defined({ title, content, mobileTemplateId, headerId, footerId }) };
    await site.content.database
      .write((tx) => saveTemplate(tx, actor, input, fromOf(request, revision), ahead))
      .catch((error: unknown) => templateInWords(request, error, sent, id));
    return { kind: 'plain', body: templateReply(request, await templateAt(request, { id: String(id) })) };
  },
});

/** `/broadsheet/v1/templates/{id}`: a template with its document. */
export const broadsheetTemplate = itemRoute({
  path: '/broadsheet/v1/templates/(?P<id>[\\d]+)',
  find: templateAt,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(wholeTemplate),
      may: editTemplates,
      run: async (request, _params, template: Template) => ({
        kind: 'plain',
        body: templateReply(request, template),
      }),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object(fromRevision),
      reply: valueOf(z.object({ deleted: z.boolean(), previous: wholeTemplate })),
      may: editTemplates,
      run: async (request, { revision }, template: Template) => {
        const { id } = template;
        await request.site.content.database
          .write((tx) => deleteTemplate(tx, request.actor, { id }, fromOf(request, revision)))
          .catch((error: unknown) => templateInWords(request, error, null, id));
        return { kind: 'plain', body: { deleted: true, previous: templateReply(request, template) } };
      },
    }),
  },
});

const summary = z.object({ id: z.int(), title: z.string(), date: z.string(), author: z.string() });
const whole = summary.extend({ content: z.string() });

async function revisionReplies<Revision extends TemplateRevisionSummary>(
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

/** `/broadsheet/v1/templates/{id}/revisions`: a template's revisions, newest first; a hundred are retained. */
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
          limit: maxTemplateRevisions,
        });
        return { kind: 'plain', body: await revisionReplies(request, revisions) };
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
      site: { content },
    } = request;
    const { id } = template;
    const ahead = await cleanTemplateAhead(content, actor, { id, content: revision.content });
    await content.database
      .write((tx) => restoreTemplate(tx, actor, { id: revision.id }, fromOf(request, sent), ahead))
      .catch((error: unknown) =>
        templateInWords(request, error, { title: revision.title, content: revision.content }, id),
      );
    return { kind: 'plain', body: templateReply(request, await templateAt(request, { id: String(id) })) };
  },
});

/** `/broadsheet/v1/templates/{parent}/revisions/{id}`: a revision with its document; POST restores it. */
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
        const [reply] = await revisionReplies(request, [revision]);
        const { id, title, content } = revision;
        return {
          kind: 'plain',
          body: { id, title, date: reply?.date ?? '', author: reply?.author ?? '', content },
        };
      },
    }),
    POST: restore,
  },
});
