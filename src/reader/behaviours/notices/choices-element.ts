import type { ConsentCategory } from '../../../lib/consent-categories.ts';
import type { ConsentChoice, ConsentOption } from '../../islands/page-config.ts';

/** The checkboxes of a consent banner, which the newsroom's preview shows as well. The necessary category can't be unchecked. */
export function choicesElement(
  { categories, necessary }: Pick<ConsentChoice, 'categories' | 'necessary'>,
  label: string,
  isChecked: (name: ConsentCategory) => boolean,
): HTMLFieldSetElement {
  const set = document.createElement('fieldset');
  set.className = 'notice-choices';
  const legend = document.createElement('legend');
  legend.textContent = label;
  set.append(legend);
  const add = (option: Omit<ConsentOption, 'name'>, checked: boolean) => {
    const line = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.defaultChecked = checked;
    const words = document.createElement('span');
    const name = document.createElement('b');
    name.textContent = option.label;
    words.append(name, ' ', option.text);
    line.append(box, words);
    set.append(line);
    return box;
  };
  add(necessary, true).disabled = true;
  for (const option of categories) add(option, isChecked(option.name)).name = option.name;
  return set;
}
