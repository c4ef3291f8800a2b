/** What an IRI (RFC 3987) has no place for as it is: a per cent sign that is none of an escape, blanks, signs of markup, what is no letter of any script. */
const notInIri =
  /%(?![\da-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]/giu;

/** An address of any scheme as a valid IRI, the same for the same address: what has no place in one is escaped, and blanks around it go. */
export function asIri(address: string): string {
  const [before = '', ...fragment] = address.trim().toWellFormed().split('#');
  const iri = [before, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].join('#');
  return iri.replace(notInIri, (character) => encodeURIComponent(character));
}
