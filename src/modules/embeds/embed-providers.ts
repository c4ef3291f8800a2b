import type { Settings } from '../settings/settings.ts';

/** Sites that may be asked what an embed shows, as the settings name them; none: nobody is asked. */
export function embedProviders({
  embed_providers: providers,
}: Pick<Settings, 'embed_providers'>): readonly string[] {
  return providers;
}
