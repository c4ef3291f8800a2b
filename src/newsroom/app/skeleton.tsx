/** The shape of what is coming; seen only where that takes a moment (admin.css waits 200 ms). */
export function Skeleton({ rows = 8 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      <i />
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
