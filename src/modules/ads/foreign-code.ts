import type { Settings } from '../settings/settings.ts';
import { filledSlots } from './ad-slots.ts';

/** Whether pages run code of others, which may read what is typed there: ads, analytics, what stands in the head. Framed ads read nothing. */
export function runsForeignCode(settings: Settings): boolean {
  return (
    settings.ad_script_url !== '' ||
    settings.analytics_container_id !== '' ||
    settings.head_code !== '' ||
    filledSlots(settings).some(({ code, isFramed }) => code !== '' && !isFramed)
  );
}
