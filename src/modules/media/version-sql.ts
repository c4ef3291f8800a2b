import { sql } from 'kysely';

/** Version of an attachment in queries that join `media` and `post`: both count their changes, so the sum grows with each. */
export const versionSql = sql<number>`media.version + post.revision`;
