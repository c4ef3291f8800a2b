import { createTemplate } from '../../modules/templates/create-template.ts';
import { kindOfItem } from '../../modules/templates/item-kind.ts';
import { findTemplate } from '../../modules/templates/reader.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { templateFor } from '../pages/template-for.ts';
import { idField, templateCall } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { mobileKinds } from './template-kinds.ts';

/**
 * `tdb_create_mobile_template`: makes a template for phones, or a mobile page of a page, that nothing uses yet; with `copyContent` of 1 it holds what
 * `template_id` holds, or what lays `page_id` out.
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
    const ahead = await cleanTemplateAhead(database.read, actor, { content });
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

/** The document of the template or page that it is made for; undefined where it is made for none. */
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
