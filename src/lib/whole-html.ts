import { eachHtmlToken } from './markup/html-tokens.ts';

/**
 * Whether HTML can stand inside a `<template>` without reaching out of it: no tag, comment or script is cut off, and none ends a template that it did not
 * begin. Elements that are merely left open are fine; the template ends them.
 */
export function isWholeHtml(html: string): boolean {
  let depth = 1;
  let endsAt = -1;
  eachHtmlToken(`${html}</template>`, ({ kind, name, start }) => {
    if (name === 'plaintext') depth = Infinity; // the rest of the page would be text
    if (name === 'template' && depth > 0) depth += kind === 'open' ? 1 : -1;
    if (depth === 0 && endsAt === -1) endsAt = start;
  });
  return endsAt === html.length;
}
