import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from 'react-router';
import { latePart } from '../../app/late.tsx';
import { say } from '../../words.ts';
import { SettingField } from '../settings/setting-field.tsx';
import type { Setting, Values } from '../settings/settings-data.ts';
import type { Edits } from '../settings/use-edits.ts';
import { slotOfGroup } from './ad-slots.ts';
import type { ValueOf } from './ad-slots.ts';
import { consentUseKeys } from './consent-use.ts';
import { may } from '../../app/boot.ts';
import { putAdPlaces, putBlockedNotice, putConsentBanner, putPushPrompt } from './preview-parts.ts';
import './services.css';

const PushStatusLine = latePart(async () => (await import('./push-status.tsx')).PushStatusLine);
const PushMessages = latePart(async () => (await import('./push-messages.tsx')).PushMessages);
const PushSubscribers = latePart(async () => (await import('./push-subscribers.tsx')).PushSubscribers);
const SlotCard = latePart(async () => (await import('./slot-card.tsx')).SlotCard);
const ConsentOverview = latePart(async () => (await import('./consent-overview.tsx')).ConsentOverview);

interface PartProps {
  /** Name of the page of settings. */
  readonly page: string;
  /** All settings of the site. */
  readonly settings: readonly Setting[];
  readonly edits: Edits;
}

const pushTabs = [
  { tab: '', label: say('Prompt') },
  { tab: 'messages', label: say('Messages') },
  { tab: 'subscribers', label: say('Subscribers') },
] as const;

/** A page of settings with its additional parts. `children`: the form. */
export function PagePart({ page, settings, edits, children }: PartProps & { readonly children: ReactNode }) {
  const [query] = useSearchParams();
  if (page === 'privacy' || page === 'analytics')
    return (
      <>
        <ConsentOverview settings={settings} edits={edits} />
        {children}
      </>
    );
  if (page !== 'push') return children;
  const current = query.get('tab') ?? '';
  return (
    <>
      <nav className="tabs push-tabs" aria-label={say('Push notifications')}>
        {pushTabs.map(({ tab, label }) => (
          <Link
            key={tab}
            to={tab === '' ? '?page=push' : `?page=push&tab=${tab}`}
            aria-current={tab === current ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {current === 'messages' && <PushMessages />}
      {current === 'subscribers' && <PushSubscribers />}
      {current === '' && (
        <>
          <PushStatusLine />
          {children}
        </>
      )}
    </>
  );
}

/** Texts of a banner that asks by category. */
const categoryTexts: readonly string[] = [
  'accept_all',
  'refuse_all',
  'choose',
  'save',
  'necessary',
  'necessary_text',
  'statistics',
  'statistics_text',
  'marketing',
  'marketing_text',
  'media',
  'media_text',
].map((name) => `translation_consent_${name}`);
/** Texts of a banner with one answer for all. */
const singleTexts: readonly string[] = ['translation_consent_accept', 'translation_consent_refuse'];

/** Settings of other pages that readers see together with those of a page. */
const related: Readonly<Record<string, { readonly title: string; readonly keys: readonly string[] }>> = {
  ads: {
    title: say('Texts'),
    keys: ['translation_advertisement', 'translation_ad_block_title', 'translation_ad_block_text'],
  },
  privacy: {
    title: say('Texts'),
    keys: [
      'translation_consent_text',
      'translation_consent_accept',
      'translation_consent_refuse',
      'translation_consent_policy',
      'translation_consent_change',
      ...categoryTexts,
    ],
  },
  push: { title: say('Texts'), keys: ['translation_push_bell', 'translation_push_unsubscribe'] },
};

/** Fields of other pages, within the form. */
export function RelatedFields({ page, settings, edits }: PartProps) {
  const found = related[page];
  if (!found) return null;
  const choice = settings.find(({ key }) => key === 'consent_categories');
  const unused = choice && edits.valueOf(choice) === true ? singleTexts : categoryTexts;
  const shown = found.keys
    .filter((key) => !unused.includes(key))
    .flatMap((key) => settings.find((setting) => setting.key === key) ?? []);
  return (
    <section aria-labelledby="settings-texts">
      <h2 id="settings-texts">{found.title}</h2>
      {shown.map((setting) => (
        <SettingField
          key={`${setting.key} ${edits.versionOf(setting.key)}`}
          setting={setting}
          edits={edits}
        />
      ))}
    </section>
  );
}

/** A group of settings: an ad slot as a card, others as their fields (`children`). */
export function GroupPart({
  group,
  title,
  settings,
  edits,
  children,
}: {
  readonly group: string;
  readonly title: string;
  readonly settings: readonly Setting[];
  readonly edits: Edits;
  readonly children: ReactNode;
}) {
  const slot = slotOfGroup(group);
  if (slot === undefined) return children;
  return <SlotCard slot={slot} title={title} settings={settings} edits={edits} />;
}

const puts: Readonly<Record<string, (shown: Document, valueOf: ValueOf) => void>> = {
  ads: (shown, valueOf) => {
    putAdPlaces(shown);
    putBlockedNotice(shown, valueOf);
  },
  push: putPushPrompt,
  privacy: putConsentBanner,
};

/** Pages whose preview shows more than a rendered page. */
export const hasPartsInPreview = (page: string): boolean => Object.hasOwn(puts, page);

/** Values for the preview of a page of settings, and a callback that adds prompts and places of ads to it. */
export function usePreviewParts({ page, settings, edits }: PartProps): {
  readonly values: Values;
  readonly onShown: (shown: Document) => void;
} {
  // Pages for users who write leave out ad code, unless the preview sends it.
  const named = settings.filter(
    (setting) => setting.page === 'ads' && slotOfGroup(setting.group) !== undefined,
  );
  const ads = Object.fromEntries(named.map((setting) => [setting.key, edits.valueOf(setting)]));
  const values = page === 'ads' && may('unfiltered_html') ? { ...ads, ...edits.changes } : edits.changes;
  const keys = new Set([
    ...(related[page]?.keys ?? []),
    ...settings
      .filter((setting) => setting.page === page && slotOfGroup(setting.group) === undefined)
      .map(({ key }) => key),
    'translation_notice_close',
    ...(page === 'privacy' ? consentUseKeys : []),
  ]);
  const shownValues = hasPartsInPreview(page)
    ? settings
        .filter(({ key }) => keys.has(key))
        .map((setting) => [
          setting.key,
          edits.valueOf(setting) || (setting.replaces ?? edits.valueOf(setting)),
        ])
    : [];
  const text = JSON.stringify(shownValues);
  const byKey = useMemo(() => new Map(JSON.parse(text) as readonly (readonly [string, unknown])[]), [text]);
  const onShown = useCallback(
    (shown: Document) => puts[page]?.(shown, (key) => byKey.get(key)),
    [page, byKey],
  );
  return { values, onShown };
}
