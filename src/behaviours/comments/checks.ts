type Field = HTMLInputElement | HTMLTextAreaElement;

/** A local part that begins and ends with a letter or digit, a domain, and an ending of 2 to 4 small letters or digits. */
const emailPattern = /^[a-z0-9](?:[\w.-]*[a-z0-9])?@[a-z0-9][\w.-]*\.[a-z0-9]{2,4}$/i;
const lowerEnding = /\.[a-z0-9]{2,4}$/;

/** The warnings that belong to each field. */
const warnings = { comment: ['comment'], author: ['author'], email: ['email', 'email-error'] } as const;
type Checked = keyof typeof warnings;
const checked = Object.keys(warnings) as Checked[];

/** Whether an email address fits the pattern of the form. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && lowerEnding.test(text);
}

const fieldOf = (form: HTMLFormElement, name: Checked) => form.querySelector<Field>(`#${name}`);
const warningOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLElement>(`[data-warning="${name}"]`);

/** Shows a warning of the form; those of the captcha one at a time. */
export function showWarning(form: HTMLFormElement, name: string): void {
  if (name.startsWith('captcha')) hideWarnings(form, 'captcha', 'captcha-score');
  const warning = warningOf(form, name);
  if (warning) warning.hidden = false;
}

export function hideWarnings(form: HTMLFormElement, ...names: readonly string[]): void {
  for (const name of names) {
    const warning = warningOf(form, name);
    if (warning) warning.hidden = true;
  }
}

const watched = new WeakSet<HTMLFormElement>();

/** From the first check on, a field that is entered hides its warnings and the captcha's. */
function watch(form: HTMLFormElement): void {
  if (watched.has(form)) return;
  watched.add(form);
  form.addEventListener('focusin', ({ target }) => {
    const name = checked.find((one) => target instanceof Element && target.id === one);
    if (name) hideWarnings(form, ...warnings[name], 'captcha', 'captcha-score');
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement && 'value' in target && target.value !== '') mark(target as Field, false);
  });
}

function mark(field: Field, empty: boolean): void {
  field.classList.toggle('is-empty', empty);
  if (empty) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Checks the required fields and shows what is wrong; true when the form may be sent. */
export function checkFields(form: HTMLFormElement): boolean {
  watch(form);
  let firstWrong: Field | undefined;
  for (const name of checked) {
    const field = fieldOf(form, name);
    if (!field?.required) continue;
    const value = field.value.trim();
    const wrong = value === '' ? name : name === 'email' && !isEmail(value) ? 'email-error' : undefined;
    hideWarnings(form, ...warnings[name]);
    mark(field, value === '');
    if (wrong === undefined) continue;
    showWarning(form, wrong);
    field.setAttribute('aria-invalid', 'true');
    firstWrong ??= field;
  }
  // Not focused: that would hide its warning.
  firstWrong?.scrollIntoView({ block: 'nearest' });
  return firstWrong === undefined;
}
