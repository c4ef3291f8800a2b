import type { Config } from './config.ts';
import { noticeQueue } from './modules/comments/notify.ts';
import { reportNoticeQueue } from './modules/comments/notify-reports.ts';
import type { Content } from './modules/content/content.ts';
import { importQueue } from './modules/imports/import-job.ts';
import { feedQueue } from './modules/feeds/fetch-feed.ts';
import { mailQueue } from './modules/mail/mail.ts';
import { mentionsQueue } from './modules/media/keep-mentions.ts';
import { mediaQueue } from './modules/media/keep-media.ts';
import type { SizesProgress } from './modules/media/sizes-progress.ts';
import { removalQueue } from './modules/media/remove-files.ts';
import { patternQueue } from './modules/patterns/keep-excerpts.ts';
import { dataWordsQueue } from './modules/posts/keep-data-words.ts';
import { openingsQueue } from './modules/posts/keep-openings.ts';
import { scheduleQueue } from './modules/posts/schedule.ts';
import { pushQueue } from './modules/push/keep-push.ts';
import type { VapidKeys } from './modules/push/vapid-keys.ts';
import { forgetFailedQueue } from './modules/jobs/forget-failed.ts';
import type { JobLog, Queue } from './modules/jobs/keep-jobs.ts';

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
