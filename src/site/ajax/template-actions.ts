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

/** `tdb_get_{type}_templates`: the templates of a kind, oldest first, for an item of it; with `mobile_templates` of 1 those for phones. */
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
  // Of searches through one type that of all searches is the global one, as an item's kind is.
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

/** The eight that give an item a template of its own, `tdb_assign_single_template_to_post` and so on; an empty one: the global template of its kind. */
export const tdbAssignTemplate = panelKinds.flatMap((kind) =>
  kind.assign === undefined
    ? []
    : [templateCall({ name: kind.assign, run: async (call) => assign(call, await itemOf(call, kind)) })],
);

/** The fourteen that make a template the global one of a kind, `tdb_assign_single_template_global` and so on; an empty one: none is. */
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

/** `tdb_change_template_name`: gives a template another title, without tags; an empty one is refused. */
export const tdbChangeTemplateName = templateCall({
  name: 'tdb_change_template_name',
  run: async (call) => {
    const { database, fields } = call;
    const id = idField(fields, 'template_id');
    await saveAsItStands(call, id, { title: fields.get('template_title') ?? '' });
    return { template_id: id, template_title: (await findTemplate(database.read, id))?.title ?? '' };
  },
});

/** `tdb_delete_template`: deletes a template, for phones or not; what used it gets what comes next. */
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

/** What a call left: nothing of it is read again, since right after the commit readers' pages are made anew, and a read waits for its turn among them. */
interface GivenTemplate {
  /** Another template than before is in use, the kind's where the item has none. */
  readonly isOther: boolean;
  /** The global template of the kind now; undefined: none. */
  readonly global: number | undefined;
}

/** Gives an item, or with item 0 a kind, this template in the place of whichever it has; 0: none. */
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
 * Runs a change, which says whether it changed anything. What comes of it holds `reload` where the page in view, by the `Referer` that browsers send, would now
 * be laid out by something else; of a client that says nothing, where anything was changed.
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

/** The page of this site from which a call comes, as the caller sees it. */
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

/** Names what a page is laid out by on the caller's device: its document, its header and its footer. */
async function layoutOf({ site, client }: TemplateCall, page: PageInfo): Promise<string> {
  const choice = await templateFor(site, page, deviceOf(client?.headers ?? {}) === 'phone');
  const [header, footer] = [
    await partDocument(site, 'header', choice.headerId),
    await footerDocument(site, page),
  ];
  return [choice.id, header.id, footer.id].join(' ');
}
