import { mobilePages, kindOfItem } from '../../modules/templates/kinds.ts';
import {
  findAssignments,
  findTemplateSummaries,
  listTemplates,
  findTemplate,
} from '../../modules/templates/reader.ts';
import { templateEditorUrl } from '../../modules/templates/model.ts';
import { idOf } from '../../lib/numbers.ts';
import { templateCall, idField, idFieldOrNone, saveAsItStands } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { mobileKinds, subjectOf } from './template-kinds.ts';
import type { PanelKind, PanelSubject } from './template-kinds.ts';
import { createTemplate } from '../../modules/templates/template-commands.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { templateFor } from '../pages/template-for.ts';
import { giveTemplate } from './template-actions.ts';

/**
 * `tdb_get_{type}_mobile_templates`: a kind's mobile templates, or mobile pages of pages, oldest first. The current one
 * is that of `template_id` if sent, else of the template that the item or its kind has; a page has its own.
 */
export const tdbGetMobileTemplates = mobileKinds.map((kind) =>
  templateCall({
    name: `tdb_get_${kind.name}_mobile_templates`,
    run: (call) => list(call, kind),
  }),
);

async function list(call: TemplateCall, kind: PanelKind): Promise<unknown> {
  const {
    site: { content },
    fields,
    database: { read },
  } = call;
  const current = await currentOf(call, kind, await subjectOf(call, kind));
  const seenWith = idOf(fields.get('tdbLoadDataFromId'));
  return (await listTemplates(read, { type: kind.name, mobile: true })).map(({ id, title }) => ({
    template_id: id,
    template_title: title,
    template_url: templateEditorUrl(content.siteUrl, id, seenWith),
    ...(id === current ? { is_current: true } : {}),
  }));
}

async function currentOf(
  { fields, database: { read } }: TemplateCall,
  { name }: PanelKind,
  { kind, itemId }: PanelSubject,
): Promise<number | undefined> {
  const named = idOf(fields.get('template_id'));
  if (named === undefined && name === 'page') return (await findAssignments(read, mobilePages, itemId)).item;
  const { item, global } = await findAssignments(read, kind, itemId);
  const id = named ?? item ?? global;
  return id === undefined ? undefined : (await findTemplateSummaries(read, [id])).get(id)?.mobileTemplateId;
}

/**
 * `tdb_create_mobile_template`: creates an unassigned mobile template, or a page's mobile page. `copyContent=1` copies
 * the template `template_id` or the layout of `page_id`.
 */
export const tdbCreateMobileTemplate = templateCall({
  name: 'tdb_create_mobile_template',
  run: async (call) => {
    const { actor, database, fields } = call;
    const type = fields.get('template_type') ?? '';
    if (!mobileKinds.some((kind) => kind.name === type))
      throw new InvalidInputError(`template_type can't be "${type.slice(0, 80)}".`);
    const source = await sourceOf(call, type);
    const content = fields.get('copyContent') === '1' ? source : '';
    if (content === undefined)
      throw new InvalidInputError('Send the template to copy as template_id, or the page as page_id.');
    const ahead = await cleanTemplateAhead(call.site.content, actor, { content });
    const made = await database.write((tx) =>
      createTemplate(
        tx,
        actor,
        { type, title: fields.get('template_title') ?? '', isMobile: true, content },
        ahead,
      ),
    );
    return { mobile_template_id: made };
  },
});

/** The document to copy; undefined if the call names no source. */
async function sourceOf(call: TemplateCall, name: string): Promise<string | undefined> {
  const {
    site,
    actor,
    database: { read },
    fields,
  } = call;
  if (name === 'page' && fields.get('page_id')) {
    const id = idField(fields, 'page_id');
    const post =
      (await kindOfItem(read, actor, name, id)) === undefined ? undefined : await findPost(read, id);
    if (!post) throw new NotFoundError(`There is no page ${id}.`);
    return (await templateFor(site, { kind: name, path: '/', pageNumber: 1, title: post.title, post }, false))
      .markup;
  }
  if (!fields.get('template_id')) return undefined;
  const id = idField(fields, 'template_id');
  const template = await findTemplate(read, id);
  if (template?.type !== name)
    throw new NotFoundError(`There is no template ${id} of the type "${name}".`, 'template_not_found');
  return template.content;
}

/**
 * `tdb_set_mobile_template`: sets the mobile variant of a template, or of a page (`page_id`, with a mobile page as
 * `mobile_template_id`); an empty id removes it.
 */
export const tdbSetMobileTemplate = templateCall({
  name: 'tdb_set_mobile_template',
  faulty: { result: 0 },
  run: async (call) => {
    const { fields } = call;
    const mobileTemplateId = idFieldOrNone(fields, 'mobile_template_id');
    if (fields.get('page_id')) {
      await giveTemplate(call, { kind: mobilePages, itemId: idField(fields, 'page_id') }, mobileTemplateId);
    } else {
      await saveAsItStands(call, idField(fields, 'template_id'), { mobileTemplateId });
    }
    return { result: 1 };
  },
});
