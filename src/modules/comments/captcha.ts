import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { Signer } from '../../lib/keys.ts';
import { isWork } from '../../lib/proof-of-work.ts';
import type { Settings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { callerOf } from '../../lib/request-headers.ts';

/** `score`: an external service rates the visitor; `work`: the visitor's browser solves a proof of work, without a third party. */
export type CaptchaKind = 'score' | 'work';

/** The service's captcha if a site key is configured, else the built-in one; undefined: no captcha. */
export function captchaKind({
  captcha,
  captcha_site_key: key,
}: Pick<Settings, 'captcha' | 'captcha_site_key'>): CaptchaKind | undefined {
  if (captcha !== 'show') return undefined;
  return key === '' ? 'work' : 'score';
}

/** Signed-in users never get a captcha: an account says more than a score. */
export const asksForCaptcha = (settings: Settings, actor: Actor | undefined): boolean =>
  actor === undefined && captchaKind(settings) !== undefined;

export type CaptchaAnswer = { readonly pass: string } | { readonly error: string; readonly work?: string };

const workPurpose = 'captcha-work';
const passPurpose = 'captcha-pass';
/** Longest token accepted, in characters; the services' tokens have 500 to 2,500. */
const maxTokenLength = 8192;

export interface CaptchaContext {
  readonly settings: Settings;
  readonly signer: Signer;
  readonly holder: PassHolder;
  readonly now: number;
  readonly onWarning: (message: string) => void;
}

/** Checks a token of the comment form. A work captcha takes two calls: the first one, without a token, returns the task. */
export async function checkToken(token: string, context: CaptchaContext): Promise<CaptchaAnswer> {
  const kind = captchaKind(context.settings);
  if (!kind) return { error: 'captcha is off' };
  if (token.length > maxTokenLength) return { error: 'token too long' };
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

/** Returns a comment's pass; undefined if it is missing, expired, or for another post or visitor. The writer checks whether it was used. */
export function readCaptchaPass(
  signer: Signer,
  text: string,
  holder: PassHolder,
  now: number,
): Pass | undefined {
  return readPass(signer, passPurpose, text, holder, now);
}

/** Longest time from the captcha to the comment, in milliseconds. */
export const passLifeMs = 10 * 60_000;

interface PassHolder {
  readonly postId: number;
  readonly ip: string;
}

export interface Pass {
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const signedText = (nonce: string, expiresAt: number, { postId, ip }: PassHolder) =>
  `${nonce} ${expiresAt} ${postId} ${callerOf(ip)}`;

/** Signs `nonce.expiry` for one holder and purpose, as one string for cookies and fields. */
function signPass(signer: Signer, purpose: string, { nonce, expiresAt }: Pass, holder: PassHolder): string {
  return `${nonce}.${expiresAt}.${signer.sign(purpose, signedText(nonce, expiresAt, holder))}`;
}

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

function freshPass(now: number): Pass {
  return { nonce: randomBytes(12).toString('base64url'), expiresAt: now + passLifeMs };
}

/** Derives a pass from a captcha service's token: the same token gives the same pass, so it admits one comment only. */
function passOfToken(token: string, now: number): Pass {
  return { nonce: hash('sha256', token, 'base64url').slice(0, 32), expiresAt: now + passLifeMs };
}
