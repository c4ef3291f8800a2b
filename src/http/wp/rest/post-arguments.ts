import { z } from 'zod';
import { postFormats } from '../../../content/posts/post.ts';
import { flagParam, objectParam, optionalChoice, optionalWhole, rawText, writtenDate, writtenIds, writtenText } from './params.ts';

const openOrClosed = ['open', 'closed'] as const;

/** How each field of a post is read when somebody writes it; the fields of a type say which there are. */
export const postArguments = {
  date: writtenDate(),
  date_gmt: writtenDate(),
  slug: writtenText({ most: 2000 }),
  status: optionalChoice(['publish', 'future', 'draft', 'pending', 'private']),
  password: writtenText({ most: 255 }),
  title: rawText({ most: 2000 }),
  content: rawText({ most: 5_000_000 }),
  excerpt: rawText({ most: 20_000 }),
  author: optionalWhole({ min: 0 }),
  featured_media: optionalWhole({ min: 0 }),
  parent: optionalWhole({ min: 0 }),
  menu_order: optionalWhole(),
  comment_status: optionalChoice(openOrClosed),
  ping_status: optionalChoice(openOrClosed),
  sticky: flagParam(),
  template: writtenText({ most: 500 }),
  format: optionalChoice(postFormats),
  meta: objectParam(),
};

/** Terms of a taxonomy, in a field that is called like its collection. */
export const termsArgument = writtenIds();

const all = z.object(postArguments);
/** What was sent of a post; terms stand in it by the REST bases of their taxonomies. */
export type SentPost = z.output<typeof all>;
