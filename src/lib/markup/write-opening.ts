/** The opening comment of a block, written as WordPress writes it: its values hold nothing that ends a comment or begins one. */
export function writeOpening(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  isVoid: boolean,
): string {
  const json = Object.keys(attributes).length === 0 ? '' : `${escapeJson(JSON.stringify(attributes))} `;
  return `<!-- wp:${shortName(name)} ${json}${isVoid ? '/' : ''}-->`;
}

/** The comment that closes a block. */
export function writeClosing(name: string): string {
  return `<!-- /wp:${shortName(name)} -->`;
}

function shortName(name: string): string {
  return name.startsWith('core/') ? name.slice(5) : name;
}

function escapeJson(json: string): string {
  return json
    .replaceAll(String.raw`\\`, String.raw`\u005c`)
    .replaceAll('--', String.raw`\u002d\u002d`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll(String.raw`\"`, String.raw`\u0022`);
}
