/** The site's one Trusted Types policy; where browsers know none, the same functions. Its results are strings to TypeScript, as the DOM's types want them. */
export interface Trust {
  /** For reader/islands/fetched.ts alone. */
  createHTML(html: string): string;
  /** For code of the site's own settings. */
  createScript(text: string): string;
  /** For `scriptAddress`. */
  createScriptURL(url: string): string;
}

/** What the inline loader leaves for the modules that it imports. */
export interface TrustingWindow {
  /** The policy, and the origins besides the site's own whose scripts may run: those of the page's head, then of replies. */
  broadsheetTrust: readonly [trust: Trust, foreign: readonly string[]];
  readonly trustedTypes?: { createPolicy(name: string, rules: Partial<Trust>): Trust };
}

const trusting = globalThis as unknown as TrustingWindow;

/** Makes the policy `broadsheet`, which pages allow once. */
export function makeTrust(): Trust {
  const asItIs = (text: string) => text;
  const rules = { createHTML: asItIs, createScript: asItIs, createScriptURL: asItIs };
  return trusting.trustedTypes?.createPolicy('broadsheet', rules) ?? rules;
}

/** Leaves the policy for the modules to come; no name in a text takes its place. */
export function leaveTrust(...left: TrustingWindow['broadsheetTrust']): void {
  trusting.broadsheetTrust = left;
}

/** The policy that the loader made. */
export const trust = (): Trust => trusting.broadsheetTrust[0];

/** Origins besides the site's own whose scripts may run, as the page's head and replies name them. */
export const foreignSources = (): readonly string[] => trusting.broadsheetTrust[1];
