import { Button, ToggleControl } from '@wordpress/components';
import { chevronDown, chevronUp } from '@wordpress/icons';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { may, siteFormat, siteNow } from '../../app/boot.ts';
import { say, sayWith } from '../../words.ts';
import { SettingField } from '../settings/setting-field.tsx';
import { valueText } from '../settings/settings-data.ts';
import type { Setting } from '../settings/settings-data.ts';
import type { Edits } from '../settings/use-edits.ts';
import { slotState } from './ad-slots.ts';
import type { AdSlot, SlotState } from './ad-slots.ts';

const places: Readonly<Record<AdSlot, string>> = {
  header: say('Below the header menu'),
  article_top: say('Above the text of an article'),
  article_inline: say('Inside the text of an article'),
  article_bottom: say('Below the text of an article'),
  sidebar: say('In the sidebar'),
  footer: say('Above the footer'),
};

/** Position in a drawing of a page, 40 by 48: x, y, width, height. */
const boxes: Readonly<Record<AdSlot, readonly [number, number, number, number]>> = {
  header: [4, 8, 32, 4],
  article_top: [4, 14, 21, 4],
  article_inline: [7, 25, 15, 5],
  article_bottom: [4, 36, 21, 4],
  sidebar: [28, 14, 8, 10],
  footer: [4, 42, 32, 4],
};

const states: Readonly<Record<SlotState, string>> = {
  empty: say('Empty'),
  paused: say('Paused'),
  hidden: say('No size'),
  scheduled: say('Scheduled'),
  running: say('Running'),
  over: say('Ended'),
};

const moment = siteFormat({ dateStyle: 'medium', timeStyle: 'short' }, 'UTC');
const momentText = (local: string) => {
  const at = Date.parse(`${local}Z`);
  return Number.isNaN(at) ? local : moment.format(at);
};

/** An ad slot: where it is, what it shows and when, and its settings once opened (`slot=` in the URL). */
export function SlotCard({
  slot,
  title,
  settings,
  edits,
}: {
  readonly slot: AdSlot;
  readonly title: string;
  readonly settings: readonly Setting[];
  readonly edits: Edits;
}) {
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const valueOf = (key: string) => {
    const setting = byKey.get(key);
    return setting && edits.valueOf(setting);
  };
  const state = slotState(slot, valueOf, siteNow());
  const needsCare = settings.some(
    ({ key }) => Object.hasOwn(edits.faults, key) || Object.hasOwn(edits.conflicts, key),
  );
  const isOpen = query.get('slot') === slot || needsCare;
  const toggle = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOpen) next.delete('slot');
        else next.set('slot', slot);
        return next;
      },
      { replace: true },
    );
  const device = byKey.get(`ad_${slot}_device`);
  const change = (isShown: boolean) => {
    if (!device) return;
    const stored = device.value === 'paused' ? device.default : device.value;
    edits.edit(device.key, isShown ? stored : 'paused');
  };
  const count = settings.filter(({ key }) => Object.hasOwn(edits.changes, key)).length;
  return (
    <div className="slot" data-slot={slot} data-state={state}>
      <div className="slot-head">
        <SlotPlace slot={slot} />
        <div className="slot-facts">
          <p className="slot-title">
            <strong>{title}</strong> <span className="slot-state">{states[state]}</span>
            {count > 0 && <span className="slot-unsaved">{say('Unsaved')}</span>}
          </p>
          <p className="slot-place">{places[slot]}</p>
          <SlotFacts slot={slot} state={state} byKey={byKey} valueOf={valueOf} />
        </div>
        <div className="slot-actions">
          <ToggleControl
            __nextHasNoMarginBottom
            label={<span className="hidden-text">{say('Show %s', title)}</span>}
            checked={state !== 'empty' && state !== 'paused'}
            disabled={state === 'empty' || !device}
            onChange={change}
          />
          <Button
            icon={isOpen ? chevronUp : chevronDown}
            label={isOpen ? say('Close %s', title) : say('Edit %s', title)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          />
        </div>
      </div>
      {isOpen && (
        <div className="slot-fields" id={id}>
          {state === 'empty' && !may('unfiltered_html') && (
            <p className="setting-help">{say('Ad code requires the capability “unfiltered_html”.')}</p>
          )}
          {settings.map((setting) => (
            <SettingField
              key={`${setting.key} ${edits.versionOf(setting.key)}`}
              setting={setting}
              edits={edits}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function SlotFacts({
  slot,
  state,
  byKey,
  valueOf,
}: {
  readonly slot: AdSlot;
  readonly state: SlotState;
  readonly byKey: ReadonlyMap<string, Setting>;
  readonly valueOf: (key: string) => unknown;
}) {
  if (state === 'empty') return null;
  const text = (name: string) => String(valueOf(`ad_${slot}_${name}`) ?? '');
  const label = (name: string) => {
    const setting = byKey.get(`ad_${slot}_${name}`);
    return setting ? valueText(setting, valueOf(setting.key)) : '';
  };
  const size = (name: string) => text(name).replace('x', ' × ');
  const device = text('device');
  const sizes = [
    ...(device !== 'phone' && text('size') !== '' ? [say('Desktop %s', size('size'))] : []),
    ...(device !== 'desktop' && text('size_phone') !== '' ? [say('Phone %s', size('size_phone'))] : []),
  ];
  const dates = [
    ...(text('from') === '' ? [] : [say('from %s', momentText(text('from')))]),
    ...(text('until') === '' ? [] : [say('until %s', momentText(text('until')))]),
  ];
  const kinds = label('kinds');
  return (
    <ul className="slot-list">
      {state !== 'paused' && sizes.map((one) => <li key={one}>{one}</li>)}
      {dates.length > 0 && <li>{dates.join(' ')}</li>}
      <li>{kinds === '' ? say('All pages') : sayWith('On: %s', kinds)}</li>
    </ul>
  );
}

function SlotPlace({ slot }: { readonly slot: AdSlot }) {
  const [x, y, width, height] = boxes[slot];
  return (
    <svg className="slot-drawing" viewBox="0 0 40 50" aria-hidden="true">
      <rect className="slot-page" x="0.5" y="0.5" width="39" height="49" rx="2" />
      <path className="slot-line" d="M4 5h14M4 21h21M4 32.5h21M28 27h8M28 31h8" />
      <rect className="slot-box" x={x} y={y} width={width} height={height} />
    </svg>
  );
}
