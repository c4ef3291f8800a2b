/**
 * The policy of public pages. Scripts: only ours, by the hashes of the two inline ones, which insert all others (`strict-dynamic`).
 * Styles may be inline, since block markup holds style attributes. Pictures, sound and frames may come from wherever editors embedded them.
 * `hosts`: origins that scripts may talk to; `frames`: origins that may be framed beside those. Both come from settings.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  hosts: readonly string[] = [],
  frames: readonly string[] = [],
): string {
  const list = (origins: readonly string[]) => [...new Set(origins)].map((origin) => ` ${origin}`).join('');
  return [
    `default-src 'self'`,
    `script-src ${scriptHashes.join(' ')} 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: https: http:`,
    `media-src 'self' https: http:`,
    `frame-src 'self' https:${list(frames)}`,
    `font-src 'self'`,
    `connect-src 'self'${list(hosts)}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
    // Texts become nodes and scripts by the policy of reader/islands/trust.ts only; `default` is for scripts of others, see
    // reader/behaviours/scripts/load-script.ts.
    `require-trusted-types-for 'script'`,
    `trusted-types broadsheet default`,
  ].join('; ');
}
