import {
  findAssignments,
  findTemplateSummaries,
  listTemplates,
  findTemplate,
  findTemplateUses,
} from '../../modules/templates/reader.ts';
import { templateCall, idFieldOrNone, idField, saveAsItStands } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';
import { customOf, panelKinds, subjectOf, globalKindOf, itemOf } from './template-kinds.ts';
import type { PanelKind, PanelSubject } from './template-kinds.ts';
import { asItStands } from '../../kernel/command.ts';
import { deleteTemplate } from '../../modules/templates/template-commands.ts';
import { assignTemplate } from '../../modules/templates/assign-template.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { footerDocument, partDocument, templateFor } from '../pages/template-for.ts';
import { resolvePage } from '../pages/resolve-page.ts';
import { deviceOf } from '../cache/device.ts';
import { readCommentPage } from '../replies/comments/comment-page.ts';

/** `tdb_get_{type}_templates`: the templates of a kind for an item, oldest first; `mobile_templates=1`: those for phones. */
export const tdbGetTemplates = panelKinds.map((kind) =>
  templateCall({ name: `tdb_get_${kind.name}_templates`, run: (call) => list(call, kind) }),
);

async function list(call: TemplateCall, kind: PanelKind): Promise<unknown> {
  const {
    fields,
    database: { read },
  } = call;
  const subject = await subjectOf(call, kind);
  const templates = await listTemplates(read, {
    type: kind.name,
    mobile: fields.get('mobile_templates') === '1',
  });
  const { item, global } = await findAssignments(read, subject.kind, subject.itemId);
  // For a search in one post type, the global template of all searches ranks as its kind's.
  const ofAll = subject.kind.startsWith('search:')
    ? (await findAssignments(read, kind.name, 0)).global
    : global;
  const current = subject.itemId > 0 ? item : global;
  const mobile = await findTemplateSummaries(
    read,
    templates.map(({ mobileTemplateId }) => mobileTemplateId).filter((id) => id > 0),
  );
  const cpt = customOf(subject);
  return templates.map(({ id, title, mobileTemplateId }) => {
    const phones = mobile.get(mobileTemplateId);
    return {
      template_id: id,
      template_title: title,
      is_current: id === current,
      is_global: id === ofAll,
      cpt,
      mobile_template_id: phones?.id ?? '',
      mobile_template_title: phones?.title ?? '',
    };
  });
}

/** The eight actions that assign a template to an item, such as `tdb_assign_single_template_to_post`; an empty id restores the global template. */
export const tdbAssignTemplate = panelKinds.flatMap((kind) =>
  kind.assign === undefined
    ? []
    : [templateCall({ name: kind.assign, run: async (call) => assign(call, await itemOf(call, kind)) })],
);

/** The fourteen actions that set a kind's global template, such as `tdb_assign_single_template_global`; an empty id removes it. */
export const tdbAssignTemplateGlobal = panelKinds.flatMap((kind) =>
  kind.global === undefined
    ? []
    : [
        templateCall({
          name: kind.global,
          run: async (call) => assign(call, { kind: await globalKindOf(call, kind), itemId: 0 }),
        }),
      ],
);

async function assign(call: TemplateCall, subject: PanelSubject): Promise<unknown> {
  const templateId = idFieldOrNone(call.fields, 'template_id');
  let global: number | undefined;
  const reload = await reloadAfter(call, async () => {
    const given = await giveTemplate(call, subject, templateId);
    ({ global } = given);
    return given.isOther;
  });
  return { ...reload, global_template_id: global ?? '' };
}

/** `tdb_change_template_name`: renames a template, stripping tags; refuses an empty name. */
export const tdbChangeTemplateName = templateCall({
  name: 'tdb_change_template_name',
  run: async (call) => {
    const { database, fields } = call;
    const id = idField(fields, 'template_id');
    await saveAsItStands(call, id, { title: fields.get('template_title') ?? '' });
    return { template_id: id, template_title: (await findTemplate(database.read, id))?.title ?? '' };
  },
});

/** `tdb_delete_template`: deletes a template; its pages fall back to the next one that applies. */
export const tdbDeleteTemplate = templateCall({
  name: 'tdb_delete_template',
  run: async (call) => {
    const { actor, database, fields } = call;
    const id = idField(fields, 'template_id');
    const reload = await reloadAfter(call, () =>
      database.write(async (tx) => {
        const uses = await findTemplateUses(tx.db, id, 1);
        await deleteTemplate(tx, actor, { id }, asItStands);
        return uses.length > 0;
      }),
    );
    return { ...reload, template_id: id };
  },
});

/** Result of an assignment. Not read again afterwards, since reads would queue behind the re-renders of pages after the commit. */
interface GivenTemplate {
  /** Another template than before is in effect; an item without one uses its kind's. */
  readonly isOther: boolean;
  /** The kind's global template; undefined if not set. */
  readonly global: number | undefined;
}

/** Assigns a template to an item, or with item 0 to a kind; template 0 removes the assignment. */
export async function giveTemplate(
  { actor, database }: TemplateCall,
  { kind, itemId }: PanelSubject,
  templateId: number,
): Promise<GivenTemplate> {
  return database.write(async (tx) => {
    const before = await findAssignments(tx.db, kind, itemId);
    await assignTemplate(tx, actor, { kind, itemId, templateId }, asItStands);
    const given = templateId || undefined;
    const now = itemId > 0 ? { item: given, global: before.global } : { item: undefined, global: given };
    return { isOther: (now.item ?? now.global) !== (before.item ?? before.global), global: now.global };
  });
}

/**
 * Runs a change that returns whether it changed anything. `reload` is set if the page in the `Referer` would get
 * another layout; without a `Referer`, if anything changed.
 */
async function reloadAfter(
  call: TemplateCall,
  change: () => Promise<boolean>,
): Promise<{ readonly reload?: true }> {
  const page = await pageInView(call);
  const before = page && (await layoutOf(call, page));
  const isChanged = await change();
  const isOther = page ? (await layoutOf(call, page)) !== before : isChanged;
  return isOther ? { reload: true } : {};
}

/** The page in the call's `Referer`, as the caller sees it. */
async function pageInView({ site, actor, client }: TemplateCall): Promise<PageInfo | undefined> {
  const { referer = '', host } = client?.headers ?? {};
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  if (!url || (url.host !== host && url.origin !== new URL(site.content.siteUrl).origin)) return undefined;
  const viewer = { ...anybody, actor, preview: url.searchParams.get('preview') === 'true' };
  const found = await resolvePage(
    site.content,
    { path: readCommentPage(url.pathname).path, query: url.searchParams },
    viewer,
  );
  return found.type === 'page' ? found.page : undefined;
}

async function layoutOf({ site, client }: TemplateCall, page: PageInfo): Promise<string> {
  const choice = await templateFor(site, page, deviceOf(client?.headers ?? {}) === 'phone');
  const [header, footer] = [
    await partDocument(site, 'header', choice.headerId),
    await footerDocument(site, page),
  ];
  return [choice.id, header.id, footer.id].join(' ');
}
