import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { Signer } from '../../lib/keys.ts';
import { isWork } from '../../lib/proof-of-work.ts';
import type { Settings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { callerOf } from '../../lib/request-headers.ts';

/** `score`: a service rates the visitor; `work`: the visitor's browser computes for a moment, and nobody else is asked. Undefined: no captcha. */
export type CaptchaKind = 'score' | 'work';

/** The site's captcha: that of the service whose site key is given, else the one of our own. */
export function captchaKind({
  captcha,
  captcha_site_key: key,
}: Pick<Settings, 'captcha' | 'captcha_site_key'>): CaptchaKind | undefined {
  if (captcha !== 'show') return undefined;
  return key === '' ? 'work' : 'score';
}

/** Whether somebody passes a captcha before they comment; who is signed in does not: an account says more than a score. */
export const asksForCaptcha = (settings: Settings, actor: Actor | undefined): boolean =>
  actor === undefined && captchaKind(settings) !== undefined;

/** What came of a token: a signed pass for one comment, or why not. `work`: what is to be computed first. */
export type CaptchaAnswer = { readonly pass: string } | { readonly error: string; readonly work?: string };

const workPurpose = 'captcha-work';
const passPurpose = 'captcha-pass';
/** Longest token that is looked at, in characters; those of the services have 500 to 2,500. */
const longestToken = 8192;

export interface CaptchaContext {
  readonly settings: Settings;
  readonly signer: Signer;
  readonly holder: PassHolder;
  /** Milliseconds. */
  readonly now: number;
  readonly onWarning: (message: string) => void;
}

/** Checks a token of the comment form, at the service or by itself. A work captcha is asked twice: first without a token, for the work. */
export async function checkToken(token: string, context: CaptchaContext): Promise<CaptchaAnswer> {
  const kind = captchaKind(context.settings);
  if (!kind) return { error: 'captcha is off' };
  if (token.length > longestToken) return { error: 'token too long' };
  return kind === 'work' ? checkWork(token, context) : checkScore(token, context);
}

function checkWork(token: string, { signer, holder, now }: CaptchaContext): CaptchaAnswer {
  const [task = '', answer = ''] = token.split(':');
  const pass = readPass(signer, workPurpose, task, holder, now);
  if (!pass)
    return {
      error: token === '' ? 'work needed' : 'work unknown',
      work: signPass(signer, workPurpose, freshPass(now), holder),
    };
  if (
    !isWork(
      pass.nonce,
      answer.split(',').map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : Number.NaN)),
    )
  )
    return { error: 'work wrong' };
  return { pass: signPass(signer, passPurpose, pass, holder) };
}

const verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});
/** Milliseconds that the service may take. */
const patienceMs = 6000;

async function checkScore(
  token: string,
  { settings, signer, holder, now, onWarning }: CaptchaContext,
): Promise<CaptchaAnswer> {
  if (token === '') return { error: 'token missing' };
  let found: z.output<typeof verdict>;
  try {
    const { body } = await fetchOutside(settings.captcha_verify_url, {
      method: 'POST',
      timeoutMs: patienceMs,
      isNamedByAdmin: true,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
      body: new URLSearchParams({
        secret: settings.captcha_secret_key,
        response: token,
        remoteip: holder.ip,
      }).toString(),
    });
    found = verdict.parse(JSON.parse(body.toString()));
  } catch (error) {
    onWarning(
      `The captcha service at ${settings.captcha_verify_url} gave no verdict: ${messageOf(error).slice(0, 200)}`,
    );
    return { error: 'captcha service unreachable' };
  }
  if (!found.success) {
    const codes = found['error-codes'] ?? [];
    if (codes.some((code) => code.includes('secret'))) {
      onWarning(
        'The captcha service refuses the secret key (setting "captcha_secret_key"): no comment can pass.',
      );
    }
    return { error: codes[0]?.slice(0, 100) ?? 'verification failed' };
  }
  if (found.action !== undefined && found.action !== 'validate_captcha') return { error: 'action mismatch' };
  if (found.score !== undefined && found.score < settings.captcha_score) return { error: 'score failed' };
  return { pass: signPass(signer, passPurpose, passOfToken(token, now), holder) };
}

/**
 * The pass that a comment came with; undefined when there is none for this post and visitor, or its time is over. Whether it was used is for the writer to say.
 */
export function readCaptchaPass(
  signer: Signer,
  text: string,
  holder: PassHolder,
  now: number,
): Pass | undefined {
  return readPass(signer, passPurpose, text, holder, now);
}

/** How long a visitor may take from the captcha to the comment, in milliseconds. */
export const passLifeMs = 10 * 60_000;

/** For whom something is signed: a post, and an address (of IPv6 its network). */
interface PassHolder {
  readonly postId: number;
  readonly ip: string;
}

/** A pass that was checked. */
export interface Pass {
  /** Lets one comment in. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const signedText = (nonce: string, expiresAt: number, { postId, ip }: PassHolder) =>
  `${nonce} ${expiresAt} ${postId} ${callerOf(ip)}`;

/** Signs `nonce.expiry` for one holder and purpose, as one text for cookies and fields. */
function signPass(signer: Signer, purpose: string, { nonce, expiresAt }: Pass, holder: PassHolder): string {
  return `${nonce}.${expiresAt}.${signer.sign(purpose, signedText(nonce, expiresAt, holder))}`;
}

/** The pass in a text that we signed for this holder and purpose; undefined for any other text, and after its time. */
function readPass(
  signer: Signer,
  purpose: string,
  text: string,
  holder: PassHolder,
  now: number,
): Pass | undefined {
  const [, nonce = '', expiry = '', signature = ''] = /^([\w-]{16,43})\.(\d{13})\.([\w-]+)$/.exec(text) ?? [];
  const expiresAt = Number(expiry);
  if (
    nonce === '' ||
    expiresAt <= now ||
    !signer.verify(purpose, signedText(nonce, expiresAt, holder), signature)
  )
    return undefined;
  return { nonce, expiresAt };
}

/** A pass nobody had before. */
function freshPass(now: number): Pass {
  return { nonce: randomBytes(12).toString('base64url'), expiresAt: now + passLifeMs };
}

/** The pass that stands for a token of a captcha service: the same token gives the same pass, so that it lets one comment in. */
function passOfToken(token: string, now: number): Pass {
  return { nonce: hash('sha256', token, 'base64url').slice(0, 32), expiresAt: now + passLifeMs };
}
