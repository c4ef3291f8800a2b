import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';

/** What commenters may mark; of these nothing but the name is taken. */
const kept = new Set([
  'p',
  'br',
  'em',
  'i',
  'strong',
  'b',
  'code',
  'pre',
  'blockquote',
  'q',
  'cite',
  'del',
  's',
  'ul',
  'ol',
  'li',
]);
/** What is no text. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
]);

/**
 * What readers would see of a comment, for who decides about it: text that does nothing. Where a link leads is said beside its words, and leads nowhere; a
 * picture is its address. The server has cleaned it; nothing but names of elements is taken over here, whatever it holds.
 */
export function CommentText({ html }: { readonly html: string }) {
  const shown = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <div className="comment-text" dir="auto">
      {shown}
    </div>
  );
}

function nodesOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (silent.has(name)) return null;
    if (name === 'br') return <br key={index} />;
    if (name === 'img') return <Address key={index} of={node.getAttribute('src') ?? ''} />;
    if (name === 'a')
      return (
        <Fragment key={index}>
          <u>{nodesOf(node)}</u>
          <Address of={node.getAttribute('href') ?? ''} />
        </Fragment>
      );
    return kept.has(name) ? (
      createElement(name, { key: index }, ...nodesOf(node))
    ) : (
      <Fragment key={index}>{nodesOf(node)}</Fragment>
    );
  });
}

function Address({ of }: { readonly of: string }) {
  return of === '' ? null : <bdi className="comment-address"> {of}</bdi>;
}
