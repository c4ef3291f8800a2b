import { useCallback, useMemo, useRef, useState, useEffect } from 'react';
import { isRecord } from '../../../lib/records.ts';
import { startOf } from '../../../lib/cut-text.ts';
import { useBar } from '../bar.ts';
import type { Bar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { layoutCalls, mobileListCall } from './layout-calls.ts';
import type { LayoutCalls } from './layout-calls.ts';
import { mayGoOn, moreOf } from '../parts.tsx';
import type { Panel } from './panel-scope.ts';
import { reloadWithPanel } from './reopen.ts';
import {
  maxTitleLength,
  readAssigned,
  readChanged,
  readTemplates,
  readMobileTemplates,
} from './templates.ts';
import type { TemplateItem, MobileItem } from './templates.ts';
import type { CallFields } from '../calls.ts';
import { pageType } from '../../../modules/types/names.ts';
import { staleEvent } from '../calls.ts';

/** State of the template panel; loads its list on mount. */
export function useTemplates(layout: LayoutFacts): Panel {
  const bar = useBar();
  const list = useTemplateList(bar, layout);
  const { templates, setTemplates, calls, rest, load } = list;
  const [mobileOf, showMobileOf] = useState<TemplateItem>();
  const { select, setGlobal } = assignmentOf(bar, layout, list);
  const { rename, remove, duplicate } = useTemplateEdits(bar, layout, list);
  const create = async (title: string) => {
    const made = await rest.create(title);
    if (!isRecord(made)) return;
    await load();
    if (typeof made.template_url === 'string') location.assign(made.template_url);
  };
  const noteMobile = (template: TemplateItem, mobileId: number) => {
    setTemplates((before) => before?.map((item) => (item.id === template.id ? { ...item, mobileId } : item)));
  };
  const hasGlobal = calls.makeGlobal !== undefined;
  return {
    layout,
    templates,
    hasGlobal,
    mobileOf,
    showMobileOf,
    load,
    select,
    setGlobal,
    rename,
    duplicate,
    remove,
    create,
    noteMobile,
  };
}

type TemplateList = ReturnType<typeof useTemplateList>;

function useTemplateList(bar: Bar, layout: LayoutFacts) {
  const { call } = bar;
  const [templates, setTemplates] = useState<readonly TemplateItem[]>();
  const calls = useMemo(() => layoutCalls(layout, location.href), [layout]);
  const rest = useMemo(() => byRest(bar, layout), [bar, layout]);

  const fetchList = useCallback(
    async () => readTemplates(await (rest.list?.() ?? call(calls.list.action, calls.list.fields))),
    [call, calls, rest],
  );
  const show = useCallback(
    (found: readonly TemplateItem[] | undefined) => setTemplates((before) => found ?? before ?? []),
    [],
  );
  const load = useCallback(async () => show(await fetchList()), [fetchList, show]);
  useNewest(load);
  return { templates, setTemplates, calls, rest, load };
}

function assignmentOf(bar: Bar, layout: LayoutFacts, { setTemplates, calls, rest }: TemplateList) {
  const assign = async (reply: unknown, note: (globalId: number) => (item: TemplateItem) => TemplateItem) => {
    const assigned = readAssigned(reply);
    if (!assigned) return;
    setTemplates((before) => before?.map(note(assigned.globalId)));
    if (assigned.reload || calls.alwaysReloads) reloadWithPanel();
  };
  const select = async (template: TemplateItem | undefined) => {
    if (!(await mayGoOn(bar, { kind: calls.makeGlobal && isAlike(layout) ? 'global' : 'assign', template })))
      return;
    const id = template?.id ?? '';
    const reply = await (rest.select?.(id) ?? send(bar, calls.select, id));
    await assign(reply, (globalId) => (item) => ({
      ...item,
      isCurrent: item.id === id,
      ...(calls.makeGlobal && { isGlobal: item.id === globalId }),
    }));
  };
  const setGlobal = async (template: TemplateItem, isGlobal: boolean) => {
    if (!(await mayGoOn(bar, { kind: 'global', template: isGlobal ? template : undefined }))) return;
    const reply = await send(bar, calls.makeGlobal, isGlobal ? template.id : '');
    await assign(reply, (globalId) => (item) => ({
      ...item,
      isGlobal: item.id === globalId,
      ...(isAlike(layout) && { isCurrent: item.id === globalId }),
    }));
  };
  return { select, setGlobal };
}

function useTemplateEdits(bar: Bar, layout: LayoutFacts, { setTemplates, load }: TemplateList) {
  const { call, say } = bar;
  const remove = async (template: TemplateItem) => {
    const change = { kind: 'delete', template } as const;
    const isSure = await bar.ask.confirm({
      title: say('panel_delete'),
      text: say('panel_delete_sure', template.title),
      more: moreOf(change),
    });
    if (!isSure || !(await mayGoOn(bar, change))) return false;
    const removed = readChanged(await call('tdb_delete_template', { template_id: template.id }));
    if (!removed) return false;
    setTemplates((before) => before?.filter(({ id }) => id !== template.id));
    if (removed.reload) reloadWithPanel();
    return true;
  };
  const rename = async ({ id }: TemplateItem, newTitle: string) => {
    const renamed = readChanged(
      await call('tdb_change_template_name', { template_id: id, template_title: newTitle }),
    );
    if (renamed)
      setTemplates((before) =>
        before?.map((item) => (item.id === id ? { ...item, title: renamed.title } : item)),
      );
  };
  const isCopying = useRef(false);
  const duplicate = async ({ id, title }: TemplateItem) => {
    if (isCopying.current) return;
    isCopying.current = true;
    // The text around the name counts as well.
    const room = maxTitleLength - say('panel_copy_name', '').length;
    const body = {
      postId: id,
      templateType: layout.type,
      templateName: say('panel_copy_name', startOf(title, room)),
      duplicateTemplate: true,
    };
    try {
      await bar.rest('/td-cloud-library/new_template', { method: 'POST', body });
      await load();
    } catch (error) {
      console.error('td-cloud-library/new_template ( duplicate template ) - ERROR', error);
    } finally {
      isCopying.current = false;
    }
  };
  return { rename, remove, duplicate };
}

/** Whether pages of this kind have no item that could have its own template, so that the current one is the global one. */
function isAlike(layout: LayoutFacts): boolean {
  const { select, makeGlobal } = layoutCalls(layout, location.href);
  return select?.('').action === makeGlobal?.('').action;
}

async function send({ call }: Bar, make: LayoutCalls['select'], id: number | ''): Promise<unknown> {
  const request = make?.(id);
  return request && call(request.action, request.fields);
}

/** A template or page that can have a phone version. */
interface MobileSubject {
  readonly layout: LayoutFacts;
  /** Undefined: the page itself. */
  readonly templateId: number | undefined;
  readonly fields: CallFields;
  /** Called with the new phone version; 0: none. */
  changed(mobileId: number): void;
}

export interface MobileList {
  readonly items: readonly MobileItem[] | undefined;
  /** Undefined removes the phone version. */
  choose(item: Pick<MobileItem, 'id' | 'title'> | undefined): Promise<void>;
  /** Resolves to true if deleted. */
  remove(item: MobileItem): Promise<boolean>;
  /** Creates and assigns one, empty or as a copy of the desktop version. */
  create(title: string, isCopy: boolean): Promise<void>;
}

export function useMobileTemplates({ layout, templateId, fields, changed }: MobileSubject): MobileList {
  const bar = useBar();
  const { call, ask: askUser, say } = bar;
  const [items, setItems] = useState<readonly MobileItem[]>();

  const fetchList = useCallback(async () => {
    const { action, fields: named } = mobileListCall(layout, location.href, templateId);
    return readMobileTemplates(await call(action, named));
  }, [call, layout, templateId]);
  const show = useCallback(
    (found: readonly MobileItem[] | undefined) => setItems((before) => found ?? before ?? []),
    [],
  );
  useNewest(useCallback(async () => show(await fetchList()), [fetchList, show]));

  const choose = async (item: Pick<MobileItem, 'id' | 'title'> | undefined) => {
    const kind = templateId === undefined ? 'mobile-page' : 'mobile';
    if (!(await mayGoOn(bar, { kind, template: item }))) return;
    const reply = await call('tdb_set_mobile_template', { ...fields, mobile_template_id: item?.id ?? '' });
    if (!isRecord(reply) || Number(reply.result) !== 1) return;
    setItems((before) => before?.map((one) => ({ ...one, isCurrent: one.id === item?.id })));
    changed(item?.id ?? 0);
  };
  const remove = async (item: MobileItem) => {
    const question = {
      title: say('panel_delete'),
      text: say('mobile_delete_sure', item.title),
      more: moreOf({ kind: 'delete', template: item }),
    };
    if (!(await askUser.confirm(question))) return false;
    if (!readChanged(await call('tdb_delete_template', { template_id: item.id }))) return false;
    setItems((before) => before?.filter(({ id }) => id !== item.id));
    if (item.isCurrent) changed(0);
    return true;
  };
  const create = async (title: string, isCopy: boolean) => {
    const sent = {
      template_id: '',
      ...fields,
      template_title: title,
      template_type: layout.type,
      copyContent: isCopy ? '1' : '0',
    };
    const made = readChanged(await call('tdb_create_mobile_template', sent));
    if (!made) return;
    show(await fetchList());
    await choose({ id: made.id, title });
  };
  return { items, choose, remove, create };
}

/** REST calls for actions without an editor call. */
interface RestCalls {
  /** For the front page, which is not among the specification's kinds. */
  readonly list?: () => Promise<unknown>;
  /** For pages, which store their template, and for the front page. */
  readonly select?: (templateId: number | '') => Promise<unknown>;
  create(title: string): Promise<unknown>;
}

/** Failures are logged to the console, as for editor calls. */
function byRest({ rest, ask, say }: Bar, { type, itemId }: LayoutFacts): RestCalls {
  const quietly = async (path: string, body?: Readonly<Record<string, unknown>>) => {
    try {
      return await rest(path, body && { method: 'POST', body });
    } catch (error) {
      console.error(`${path}: error`, error);
      return undefined;
    }
  };
  const create = (title: string) => quietly('/broadsheet/v1/templates', { type, title });
  if (type === 'home') {
    return {
      create,
      list: () => quietly('/broadsheet/v1/templates?type=home'),
      // The front page is the most visited one, so a change needs a confirmation.
      select: async (id) =>
        (await ask.confirm({ text: say('home_sure'), yes: 'modal_save', no: 'modal_cancel' }))
          ? quietly('/broadsheet/v1/front-page-template', { template_id: id === '' ? 0 : id })
          : undefined,
    };
  }
  if (type !== pageType) return { create };
  return {
    create,
    select: async (id) => {
      const saved = await quietly(`/wp/v2/pages/${itemId}`, { template: id === '' ? '' : `template-${id}` });
      return saved === undefined ? undefined : { reload: true };
    },
  };
}

/** Loads a list, and reloads it after the server refused a stale change. */
function useNewest(load: () => Promise<void>): void {
  useEffect(() => {
    const reload = () => void load();
    reload();
    window.addEventListener(staleEvent, reload);
    return () => window.removeEventListener(staleEvent, reload);
  }, [load]);
}
