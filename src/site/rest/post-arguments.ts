import { z } from 'zod';
import { postFields } from '../../modules/posts/post-input.ts';
import { writtenDate } from '../../kernel/http/rest/date-params.ts';
import {
  flagParam,
  objectParam,
  optionalChoice,
  optionalWhole,
  rawText,
  writtenIds,
  writtenText,
  writtenWhole,
} from '../../kernel/http/rest/params.ts';
import { detailsArgument } from './post-details-field.ts';

const { shape: sent } = postFields;

/** How each field of a post is read when somebody writes it; the fields of a type say which there are. */
export const postArguments = {
  date: writtenDate(),
  date_gmt: writtenDate(),
  slug: writtenText(sent.slug),
  status: optionalChoice(sent.status.unwrap().options),
  password: writtenText(sent.password),
  title: rawText(sent.title),
  content: rawText(sent.content),
  excerpt: rawText(sent.excerpt),
  author: optionalWhole({ min: 0 }),
  featured_media: writtenWhole(sent.featuredMediaId),
  parent: writtenWhole(sent.parentId),
  menu_order: writtenWhole(sent.menuOrder),
  comment_status: optionalChoice(sent.commentStatus.unwrap().options),
  ping_status: optionalChoice(sent.pingStatus.unwrap().options),
  sticky: flagParam(),
  template: writtenText(sent.template),
  format: optionalChoice(sent.format.unwrap().options),
  meta: objectParam(),
  broadsheet: detailsArgument,
};

/** Terms of a taxonomy, in a field that is called like its collection. */
export const termsArgument = writtenIds();

const all = z.object(postArguments);
/** What was sent of a post; terms stand in it by the REST bases of their taxonomies. */
export type SentPost = z.output<typeof all>;
