import { expect, test } from 'vitest';
import { makeActors } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

onBothDatabases('jobs over REST', (get) => {
  const rest = useRestApp(get);

  test('[IMP-33] one job is read by its id, whatever the number of others', async () => {
    const { administrator } = await makeActors(get());
    const failed = Array.from({ length: 101 }, (_, n) => ({
      kind: 'mail',
      key: `mail ${n}`,
      payload: '{}',
      due_at: 0,
      created_at: 1,
      failed_at: 1,
      reason: `550 Mailbox ${n}`,
    }));
    await get().write(async (tx) => void (await tx.db.insertInto('job').values(failed).execute()));
    const { id } = await get()
      .read.selectFrom('job')
      .select('id')
      .where('key', '=', 'mail 100')
      .executeTakeFirstOrThrow();
    const jobs = async (query: string) => {
      const { status, json } = await rest.getAs(administrator.id, `/broadsheet/v1/jobs?${query}`);
      return [status, json['jobs']];
    };
    expect(await jobs(`id=${id}`)).toEqual([
      200,
      [expect.objectContaining({ id, kind: 'mail', state: 'failed', message: '550 Mailbox 100' })],
    ]);
    expect(await jobs(`id=${id}&kind=backup`)).toEqual([200, []]);
    expect(await jobs('id=999999999')).toEqual([200, []]);
    for (const query of ['id=0', 'id=x']) expect((await jobs(query))[0]).toBe(400);
  });
});
