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
const warningOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-warning="${name}"]`);

/** Shows a warning of the form. */
export function showWarning(form: HTMLFormElement, name: string): void {
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
    if (target instanceof HTMLElement && 'value' in target && target.value !== '')
      mark(target as Field, false);
  });
}

function mark(field: Field, empty: boolean): void {
  field.classList.toggle('is-empty', empty);
  if (!empty) for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name);
}

/** The warning that a field needs; undefined: none. */
function faultOf(field: Field, name: Checked): string | undefined {
  const value = field.value.trim();
  return value === '' ? name : name === 'email' && !isEmail(value) ? 'email-error' : undefined;
}

/** Checks the required fields, shows what is wrong and goes to the first field that is; true when the form may be sent. */
export function checkFields(form: HTMLFormElement): boolean {
  watch(form);
  const wrong: { readonly field: Field; readonly fault: string }[] = [];
  for (const name of checked) {
    const field = fieldOf(form, name);
    if (!field || field.closest('[hidden]') || !(field.required || field.ariaRequired === 'true')) continue;
    hideWarnings(form, ...warnings[name]);
    mark(field, field.value.trim() === '');
    const fault = faultOf(field, name);
    if (fault !== undefined) wrong.push({ field, fault });
  }
  for (const { field, fault } of wrong) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${fault}-warning`);
  }
  // Before its warning is shown, which entering it hides. The warning is told with the field, and those of the others when they are entered.
  wrong[0]?.field.focus();
  for (const { fault } of wrong) showWarning(form, fault);
  return wrong.length === 0;
}
