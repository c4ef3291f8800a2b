import { expect, test } from 'vitest';
import { deepestPatterns } from '../../src/modules/patterns/expand-patterns.ts';
import { assignTemplate } from '../../src/modules/templates/assign-template.ts';
import {
  createTemplate,
  saveTemplate,
  duplicateTemplate,
  deleteTemplate,
} from '../../src/modules/templates/template-commands.ts';
import { findTemplate } from '../../src/modules/templates/reader.ts';
import { undoTemplateChange } from '../../src/modules/templates/undo-change.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { ConflictError, NotFoundError } from '../../src/lib/errors.ts';
import { savedActor } from '../harness/actors.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { seededRandom } from '../harness/random.ts';
import { sendReaders } from '../harness/readers.ts';
import type { Answered } from '../harness/readers.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import { long, report, seed } from './effort.ts';
import {
  faultCount,
  goneMarks,
  markedDocument,
  marksDue,
  marksIn,
  storedMarks,
  templateIds,
} from './template-storm.ts';
import type { Place } from './template-storm.ts';

const steps = long ? 1000 : 60;
/** Pages checked after each step, in addition to those that readers request. */
const looks = 4;
const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
};
const block = (ref: number) => `<!-- wp:block {"ref":${ref}} /-->`;

/** A site with pages of each public kind; `patterns`: for `markedDocument`. */
async function makeSite(tx: Tx) {
  const admin = await makeUser(tx, { login: 'mirai', slug: 'mirai', roles: ['administrator'] });
  const [category, tag] = [
    await makeTerm(tx, { taxonomy: 'category', slug: 'science' }),
    await makeTerm(tx, { taxonomy: 'post_tag', slug: 'stars' }),
  ];
  const places: Place[] = [];
  for (let n = 0; n < 4; n++) {
    const post = {
      slug: `story-${n}`,
      title: `Story ${n}`,
      publishedAt: Date.UTC(2026, 9, 1 + n),
      termIds: [category, tag],
    };
    const id = await makePost(tx, { ...post, authorId: admin });
    places.push({ path: `/story-${n}/`, status: 200, kind: 'single', itemId: id });
  }
  const page = await makePost(tx, { type: 'page', slug: 'about' });
  const loop = await makePost(tx, { type: 'wp_block', slug: 'loop' });
  await tx.db
    .updateTable('post')
    .set({ content: block(loop) })
    .where('id', '=', loop)
    .execute();
  let deep = await makePost(tx, { type: 'wp_block', slug: 'deepest', content: '<p>Deepest</p>' });
  for (let level = 0; level < deepestPatterns + 2; level++)
    deep = await makePost(tx, { type: 'wp_block', slug: `level-${level}`, content: block(deep) });
  places.push(
    { path: '/about/', status: 200, kind: 'page', itemId: page },
    { path: '/category/science/', status: 200, kind: 'category', itemId: category },
    { path: '/tag/stars/', status: 200, kind: 'tag', itemId: tag },
    { path: '/author/mirai/', status: 200, kind: 'author', itemId: admin },
    { path: '/2026/10/', status: 200, kind: 'date', itemId: 0 },
    { path: '/?s=story', status: 200, kind: 'search', itemId: 0 },
    { path: '/nothing-here/', status: 404, kind: '404', itemId: 0 },
  );
  return { admin, places, patterns: { loop, deep } };
}

onDrawnDatabase('templates that are changed, broken and deleted while readers are at work', (get, place) => {
  test(`[TPL-23] ${steps} steps drawn from a seed: each page renders, with the template that applies`, {
    timeout: long ? 3_600_000 : 600_000,
  }, async () => {
    const random = seededRandom(seed);
    const draw = <Item>(items: readonly Item[]): Item | undefined =>
      items[Math.floor(random() * items.length)];
    const { admin, places, patterns } = await get().write(makeSite);
    const site = await serveSite(place());
    const { read } = site.database;
    const actor = await savedActor(site.database, admin);
    const kinds = [...new Set(places.map(({ kind }) => kind)), 'header'];
    const done: string[] = [];
    const shown = new Set<string>();
    let made = 0;
    const document = (isBroken: boolean) =>
      markedDocument(++made, isBroken ? Math.floor(random() * faultCount) : undefined, patterns);
    const gone = goneMarks();
    const write = async <Result>(what: string, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
      done.push(what);
      const began = performance.now();
      const result = await site.database.write(work);
      gone.note(began, performance.now(), await storedMarks(read));
      return result;
    };
    const assigned = async (kind: string, itemId: number) =>
      (
        await read
          .selectFrom('template_assignment')
          .select('template_id')
          .where('kind', '=', kind)
          .where('item_id', '=', itemId)
          .executeTakeFirst()
      )?.template_id ?? 0;
    const revisionOf = async (id: number) => (await findTemplate(read, id))?.revision ?? 0;

    const create = async (type: string, isMobile: boolean) => {
      const headerId =
        isMobile || type === 'header' || random() < 0.7
          ? 0
          : (draw(await templateIds(site.database, 'header')) ?? 0);
      const content = document(random() < 0.2);
      await write(`create a ${type}`, (tx) =>
        createTemplate(tx, actor, { type, title: `Layout ${made}`, isMobile, content, headerId }),
      );
    };
    const assign = async (kind: string) => {
      const itemId = random() < 0.4 ? 0 : (draw(places.filter((one) => one.kind === kind))?.itemId ?? 0);
      const templateId = random() < 0.2 ? 0 : (draw(await templateIds(site.database, kind)) ?? 0);
      const from = await assigned(kind, itemId);
      await write(`${kind} ${itemId} gets ${templateId}`, (tx) =>
        assignTemplate(tx, actor, { kind, itemId, templateId }, from),
      );
    };
    const change = async (
      id: number,
      what: string,
      input: Omit<Parameters<typeof saveTemplate>[2], 'id'>,
    ) => {
      const from = await revisionOf(id);
      await write(`${what} ${id}`, (tx) => saveTemplate(tx, actor, { id, ...input }, from));
    };
    const giveMobile = async (kind: string) => {
      const [id, mobileTemplateId] = [
        draw(await templateIds(site.database, kind)),
        draw([0, ...(await templateIds(site.database, kind, true))]),
      ];
      if (id && kind !== 'header')
        await change(id, `phones get ${mobileTemplateId} for`, { mobileTemplateId: mobileTemplateId ?? 0 });
    };
    const undo = async () => {
      const last = draw(
        await read.selectFrom('template_change').selectAll().orderBy('id', 'desc').limit(20).execute(),
      );
      if (!last) return;
      const { id, action, kind, item_id: itemId, template_id: templateId } = last;
      const from =
        action === 'assign'
          ? await assigned(kind, itemId)
          : action === 'delete'
            ? 0
            : await revisionOf(templateId);
      await write(`undo ${action} of ${templateId}`, (tx) =>
        undoTemplateChange(tx, actor, { id }, from),
      ).catch((error: unknown) => {
        if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
        done.push('which is refused');
      });
    };
    const step = async () => {
      const kind = draw(kinds) ?? 'single';
      const isMobile = kind !== 'header' && random() < 0.25;
      const act = random();
      const id = draw(await templateIds(site.database, kind, isMobile));
      if (act < 0.15 || id === undefined) await create(kind, isMobile);
      else if (act < 0.4) await assign(kind);
      else if (act < 0.5) await giveMobile(kind);
      else if (act < 0.65) await change(id, 'break', { content: document(true) });
      else if (act < 0.8) await change(id, 'mend', { content: document(false) });
      else if (act < 0.85) await change(id, 'rename', { title: `Renamed ${made}` });
      else if (act < 0.9)
        await write(`duplicate ${id}`, (tx) =>
          duplicateTemplate(tx, actor, { id, type: kind, title: `Copy ${made}` }),
        );
      else if (act < 0.95) await undo();
      else {
        const from = await revisionOf(id);
        await write(`delete ${id}`, (tx) => deleteTemplate(tx, actor, { id }, from));
      }
    };
    const look = async (one: Place | undefined, isPhone: boolean) => {
      if (!one) return;
      const { path, status } = one;
      const reply = await rawRequest(site.url, path, { headers: isPhone ? phone : {} });
      const story = `${path}${isPhone ? ' on a phone' : ''}, seed ${seed}, after:\n${done.slice(-12).join('\n')}`;
      const due = await marksDue(read, one, isPhone);
      expect([reply.status, marksIn(reply.body)], story).toEqual([status, due]);
      for (const mark of due) shown.add(mark);
    };

    // Each kind has an assignment from the first step on.
    for (const kind of kinds) await create(kind, false);
    /** Templates that readers were shown, with times. */
    const readings: {
      readonly path: string;
      readonly marks: readonly string[];
      readonly requested: number;
      readonly answered: number;
    }[] = [];
    const wrongIn = (body: string, { path, askedAt }: Answered) => {
      const marks = marksIn(body);
      readings.push({ path, marks, requested: askedAt, answered: performance.now() });
      return marks.some((mark) => mark.startsWith('mark-b')) ? 'shows a template that is broken' : undefined;
    };
    const readers = [{ connections: 2 }, { connections: 1, headers: phone }].map((some) =>
      sendReaders(
        site.url,
        places.map(({ path }) => path),
        { ...some, wrongIn },
      ),
    );
    for (let n = 0; n < steps; n++) {
      await step();
      for (let seen = 0; seen < looks; seen++) await look(draw(places), random() < 0.4);
    }
    for (const one of places) for (const isPhone of [false, true]) await look(one, isPhone);
    const answers = (await Promise.all(readers.map((some) => some.stop()))).flat();
    expect(
      answers.filter(
        ({ path, status, wrong }) =>
          wrong !== undefined || status !== places.find((one) => one.path === path)?.status,
      ),
    ).toEqual([]);
    // No request after a template's deletion or rewrite showed its former state.
    expect(
      readings.filter(({ marks, requested: asked, answered }) =>
        marks.some((mark) => gone.wasGone(mark, asked, answered)),
      ),
    ).toEqual([]);
    expect(readings.some(({ marks }) => marks.length > 0)).toBe(true);
    expect(shown.size).toBeGreaterThan(steps / 12); // most created templates were used
    const laidOut = readings.filter(({ marks }) => marks.length > 0).length;
    report(`templates on ${place().dialect}`, {
      steps: done.length,
      shown: shown.size,
      answers: answers.length,
      'laid out by them': laidOut,
    });
    await site.close();
  });
});
