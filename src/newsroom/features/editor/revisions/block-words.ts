import { parseMarkup } from '../../../../lib/markup/parse-markup.ts';

/** Elements that begin a line of their own. */
const lines =
  'address,blockquote,dd,details,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,summary,table,tr,ul';

const nameOfFile = (address: string): string => address.split(/[?#]/, 1)[0]?.split('/').at(-1) || address;

/** What a reader sees of HTML, as text: a line for each paragraph, pictures and films by the names of their files. Nothing of it runs or is fetched. */
export function wordsOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const comment of commentsIn(body)) comment.remove();
  for (const hidden of body.querySelectorAll('script,style,template')) hidden.remove();
  for (const media of body.querySelectorAll('img,video,audio,iframe')) {
    const alt = media.getAttribute('alt');
    media.replaceWith(`[${nameOfFile(media.getAttribute('src') ?? '')}${alt ? `: ${alt}` : ''}]`);
  }
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const cell of body.querySelectorAll('td,th')) cell.append(' ');
  for (const element of body.querySelectorAll(lines)) {
    element.prepend('\n');
    element.append('\n');
  }
  return (body.textContent ?? '')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim();
}

function commentsIn(root: Node): Comment[] {
  const found: Comment[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}

/** What a block says: its words, and where it has none its settings. */
export function wordsOfBlock(slice: string): string {
  const words = wordsOfHtml(slice);
  if (words !== '') return words;
  const [block] = parseMarkup(slice, () => undefined).filter(({ name }) => name !== '');
  return block
    ? Object.entries(block.attributes)
        .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('\n')
    : '';
}
