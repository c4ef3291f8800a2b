/** Milliseconds. */
const copiedTime = 1200;

/** Copies a text, also where the page is not served securely and there is no clipboard to write to. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Makes labels copy a text when they are clicked: the one that was clicked reads 'Copied!' for 1.2 s, then as before; clicks meanwhile do nothing. */
export function copyOnClick(labels: readonly HTMLElement[], text: () => string): void {
  let busy = false;
  const onClick = async (label: HTMLElement) => {
    if (busy) return;
    busy = true;
    try {
      await copyText(text());
      // Nodes, not text: the code may be marked up.
      const original = [...label.childNodes];
      label.replaceChildren('Copied!');
      await new Promise((resolve) => setTimeout(resolve, copiedTime));
      label.replaceChildren(...original);
    } finally {
      busy = false;
    }
  };
  for (const label of labels) label.addEventListener('click', () => void onClick(label));
}
