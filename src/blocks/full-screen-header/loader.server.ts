import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { load as loadLead } from '../post-featured-image/loader.server.ts';
import type { LeadData } from '../post-featured-image/loader.server.ts';

export interface FullScreenHeaderData {
  readonly lead: LeadData | undefined;
  readonly readDown: string;
}

export async function load(settings: unknown, context: LoadContext): Promise<FullScreenHeaderData> {
  const [lead, site] = await Promise.all([loadLead(settings, context), context.content.settings.current()]);
  return { lead, readDown: readerText(site, 'read_down') };
}
