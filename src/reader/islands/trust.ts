/**
 * The site's only Trusted Types policy, or the same functions in browsers without Trusted Types. Its results are typed
 * as strings, as the DOM's types require.
 */
export interface Trust {
  /** For reader/islands/fetched.ts only. */
  createHTML(html: string): string;
  /** For code from the site's settings. */
  createScript(text: string): string;
  /** For `scriptAddress`. */
  createScriptURL(url: string): string;
}

export interface TrustingWindow {
  /** The policy, and the additional origins whose scripts may run, from the page's head and later replies. */
  broadsheetTrust: readonly [trust: Trust, foreign: readonly string[]];
  readonly trustedTypes?: { createPolicy(name: string, rules: Partial<Trust>): Trust };
}

const trusting = globalThis as unknown as TrustingWindow;

/** Creates the policy `broadsheet`, which the CSP allows once. */
export function makeTrust(): Trust {
  const asItIs = (text: string) => text;
  const rules = { createHTML: asItIs, createScript: asItIs, createScriptURL: asItIs };
  return trusting.trustedTypes?.createPolicy('broadsheet', rules) ?? rules;
}

/** Stores the policy for the modules, safe from element names in texts. */
export function leaveTrust(...left: TrustingWindow['broadsheetTrust']): void {
  trusting.broadsheetTrust = left;
}

export const trust = (): Trust => trusting.broadsheetTrust[0];

export const foreignSources = (): readonly string[] => trusting.broadsheetTrust[1];
