import { z } from 'zod';
import { postFields } from '../../modules/posts/post-input.ts';
import { writtenDate } from '../../kernel/http/rest/query-params.ts';
import {
  flagParam,
  objectParam,
  optionalChoice,
  optionalWhole,
  rawText,
  writtenIds,
  writtenText,
  writtenWhole,
  structParam,
} from '../../kernel/http/rest/params.ts';
import type { CustomField } from '../../modules/posts/meta.ts';
import { detailKeys } from '../../modules/posts/model.ts';
import type { PostDetails } from '../../modules/posts/model.ts';
import type { PostFields } from '../../modules/posts/post-input.ts';
import type { PostParts } from './load-posts.ts';
import { fieldsOf, toEditors } from '../../kernel/http/rest/resource.ts';

const { authorIds, customFields, details } = postFields.shape;
const { shape: taken } = details.unwrap();

/** Details of a post that WordPress has no field for, with REST names. */
const detailsFields = z
  .strictObject({
    /** All authors in order; the first is `author`. */
    byline: authorIds,
    custom_fields: customFields,
    subtitle: taken.subtitle,
    featured_video: taken.featuredVideo,
    full_screen_header: taken.fullScreenHeader,
    smart_list: taken.smartList,
    primary_category: taken.primaryCategoryId,
    related_first: taken.relatedFirst,
    related_exclude: taken.relatedExclude,
    push_off: taken.pushOff,
    seo_title: taken.seoTitle,
    seo_description: taken.seoDescription,
    canonical_url: taken.canonicalUrl,
    noindex: taken.noindex,
    social_title: taken.socialTitle,
    social_description: taken.socialDescription,
    social_image: taken.socialImage,
  })
  .partial();

const detailsArgument = structParam(detailsFields);
type SentDetails = z.output<typeof detailsArgument>;

type ByKey = { readonly [Field in keyof PostDetails as (typeof detailKeys)[Field]]: PostDetails[Field] };
type Details = { readonly byline: readonly number[]; readonly custom_fields: readonly CustomField[] } & Omit<
  ByKey,
  'smart_list'
> & { readonly smart_list: ByKey['smart_list'] | null };

const fields = Object.entries(detailKeys) as [keyof PostDetails, keyof ByKey][];

function detailsOf({ post, customFields: custom }: PostParts): Details {
  const { smartList, ...others } = post.details;
  const byKey = Object.fromEntries(
    fields.map(([field, key]) => [key, field === 'smartList' ? (smartList ?? null) : others[field]]),
  );
  return { byline: post.authorIds, custom_fields: custom, ...byKey } as Details;
}

const { written } = fieldsOf<PostParts>();
const shape = z.custom<Details>().meta({ type: 'object' });

/** The field `broadsheet` of posts, for editors. A write only changes the fields it contains. */
export const detailsField = { broadsheet: written(shape, toEditors, detailsOf, detailsArgument) };

export function detailsSent(all: SentDetails): Pick<PostFields, 'details' | 'authorIds' | 'customFields'> {
  if (!all) return {};
  const { byline, custom_fields: custom, ...byKey } = all;
  const given = fields.flatMap(([field, key]) =>
    byKey[key] === undefined ? [] : [[field, byKey[key]] as const],
  );
  return {
    ...(byline ? { authorIds: byline } : {}),
    ...(custom ? { customFields: custom } : {}),
    ...(given.length > 0 ? { details: Object.fromEntries(given) } : {}),
  };
}

const { shape: sent } = postFields;

/** Arguments for a post's writable fields; the type's fields determine which apply. */
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

export const termsArgument = writtenIds();

const all = z.object(postArguments);
/** Term ids are keyed by their taxonomy's REST base. */
export type SentPost = z.output<typeof all>;
