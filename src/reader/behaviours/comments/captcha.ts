import { loadScript, scriptAddress } from '../scripts/load-script.ts';
// oxlint-disable-next-line import/default -- the build makes it: the worker's address
import workerUrl from './work-worker.ts?worker&url';

interface Service {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { readonly action: string }): PromiseLike<string>;
}

interface ServiceConfig {
  readonly siteKey?: string;
  readonly script?: string;
}

export interface CaptchaRequest extends ServiceConfig {
  readonly url: string;
  readonly signal: AbortSignal;
}

export type Outcome = 'passed' | 'low-score' | 'failed' | 'stopped';

/** Milliseconds the service has from loading its script to its first answer. */
const patience = 20_000;

export async function loadService({ script, siteKey }: ServiceConfig): Promise<void> {
  if (!script || !siteKey) return;
  const url = new URL(script, location.href);
  url.searchParams.set('render', siteKey);
  await loadScript(url.href);
}

async function serviceToken(config: ServiceConfig & { readonly siteKey: string }): Promise<string> {
  await loadService(config);
  const service = (globalThis as { grecaptcha?: Service }).grecaptcha;
  if (!service) throw new Error('The captcha service’s script brought no grecaptcha.');
  await new Promise<void>((resolve, reject) => {
    service.ready(resolve);
    setTimeout(() => reject(new Error('The captcha service did not get ready.')), patience);
  });
  return service.execute(config.siteKey, { action: 'validate_captcha' });
}

/** Computes the proof of work in a worker, to keep the page responsive. */
function doTask(task: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(scriptAddress(workerUrl), { type: 'module' });
    const end = () => {
      worker.terminate();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      end();
      reject(new Error('Stopped.'));
    };
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<readonly number[]>) => {
      end();
      resolve(`${task}:${data.join(',')}`);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'The worker of the captcha did not start.'));
    });
    worker.postMessage(task.split('.')[0], {});
  });
}

async function verify(
  token: string,
  { url, signal }: CaptchaRequest,
): Promise<{
  readonly success?: unknown;
  readonly error?: unknown;
  readonly work?: unknown;
}> {
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'td_ajax_submit_captcha', token: token.trim() }),
    signal,
  });
  const answer: unknown = await reply.json();
  return typeof answer === 'object' && answer !== null ? answer : {};
}

/** Gets a token and has the server verify it; the server then accepts one comment. */
export async function passCaptcha(request: CaptchaRequest): Promise<Outcome> {
  const { signal, siteKey } = request;
  try {
    let answer = await verify(siteKey ? await serviceToken({ ...request, siteKey }) : '', request);
    if (!siteKey && typeof answer.work === 'string')
      answer = await verify(await doTask(answer.work, signal), request);
    if (signal.aborted) return 'stopped';
    return answer.success === true ? 'passed' : answer.error === 'score failed' ? 'low-score' : 'failed';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    console.warn('The captcha could not be passed:', error);
    return 'failed';
  }
}
