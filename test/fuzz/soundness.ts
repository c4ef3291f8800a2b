import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sax from 'sax';
import { canaries, protectedTitle } from './fuzz-site.ts';
import { injected } from './grammar.ts';
import type { FuzzRequest } from './grammar.ts';
import { partFault } from './uploads.ts';

export interface FuzzReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const cookies = new RegExp(
  [
    String.raw`^(?:(?:wp-postpass_broadsheet|broadsheet_dark|comment_held_broadsheet_\d+_\d+)=[\w-]*`,
    String.raw`comment_author(?:_email|_url)?_broadsheet=[\w.!~*'()%-]*`,
    // Guessing must not yield a session; a response may end one, or set the key of a link for its form.
    String.raw`wp-resetpass-broadsheet=[\w.!~*'()%-]*`,
    String.raw`(?:wordpress_logged_in_[0-9a-f]{32}|broadsheet_name|broadsheet_second_step)=);`,
  ].join('|'),
);

export function faultsOf(request: FuzzRequest, reply: FuzzReply): string[] {
  const { status, headers } = reply;
  const header = (name: string) => String(headers[name] ?? '');
  const type = header('content-type');
  const text = decoded(reply);
  const isMarkup = /html|xml/.test(type);
  const whole = request.method !== 'HEAD' && text !== '' && status !== 206;
  const faults = [
    (status < 200 || status >= 500) && `status ${status}`,
    /\n\s+at .+:\d+:\d+|node_modules|SQLITE_|Kysely|\/src\/\w+\//.test(text) && 'reveals internals',
    ...canaries.filter((word) => text.includes(word)).map((word) => `tells ${word}`),
    text.includes(protectedTitle) &&
      !/name="post_password"|"protected":true/.test(text) &&
      'reveals a protected post',
    isMarkup && text.includes(`<${injected.element}`) && 'an element of the request is markup',
    isMarkup &&
      attributesOf(text).some((names) => names.includes(injected.attribute)) &&
      'an attribute of the request is markup',
    headers['x-zyx'] !== undefined && 'a header of the request’s making',
    status !== 304 && header('x-content-type-options') !== 'nosniff' && 'no nosniff',
    type.startsWith('text/html') &&
      status !== 304 &&
      !/default-src|script-src/.test(header('content-security-policy')) &&
      'no content security policy',
    [headers['set-cookie'] ?? []].flat().some((cookie) => !cookies.test(cookie)) && 'an unknown cookie',
    /^(?:[a-z]+:)?[/\\]{2}/i.test(header('location')) &&
      !header('location').startsWith(`http://${request.headers['host'] ?? ''}`) &&
      `leads to ${header('location')}`,
    request.method === 'HEAD' && reply.body.length > 0 && 'HEAD with a body',
    status === 206 && request.method !== 'HEAD' && partFault(header('content-range'), reply.body),
    whole && /json/.test(type) && !isJson(text) && 'broken JSON',
    whole && /xml/.test(type) && xmlFault(text),
    // A frame for an ad ends with the ad's own code, and one for a block's scripts with the block.
    whole &&
      type.startsWith('text/html') &&
      text !== '0' &&
      !text.includes('<base target="_blank">') &&
      !text.includes('frameHeight') &&
      !/^<!doctype html>[\s\S]*<\/(?:html|body)>\s*$/i.test(text) &&
      'broken HTML',
    request.path.startsWith('/wp-json/') &&
      status !== 304 &&
      !/json|xml|javascript/.test(type) &&
      `REST answers ${type}`,
  ];
  return faults.filter((fault) => typeof fault === 'string');
}

function decoded({ headers, body }: FuzzReply): string {
  const encoding = headers['content-encoding'];
  return (
    body.length === 0
      ? body
      : encoding === 'gzip'
        ? gunzipSync(body)
        : encoding === 'br'
          ? brotliDecompressSync(body)
          : body
  ).toString();
}

/** Tags that may contain it, without the values of attributes: in text and in quoted values, anything is allowed. */
function attributesOf(markup: string): string[] {
  const tags = markup.match(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi) ?? [];
  return tags
    .filter((tag) => tag.includes(injected.attribute))
    .map((tag) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function xmlFault(text: string): string | false {
  try {
    sax.parser(true, {}).write(text).close();
    return false;
  } catch (error) {
    return `broken XML: ${String(error).split('\n')[0]}`;
  }
}
