import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import type { ContentEnv } from './content-env.ts';
import type { CompiledDocument, DocumentNode } from './document.ts';
import { filePlayer } from './shortcodes/players.ts';

/** The player of a post's episode as HTML; empty when it has no episode. */
export async function episodePlayer(postId: number, env: ContentEnv): Promise<string> {
  const episode = postId > 0 ? await env.episode?.(postId) : undefined;
  return episode ? filePlayer(episode.kind, episode.url) : '';
}

/** A finished document that begins with the player of its episode, without it where the text itself plays the file. */
export function withoutSecondPlayer(document: CompiledDocument): CompiledDocument {
  const [first, ...nodes] = document.nodes;
  const end = typeof first === 'string' ? first.indexOf(playerEnd) + playerEnd.length : 0;
  if (typeof first !== 'string' || end < playerEnd.length) return document;
  const [file = ''] = playedFiles(first.slice(0, end));
  const rest = first.slice(end);
  const isPlayed = (node: DocumentNode): boolean =>
    typeof node === 'string'
      ? playedFiles(node).some((one) => isSameFile(one, file))
      : node.children.some(isPlayed);
  return [rest, ...nodes].some(isPlayed)
    ? { ...document, nodes: rest === '' ? nodes : [rest, ...nodes] }
    : document;
}

const playerEnd = '</figure>';

function playedFiles(html: string): string[] {
  if (!/<(?:audio|video|source)\s/i.test(html)) return [];
  return htmlTokens(html).flatMap(({ kind, name, start, end }) => {
    if (kind !== 'open' || (name !== 'audio' && name !== 'video' && name !== 'source')) return [];
    const src = readAttribute(html.slice(start, end), 'src');
    return src ? [decodeEntities(src)] : [];
  });
}

/** Podcast hosts put their own address in front of a file's, so that its name counts where it has an ending. */
function isSameFile(a: string, b: string): boolean {
  const nameOf = (url: string) => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return a === b || (nameOf(a) === nameOf(b) && /.\.\w{2,5}$/.test(nameOf(a)));
}
