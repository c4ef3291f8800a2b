import pg from 'pg';

/** Runs one statement on the cluster's own database. */
export async function adminQuery(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${clusterUrl}postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
}
