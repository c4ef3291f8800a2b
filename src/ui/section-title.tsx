/** The title that opens a section, under its ink rule. `color` tints rule and title. */
export function SectionTitle({ title, color = '' }: { readonly title: string; readonly color?: string }) {
  return <h2 className="section-title" style={color === '' ? undefined : { color, borderColor: color }}>{title}</h2>;
}
