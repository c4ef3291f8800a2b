import { expect, test } from 'vitest';
import { defaultSettings, describeSettings } from '../../modules/settings/settings.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { pushParts } from './push-config.ts';

const site = { pushKey: 'key', content: { siteUrl: 'https://site.example' } };
const promptWith = (values: Readonly<Record<string, unknown>>) =>
  pushParts(site, { ...defaultSettings, push_desktop: true, ...values } as Settings).config.push?.prompt;

test.each([
  ['push_mobile_location', 'mobileLocation'],
  ['push_popup_type', 'popup_type'],
] as const)('[IMP-12] %s has one option, which pages with the prompt contain', (key, field) => {
  const { schema } = describeSettings().find((setting) => setting.key === key) ?? {};
  expect(schema?.enum).toEqual([defaultSettings[key]]);
  expect([promptWith({})?.[field], promptWith({ [key]: 'other' })?.[field]]).toEqual([
    defaultSettings[key],
    'other',
  ]);
});
