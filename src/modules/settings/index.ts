export { createSettingsCache } from './cache.ts';
export type { SettingsCache, SiteSource } from './cache.ts';
export { saveSettings as changeSettings, seen as seenSetting, settingsToChange } from './commands.ts';
export { adSlots } from './definitions/ads.ts';
export type { AdSlot } from './definitions/ads.ts';
export { readerText } from './definitions/translations.ts';
export { settingsChanged, settingsChanging, settingsSaved } from './events.ts';
export type { ChangingSettings } from './events.ts';
export { manageSettings } from './policy.ts';
export { changedId, defaultSettings, describeSettings, missingNamed } from './settings.ts';
export type { SettingKey, Settings } from './settings.ts';
export {
  firstRoles,
  firstRolesIn,
  formerAddresses,
  formerSites,
  frontPageOf,
  isKnownLanguage,
  needsSecondStep,
  postsPageOf,
  siteMailbox,
  siteTypography,
} from './site-facts.ts';
export type { TypographySettings } from './site-facts.ts';
export { readSettings, resetSettings, saveSettings, siteSlug } from './store.ts';
