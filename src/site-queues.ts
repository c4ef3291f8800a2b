import type { Config } from './config.ts';
import { forgetLoginFailures } from './modules/accounts/login-failures.ts';
import { activityQueue } from './modules/activity/retention.ts';
import { backupQueue, dailyBackupQueue } from './modules/backup/backup-job.ts';
import { noticeQueue, reportNoticeQueue } from './modules/comments/jobs.ts';
import type { Content } from './modules/content/content.ts';
import { fieldIndexQueue } from './modules/fields/jobs.ts';
import { checkQueue, sweepQueue, sweepStarter } from './modules/findings/jobs.ts';
import { importCheckQueue, importQueue } from './modules/imports/import-job.ts';
import { feedQueue } from './modules/feeds/jobs.ts';
import { mailQueue } from './modules/mail/mail.ts';
import { mediaQueue, mentionsQueue, removalQueue } from './modules/media/jobs.ts';
import type { SizesProgress } from './modules/media/queue.ts';
import { patternQueue, dataWordsQueue } from './modules/patterns/jobs.ts';
import { scheduleQueue, openingsQueue } from './modules/posts/jobs.ts';
import { pushQueue } from './modules/push/jobs.ts';
import type { VapidKeys } from './modules/push/push.ts';
import { productQueue } from './modules/shop/jobs.ts';
import { forgetFailedQueue } from './kernel/jobs/job-queue.ts';
import type { JobLog, Queue } from './kernel/jobs/job-queue.ts';
import type { Reached } from './site/replies/reach-address.ts';

export interface SiteServices extends Pick<Config, 'dataDir' | 'databaseUrl' | 'smtpUrl'> {
  readonly content: Content;
  readonly sizes?: SizesProgress | undefined;
  readonly log: JobLog;
  /** How visitors are answered at an address of this site, for links in posts. */
  readonly reach: (address: string) => Promise<Reached>;
  readonly keys: VapidKeys;
  /** Origins of push services in addition to the browsers' own. */
  readonly services: readonly string[];
}

/** The queues of all background work in a serving process. */
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
    fieldIndexQueue(site),
    productQueue(site),
    checkQueue(site),
    sweepQueue(site),
    sweepStarter(site),
    importQueue(site),
    backupQueue(site),
    dailyBackupQueue(site),
    importCheckQueue(site),
    forgetFailedQueue(site),
    activityQueue(site, [forgetLoginFailures]),
  ];
}
