import type { WorkerTask } from '../worker-pool.ts';
import { joinData, textWithData } from './text-with-data.ts';
import type { TextAndMeta } from './text-with-data.ts';
import type { DataSources } from './parts.ts';

interface DataRequest {
  readonly text: TextAndMeta;
  readonly sources: DataSources;
}

export const dataTask: WorkerTask<DataRequest, string> = { name: 'builder-data' };

export const textOfData = ({ text, sources }: DataRequest): string => joinData(textWithData(text, sources));
