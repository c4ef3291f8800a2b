import { z } from 'zod';
import { deleteTemplate } from '../delete-template.ts';
import { editTemplates } from '../policy.ts';
import { findTemplate } from '../reader.ts';
import { saveTemplate } from '../save-template.ts';
import { templateTypes } from '../template.ts';
import type { Template } from '../template.ts';
import { cleanTemplateAhead, templateFields } from '../template-input.ts';
import { defined } from '../../../lib/defined.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import { templateEditorUrl } from '../template-address.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { writtenText, writtenWhole } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

/** A template with its document, as replies have it. */
export const wholeTemplate = z.object({
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
  /** Why pages skip it, in English; empty: they do not. */
  fault: z.string(),
});
type Whole = z.output<typeof wholeTemplate>;

const fields = {
  title: writtenText(templateFields.title),
  content: writtenText(templateFields.content),
  mobile_template: writtenWhole(templateFields.mobileTemplateId),
  header: writtenWhole(templateFields.headerId),
  footer: writtenWhole(templateFields.footerId),
};
/** Fields of commands by the names that they have here. */
const names = {
  mobileTemplateId: 'mobile_template',
  headerId: 'header',
  footerId: 'footer',
  isMobile: 'is_mobile',
};

export function toldWhole(
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

const inWords = (error: unknown) => Promise.reject(faultsOfParams(error, names));

/** The template that a path names; throws `NotFoundError`. */
export async function templateAt(
  { site }: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Template> {
  const template = await findTemplate(site.content.database.read, capturedId(captured));
  if (!template) throw new NotFoundError('There is no such template.', 'rest_template_not_found');
  return template;
}

/** What a stale write is refused with: both sides as clients know them. */
export async function templateInWords(
  request: RestRequest,
  error: unknown,
  mine: unknown,
  id: number,
): Promise<never> {
  if (!(error instanceof StaleError)) return inWords(error);
  const theirs = await findTemplate(request.site.content.database.read, id);
  throw staleReply(error, mine, theirs && toldWhole(request, theirs));
}

const update = method({
  params: z.object({ ...fields, ...fromRevision }),
  body: 'long',
  reply: valueOf(wholeTemplate),
  may: editTemplates,
  run: async (request, { revision, ...sent }, { id }: Template) => {
    const {
      actor,
      site: {
        content: { database },
      },
    } = request;
    const { title, content, mobile_template: mobileTemplateId, header: headerId, footer: footerId } = sent;
    const ahead = await cleanTemplateAhead(database.read, actor, defined({ id, content }));
    const input = { id, ...defined({ title, content, mobileTemplateId, headerId, footerId }) };
    await database
      .write((tx) => saveTemplate(tx, actor, input, fromOf(request, revision), ahead))
      .catch((error: unknown) => templateInWords(request, error, sent, id));
    return { kind: 'plain', body: toldWhole(request, await templateAt(request, { id: String(id) })) };
  },
});

/** `/broadsheet/v1/templates/{id}`: one with its document. */
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
        body: toldWhole(request, template),
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
        return { kind: 'plain', body: { deleted: true, previous: toldWhole(request, template) } };
      },
    }),
  },
});
