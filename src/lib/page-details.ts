import { Tokenizer, TokenizerMode } from 'parse5';
import type { Token, TokenHandler } from 'parse5';
import { startOf } from './cut-text.ts';

/** Characters read of a page, enough for its head. */
const maxHeadLength = 150_000;
const maxTextLength = 1000;
const maxUrlLength = 2000;

export interface PageDetails {
  readonly title: string;
  readonly description: string;
  readonly icon: string;
  readonly image: string;
}

/** Tokenizer states after start tags whose content is text. */
const textStates = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
]);

/** Collects details from the tags of a head. It builds no tree, so nesting costs nothing. */
class HeadReader implements TokenHandler {
  title: string | undefined;
  #isInTitle = false;
  readonly meta = new Map<string, string>();
  icon: string | undefined;
  readonly tokenizer = new Tokenizer({}, this);

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    this.tokenizer.state = textStates.get(tagName) ?? this.tokenizer.state;
    const attribute = (name: string) => attrs.find((one) => one.name === name)?.value ?? '';
    if (tagName === 'body') this.tokenizer.pause();
    if (tagName === 'title' && this.title === undefined) [this.title, this.#isInTitle] = ['', true];
    if (tagName === 'link' && attribute('rel').toLowerCase().split(/\s+/).includes('icon'))
      this.icon ??= attribute('href');
    if (tagName === 'meta' && attribute('content').trim() !== '') {
      for (const name of [attribute('name'), attribute('property')].map((one) => one.toLowerCase())) {
        if (name !== '' && !this.meta.has(name)) this.meta.set(name, attribute('content'));
      }
    }
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'title') this.#isInTitle = false;
    if (tagName === 'head') this.tokenizer.pause();
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#isInTitle && this.title !== undefined && this.title.length < maxTextLength) this.title += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}

export function readPageDetails(html: string, url: string): PageDetails {
  const reader = new HeadReader();
  reader.tokenizer.write(startOf(html, maxHeadLength), true);
  const text = (value = '') => startOf(value.replaceAll(/\s+/g, ' ').trim(), maxTextLength);
  const address = (value = '') => {
    const found = value.trim() === '' || value.length > maxUrlLength ? null : URL.parse(value.trim(), url);
    return found && /^https?:$/.test(found.protocol) ? found.href : '';
  };
  const { title, meta, icon } = reader;
  return {
    title: text(title),
    description: text(meta.get('description') ?? meta.get('og:description')),
    icon: address(icon),
    image: address(meta.get('og:image') ?? meta.get('og:image:url')),
  };
}
