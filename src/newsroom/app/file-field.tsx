interface FileFieldProps {
  readonly label: string;
  /** Endings and types, as for `<input>`. */
  readonly accept: string;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File | undefined) => void;
}

/** A choice of one file. The same file can be chosen again after it was corrected. */
export function FileField({ label, accept, isDisabled, onChoose }: FileFieldProps) {
  return (
    <label className="file-field">
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        disabled={isDisabled}
        onClick={({ currentTarget }) => {
          currentTarget.value = ''; // browsers report no change for a file of the same name
        }}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
    </label>
  );
}
