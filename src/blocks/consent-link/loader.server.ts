import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';

export interface ConsentLinkData {
  readonly label: string;
}

/** Undefined if the site does not ask for consent. */
export async function load(
  _settings: unknown,
  { content }: LoadContext,
): Promise<ConsentLinkData | undefined> {
  const settings = await content.settings.current();
  return settings.consent ? { label: readerText(settings, 'consent_change') } : undefined;
}
