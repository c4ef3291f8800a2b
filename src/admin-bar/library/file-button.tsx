import { useBar } from '../bar.ts';

/** Takes a file that a template was saved in. */
export function FileButton({ isBusy, take }: { readonly isBusy: boolean; take(file: File): void }) {
  const { say } = useBar();
  return (
    <label className="library-file">
      {say('library_file')}
      <input
        type="file"
        accept=".json,application/json"
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) take(file);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
