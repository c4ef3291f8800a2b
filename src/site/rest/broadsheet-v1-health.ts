import { z } from 'zod';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { demand } from '../../kernel/permission.ts';
import { sendTestMail } from '../../modules/mail/commands.ts';
import { manageSettings as may } from '../../modules/settings/policy.ts';
import { findingIds, findingsOf, findingStatuses, isLate } from '../health/findings.ts';
import { healthInfo } from '../health/health-info.ts';
import { readHealth } from '../health/health-facts.ts';
import type { HealthFacts } from '../health/health-facts.ts';

const base = '/broadsheet/v1/health';

const health = z.object({
  checked: z.string(),
  /** The most serious first. */
  findings: z.array(
    z.object({
      id: z.enum(findingIds),
      status: z.enum(findingStatuses),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  mail: z.object({ is_on: z.boolean() }),
  /** Work that runs by itself; `last` and `next` are null if unknown. */
  tasks: z.array(
    z.object({
      name: z.string(),
      last: z.string().nullable(),
      next: z.string().nullable(),
      is_late: z.boolean(),
      /** Error of the last run; empty: it succeeded. */
      message: z.string(),
    }),
  ),
  /** Slow renders of the process that replies, since its start. */
  slow_pages: z.object({
    since: z.string(),
    pages: z.array(
      z.object({ pattern: z.string(), count: z.int(), path: z.string(), ms: z.int(), date: z.string() }),
    ),
  }),
  failed_logins: z.object({
    days: z.array(z.object({ date: z.string(), count: z.int() })),
    /** Empty address: those beyond the first 1,000 of a day. */
    addresses: z.array(z.object({ address: z.string(), count: z.int(), last: z.string() })),
  }),
  info: z.array(
    z.object({ title: z.string(), rows: z.array(z.object({ name: z.string(), value: z.string() })) }),
  ),
});

const iso = (at: number) => new Date(at).toISOString();

function present(facts: HealthFacts, version: string): z.output<typeof health> {
  const { now, mail, tasks, slowPages, logins } = facts;
  return {
    checked: iso(now),
    findings: findingsOf(facts).map(({ values, ...one }) => ({ ...one, values: { ...values } })),
    mail: { is_on: mail.sendsMail },
    tasks: tasks.map((task) => ({
      name: task.name,
      last: task.ranAt === undefined ? null : iso(task.ranAt),
      next: task.nextAt === undefined ? null : iso(task.nextAt),
      is_late: isLate(task, now),
      message: task.failedAt > 0 ? task.reason : '',
    })),
    slow_pages: {
      since: iso(slowPages.since),
      pages: slowPages.pages.map(({ at, ...page }) => ({ ...page, date: iso(at) })),
    },
    failed_logins: {
      days: logins.days.map(({ day, count }) => ({ date: iso(day).slice(0, 10), count })),
      addresses: logins.addresses.map(({ address, count, failedAt }) => ({
        address,
        count,
        last: iso(failedAt),
      })),
    },
    info: healthInfo(facts, version).map(({ title, rows }) => ({ title, rows: [...rows] })),
  };
}

/** `/broadsheet/v1/health`: what is checked, and the facts behind it. Contacts no other server. */
const broadsheetHealth = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(health),
      may,
      run: async ({ site, settings }) => {
        const { database, siteUrl } = site.content;
        const facts = await readHealth({
          database,
          settings,
          siteUrl,
          dataDir: site.dataDir,
          sendsMail: site.mails.sendsMail,
          source: site.health,
        });
        return { kind: 'plain', body: present(facts, site.version) };
      },
    }),
  },
});

/** `/broadsheet/v1/health/mail-test`: sends a mail to the caller. Its job is gone once the mail server has accepted it. */
const broadsheetMailTest = restRoute({
  path: `${base}/mail-test`,
  methods: {
    POST: method({
      params: z.object({}),
      reply: valueOf(z.object({ job: z.int(), to: z.string() }), 202),
      may,
      run: async ({ actor, site, settings }) => {
        demand(may, actor, undefined);
        const { database, siteUrl } = site.content;
        const { sendsMail, count } = site.mails;
        if (sendsMail) count({ account: actor.id, recipient: actor.email });
        const job = await database.write((tx) => sendTestMail(tx, actor, { settings, siteUrl, sendsMail }));
        return { kind: 'plain', body: { job, to: actor.email } };
      },
    }),
  },
});

/** In the order of the index. */
export const healthRoutes = [broadsheetHealth, broadsheetMailTest] as const;
