const selector = 'link[rel=canonical],link[rel=prev],link[rel=next],meta[property="og:url"]';

/** What a document's head says of its address, and of those before and after it. */
export function headAddresses({ head }: Document): readonly Element[] {
  return [...head.querySelectorAll(selector)];
}

/** Puts addresses in place of those that this page's head says. */
export function showAddresses(addresses: readonly Element[]): void {
  for (const old of headAddresses(document)) old.remove();
  document.head.append(...addresses);
}
