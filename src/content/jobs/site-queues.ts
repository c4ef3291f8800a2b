import type { Config } from '../../config.ts';
import { noticeQueue } from '../comments/notify.ts';
import { reportNoticeQueue } from '../comments/notify-reports.ts';
import type { Content } from '../content.ts';
import { importQueue } from '../imports/import-job.ts';
import { feedQueue } from '../feeds/fetch-feed.ts';
import { mailQueue } from '../mail/mail.ts';
import { mentionsQueue } from '../media/keep-mentions.ts';
import { mediaQueue } from '../media/keep-media.ts';
import type { SizesProgress } from '../media/sizes-progress.ts';
import { removalQueue } from '../media/remove-files.ts';
import { patternQueue } from '../patterns/keep-excerpts.ts';
import { dataWordsQueue } from '../posts/keep-data-words.ts';
import { openingsQueue } from '../posts/keep-openings.ts';
import { scheduleQueue } from '../posts/schedule.ts';
import { pushQueue } from '../push/keep-push.ts';
import type { VapidKeys } from '../push/vapid-keys.ts';
import { forgetFailedQueue } from './forget-failed.ts';
import type { JobLog, Queue } from './keep-jobs.ts';

/** What work behind the site needs. */
export interface SiteServices extends Pick<Config, 'dataDir' | 'databaseUrl' | 'smtpUrl'> {
  readonly content: Content;
  readonly sizes?: SizesProgress | undefined;
  readonly log: JobLog;
  readonly keys: VapidKeys;
  /** Origins of push services beside those that browsers bring. */
  readonly services: readonly string[];
  /** Makes a file below the uploads folder be there; undefined for one that is. */
  readonly beforeUpload?: ((file: string) => Promise<void> | undefined) | undefined;
}

/** Everything that a serving process does behind the site: a queue each. */
export function siteQueues(services: SiteServices): Queue[] {
  const site = { ...services, database: services.content.database, siteUrl: services.content.siteUrl };
  return [
    scheduleQueue(site),
    mediaQueue(site),
    removalQueue(site),
    patternQueue(site),
    openingsQueue(site),
    dataWordsQueue(site),
    mentionsQueue(site),
    noticeQueue(site),
    reportNoticeQueue(site),
    mailQueue(site),
    pushQueue(site),
    feedQueue(site),
    importQueue(site),
    forgetFailedQueue(site),
  ];
}
