import { useCallback, useState } from 'react';
import { useBar } from '../bar.ts';
import type { CallFields } from '../calls.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { isRecord } from '../../lib/is-record.ts';
import { mobileListCall } from './layout-calls.ts';
import { mayGoOn } from './may-go-on.ts';
import { moreOf } from './more-of.tsx';
import { readChanged, readMobileTemplates } from './templates.ts';
import type { MobileItem } from './templates.ts';
import { useNewest } from './use-newest.ts';

/** What has a layout of its own for phones: a template, or a page. */
export interface MobileSubject {
  readonly layout: LayoutFacts;
  /** Undefined: the page itself. */
  readonly templateId: number | undefined;
  /** Names it in calls. */
  readonly fields: CallFields;
  /** Phones get another one from now on; 0: the same as others. */
  changed(mobileId: number): void;
}

/** A list for phones, and what may be done with it. */
export interface MobileList {
  /** Undefined until they have come. */
  readonly items: readonly MobileItem[] | undefined;
  /** Undefined: none. */
  choose(item: Pick<MobileItem, 'id' | 'title'> | undefined): Promise<void>;
  /** True: it is gone. */
  remove(item: MobileItem): Promise<boolean>;
  /** Makes one, empty or with what desktops get, and has phones get it. */
  create(title: string, isCopy: boolean): Promise<void>;
}

export function useMobileTemplates({ layout, templateId, fields, changed }: MobileSubject): MobileList {
  const bar = useBar();
  const { call, ask: askThem, say } = bar;
  const [items, setItems] = useState<readonly MobileItem[]>();

  const ask = useCallback(async () => {
    const { action, fields: named } = mobileListCall(layout, location.href, templateId);
    return readMobileTemplates(await call(action, named));
  }, [call, layout, templateId]);
  const show = useCallback(
    (found: readonly MobileItem[] | undefined) => setItems((before) => found ?? before ?? []),
    [],
  );
  useNewest(useCallback(async () => show(await ask()), [ask, show]));

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
    if (!(await askThem.confirm(question))) return false;
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
    show(await ask());
    await choose({ id: made.id, title });
  };
  return { items, choose, remove, create };
}
