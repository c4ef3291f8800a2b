import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { flipHorizontal, flipVertical, rotateLeft, rotateRight } from '@wordpress/icons';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { Problem } from '../../app/problem.tsx';
import type { EditedFile, FileEditSent } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { useIsUnmounted } from '../../app/form-modal.tsx';
import { pixelSpan } from '../../../lib/numbers.ts';
import { titleOf, Select } from './media-items.tsx';
import type { MediaRow } from './media-list.ts';
import { say } from '../../words.ts';

/** The crop area in percent of the picture's width and height. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Turn = 'left' | 'right' | 'across' | 'down';

const whole: Box = { left: 0, top: 0, width: 100, height: 100 };
/** Minimum side of the crop area, in percent. */
const least = 2;
const step = 1;
const shapes = [
  { value: '', label: say('Free aspect ratio') },
  { value: '1', label: say('Square') },
  { value: '1.5', label: say('3 to 2') },
  { value: '1.7778', label: say('16 to 9') },
  { value: '1.3333', label: say('4 to 3') },
  { value: '0.6667', label: say('2 to 3') },
];

type Modifier = NonNullable<FileEditSent['modifiers']>[number];

const modifiers: Readonly<Record<Turn, Modifier>> = {
  left: { type: 'rotate', args: { angle: 270 } },
  right: { type: 'rotate', args: { angle: 90 } },
  across: { type: 'flip', args: { flip: { horizontal: true, vertical: false } } },
  down: { type: 'flip', args: { flip: { horizontal: false, vertical: true } } },
};

const tools = [
  { how: 'left', icon: rotateLeft, label: say('Rotate left') },
  { how: 'right', icon: rotateRight, label: say('Rotate right') },
  { how: 'across', icon: flipHorizontal, label: say('Flip horizontal') },
  { how: 'down', icon: flipVertical, label: say('Flip vertical') },
] as const;

const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

/** The largest centred crop area with an aspect ratio; width and height in pixels. */
function boxOf(ratio: number, width: number, height: number): Box {
  if (!(ratio > 0) || width === 0 || height === 0) return whole;
  const share = (ratio * height) / width;
  const box = share <= 1 ? { width: share * 100, height: 100 } : { width: 100, height: 100 / share };
  return { ...box, left: (100 - box.width) / 2, top: (100 - box.height) / 2 };
}

/** Draws the turned picture; returns its size in pixels, 0 until it has loaded. */
function useDrawn(
  canvas: RefObject<HTMLCanvasElement | null>,
  address: string,
  turns: readonly Turn[],
  onFault: (fault: string) => void,
) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    let isOver = false;
    const picture = new Image();
    picture.src = address;
    void picture.decode().then(
      () => {
        if (isOver || !canvas.current) return;
        setSize(draw(canvas.current, picture, turns));
      },
      () => !isOver && onFault(say('The image can’t be displayed.')),
    );
    return () => {
      isOver = true;
    };
  }, [canvas, address, turns, onFault]);
  return size;
}

interface EditorProps {
  readonly row: MediaRow;
  readonly onMade: (id: number) => void;
  readonly onClose: () => void;
}

function useSavedCopy(
  { row, onMade }: Pick<EditorProps, 'row' | 'onMade'>,
  edits: readonly Modifier[],
  setFault: (fault: string) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const isUnmounted = useIsUnmounted();
  const settled = useUnsaved(edits.length > 0);
  const save = async () => {
    setBusy(true);
    try {
      const sent = { src: row.source_url, modifiers: [...edits] };
      const { body } = await rest<Pick<EditedFile, 'id'>, FileEditSent>(`/wp/v2/media/${row.id}/edit`, {
        method: 'POST',
        body: sent,
      });
      settled();
      toast(say('“%s” was saved as a new file. The original is unchanged.', titleOf(row)));
      await queries.invalidateQueries({ queryKey: ['media'] });
      // Stays on the file if the editor was closed during the request.
      if (!isUnmounted()) onMade(body.id);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (isUnmounted()) toast(error.message);
      setFault(error.message);
      setBusy(false);
    }
  };
  return { isBusy, save };
}

/** Crops, rotates and flips a picture; the result is saved as a new file. */
export function PictureEditor({ row, onMade, onClose }: EditorProps) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [box, setBox] = useState(whole);
  const [shape, setShape] = useState('');
  const [fault, setFault] = useState('');
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useDrawn(canvas, row.source_url, turns, setFault);
  const turn = (how: Turn) => {
    setTurns([...turns, how]);
    const isSideways = how === 'left' || how === 'right';
    setBox(
      isSideways
        ? boxOf(Number(shape), size.height, size.width)
        : boxOf(Number(shape), size.width, size.height),
    );
  };
  const isCut = box.width < 99.9 || box.height < 99.9;
  const edits: readonly Modifier[] = [
    ...turns.map((how) => modifiers[how]),
    ...(isCut ? [{ type: 'crop' as const, args: box }] : []),
  ];
  const { isBusy, save } = useSavedCopy({ row, onMade }, edits, setFault);
  return (
    <div className="picture-editor">
      <div className="picture-tools" role="group" aria-label={say('Edit image')}>
        {tools.map(({ how, icon, label }) => (
          <Button key={how} icon={icon} label={label} onClick={() => turn(how)} />
        ))}
        <Select
          label={say('Shape')}
          value={shape}
          options={shapes}
          onChange={(value) => {
            setShape(value);
            setBox(boxOf(Number(value), size.width, size.height));
          }}
        />
      </div>
      <Problem message={fault} />
      <div className="picture-cut">
        <canvas ref={canvas} role="img" aria-label={titleOf(row)} />
        {size.width > 0 && (
          <CutBox
            box={box}
            ratio={Number(shape) > 0 ? (Number(shape) * size.height) / size.width : 0}
            onChange={setBox}
          />
        )}
      </div>
      <p className="media-message" role="status">
        {size.width > 0 &&
          say(
            '%d × %d pixels',
            pixelSpan(box.left, box.width, size.width).length,
            pixelSpan(box.top, box.height, size.height).length,
          )}
      </p>
      <div className="form-end">
        <Button variant="tertiary" onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={isBusy || edits.length === 0}
          accessibleWhenDisabled
          onClick={() => void save()}
        >
          {say('Save as new file')}
        </Button>
      </div>
    </div>
  );
}

/** Maximum side in pixels of the drawing, which is for display only. */
const maxDrawn = 1400;

function draw(
  canvas: HTMLCanvasElement,
  picture: HTMLImageElement,
  turns: readonly Turn[],
): { width: number; height: number } {
  const { naturalWidth, naturalHeight } = picture;
  // Each turn applies after the previous ones, so its matrix is multiplied from the left.
  const matrices: Readonly<Record<Turn, DOMMatrix>> = {
    left: new DOMMatrix([0, -1, 1, 0, 0, 0]),
    right: new DOMMatrix([0, 1, -1, 0, 0, 0]),
    across: new DOMMatrix([-1, 0, 0, 1, 0, 0]),
    down: new DOMMatrix([1, 0, 0, -1, 0, 0]),
  };
  const all = turns.reduce((matrix, how) => matrices[how].multiply(matrix), new DOMMatrix());
  const isSideways = all.a === 0;
  const [width, height] = isSideways ? [naturalHeight, naturalWidth] : [naturalWidth, naturalHeight];
  const scale = Math.min(1, maxDrawn / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  context?.setTransform(
    new DOMMatrix()
      .translate(canvas.width / 2, canvas.height / 2)
      .scale(scale)
      .multiply(all),
  );
  context?.drawImage(picture, -naturalWidth / 2, -naturalHeight / 2);
  return { width, height };
}

/** The crop area: moved by dragging or arrow keys, resized at its corner or with Shift. `ratio`: width to height, both in percent; 0: free. */
function CutBox({
  box,
  ratio,
  onChange,
}: {
  readonly box: Box;
  readonly ratio: number;
  readonly onChange: (box: Box) => void;
}) {
  const begun = useRef<{
    readonly x: number;
    readonly y: number;
    readonly box: Box;
    readonly isSizing: boolean;
  }>(undefined);
  const moved = (from: Box, x: number, y: number): Box => ({
    ...from,
    left: clamp(from.left + x, 0, 100 - from.width),
    top: clamp(from.top + y, 0, 100 - from.height),
  });
  const sized = (from: Box, x: number, y: number): Box => {
    const width = clamp(from.width + x, least, 100 - from.left);
    if (ratio === 0) return { ...from, width, height: clamp(from.height + y, least, 100 - from.top) };
    const height = Math.min(width / ratio, 100 - from.top);
    return { ...from, width: height * ratio, height };
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    begun.current = {
      x: event.clientX,
      y: event.clientY,
      box,
      isSizing: event.target instanceof HTMLElement && event.target.tagName === 'I',
    };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!begun.current || !frame) return;
    const [x, y] = [
      ((event.clientX - begun.current.x) * 100) / frame.width,
      ((event.clientY - begun.current.y) * 100) / frame.height,
    ];
    onChange((begun.current.isSizing ? sized : moved)(begun.current.box, x, y));
  };
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    onChange((event.shiftKey ? sized : moved)(box, by[0], by[1]));
  };
  const end = () => {
    begun.current = undefined;
  };
  return (
    <button
      type="button"
      className="cut-box"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
      aria-label={say(
        'Crop area: %d by %d percent. Use the arrow keys to move it, with Shift to resize it.',
        Math.round(box.width),
        Math.round(box.height),
      )}
      style={{ left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` }}
    >
      <i />
    </button>
  );
}
