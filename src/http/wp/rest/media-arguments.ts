import { z } from 'zod';
import { optionalWhole, rawText, writtenText } from './params.ts';
import { postArguments } from './post-arguments.ts';

const { slug, title, author, comment_status, ping_status } = postArguments;

/** How each field of a file of the library is read when somebody writes it. */
export const mediaArguments = {
  slug, title, author, comment_status, ping_status,
  alt_text: writtenText({ most: 5000 }),
  caption: rawText({ most: 20_000 }),
  description: rawText({ most: 20_000 }),
  post: optionalWhole({ min: 0 }),
};

const all = z.object(mediaArguments);
/** What was sent of a file. */
export type SentMedia = z.output<typeof all>;
