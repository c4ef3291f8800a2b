import { useCallback, useMemo, useRef, useState } from 'react';
import { isRecord } from '../../lib/is-record.ts';
import { startOf } from '../../lib/start-of.ts';
import { useBar } from '../bar.ts';
import type { Bar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { layoutCalls } from './layout-calls.ts';
import type { LayoutCalls } from './layout-calls.ts';
import { mayGoOn } from './may-go-on.ts';
import type { Panel } from './panel-scope.ts';
import { byRest } from './rest-calls.ts';
import { moreOf } from './more-of.tsx';
import { reloadWithPanel } from './reopen.ts';
import { useNewest } from './use-newest.ts';
import { longestTitle, readAssigned, readChanged, readTemplates } from './templates.ts';
import type { TemplateItem } from './templates.ts';

/** The panel of the page's kind; it asks for its list as soon as it is there. */
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

/** The templates of the page's kind as they were loaded, and the calls that read and change them. */
function useTemplateList(bar: Bar, layout: LayoutFacts) {
  const { call } = bar;
  const [templates, setTemplates] = useState<readonly TemplateItem[]>();
  const calls = useMemo(() => layoutCalls(layout, location.href), [layout]);
  const rest = useMemo(() => byRest(bar, layout), [bar, layout]);

  const ask = useCallback(
    async () => readTemplates(await (rest.list?.() ?? call(calls.list.action, calls.list.fields))),
    [call, calls, rest],
  );
  const show = useCallback(
    (found: readonly TemplateItem[] | undefined) => setTemplates((before) => found ?? before ?? []),
    [],
  );
  const load = useCallback(async () => show(await ask()), [ask, show]);
  useNewest(load);
  return { templates, setTemplates, calls, rest, load };
}

/** Assigns a template to the page, or to all pages of its kind. */
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

/** Renames, deletes and duplicates templates. */
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
  const rename = async ({ id }: TemplateItem, wanted: string) => {
    const renamed = readChanged(
      await call('tdb_change_template_name', { template_id: id, template_title: wanted }),
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
    // What the name is put into takes room, too.
    const room = longestTitle - say('panel_copy_name', '').length;
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

/** Pages of this kind are about nothing that has a template of its own: the current one is the global one. */
function isAlike(layout: LayoutFacts): boolean {
  const { select, makeGlobal } = layoutCalls(layout, location.href);
  return select?.('').action === makeGlobal?.('').action;
}

async function send({ call }: Bar, make: LayoutCalls['select'], id: number | ''): Promise<unknown> {
  const asked = make?.(id);
  return asked && call(asked.action, asked.fields);
}
