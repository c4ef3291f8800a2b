import type { Tx } from '../../kernel/db/open-database.ts';
import { adSlots, readSettings } from '../settings/index.ts';
import type { ChangingSettings } from '../settings/index.ts';

/** Refuses an ad that would end before it begins and so never appear. */
export async function checkTimes(tx: Tx, { changes, faults }: ChangingSettings): Promise<void> {
  const touched = adSlots.filter((slot) =>
    [`ad_${slot}_from`, `ad_${slot}_until`].some((key) => Object.hasOwn(changes, key)),
  );
  if (touched.length === 0) return;
  const stored = new Map<string, unknown>(Object.entries((await readSettings(tx.db)).settings));
  const valueOf = (key: string) =>
    String((Object.hasOwn(changes, key) ? changes[key] : stored.get(key)) ?? '');
  for (const slot of touched) {
    const [from, until] = [valueOf(`ad_${slot}_from`), valueOf(`ad_${slot}_until`)];
    if (from !== '' && until !== '' && until <= from)
      faults[`ad_${slot}_until`] = 'The ad would end before it begins; choose a later time.';
  }
}
