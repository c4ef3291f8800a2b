import type { Reader } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { patternRefs } from '../../lib/markup/pattern-refs.ts';
import { startOf } from '../../lib/start-of.ts';
import { demand } from '../../kernel/permission.ts';
import { mayReadPost } from '../posts/policy.ts';
import { findPosts } from '../posts/reader.ts';
import { patternType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { editTemplates } from './policy.ts';
import { findTemplate } from './reader.ts';
import type { TemplateFile } from './template-file.ts';
import type { Template } from './template.ts';

/** Patterns in each other that are taken along. */
const patternRounds = 5;
const mostPatterns = 30;

/**
 * A template with all that it needs: its variant for phones, its header and footer, and the synced patterns in them, as far as the actor may read those. Throws
 * `NotFoundError`.
 */
export async function exportTemplate(
  read: Reader,
  actor: Actor | undefined,
  id: number,
  siteUrl: string,
): Promise<TemplateFile> {
  demand(editTemplates, actor, undefined);
  const main = await findTemplate(read, id);
  if (!main) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  const others = [main.mobileTemplateId, main.headerId, main.footerId].filter((one) => one > 0);
  const templates = [main, ...(await Promise.all(others.map((one) => findTemplate(read, one))))].filter(
    (one) => one !== undefined,
  );
  const known = new Set(templates.map((template) => template.id));
  const kept = (one: number) => (known.has(one) ? one : 0);
  return {
    format: 'broadsheet-template',
    version: 1,
    site: siteUrl,
    main: id,
    templates: templates.map((template) => ({
      id: template.id,
      type: template.type,
      title: template.title,
      content: template.content,
      isMobile: template.isMobile,
      ...(template === main
        ? {
            mobileTemplateId: kept(main.mobileTemplateId),
            headerId: kept(main.headerId),
            footerId: kept(main.footerId),
          }
        : { mobileTemplateId: 0, headerId: 0, footerId: 0 }),
    })),
    patterns: await patternsOf(read, actor, templates),
  };
}

async function patternsOf(
  read: Reader,
  actor: Actor,
  templates: readonly Template[],
): Promise<TemplateFile['patterns']> {
  const found = new Map<number, TemplateFile['patterns'][number]>();
  let texts: readonly string[] = templates.map(({ content }) => content);
  for (let round = 0; round < patternRounds && texts.length > 0; round++) {
    const asked = [...new Set(texts.flatMap((text) => patternRefs(text)))]
      .filter((id) => !found.has(id))
      .slice(0, mostPatterns - found.size);
    const posts = asked.length === 0 ? [] : [...(await findPosts(read, asked)).values()];
    const patterns = posts.filter((post) => post.type === patternType && mayReadPost(actor, post));
    for (const { id, title, content } of patterns) found.set(id, { id, title: startOf(title, 200), content });
    texts = patterns.map(({ content }) => content);
  }
  return [...found.values()];
}
