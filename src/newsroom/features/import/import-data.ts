import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ImportedTemplates,
  ImportReportPage,
  ImportState,
  StartImportSent,
} from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';

export type { ImportState };
export type WaitingExport = ImportState['files'][number];
export type ExportContents = NonNullable<WaitingExport['contents']>;
export type GuessedField = ExportContents['fields'][number];
export type ImportOutcome = NonNullable<ImportState['outcome']>;
export type ReportGroup = ImportOutcome['groups'][number];

const address = '/broadsheet/v1/imports';
const key = ['imports'] as const;
const pollMs = 1000;

export const isImporting = ({ status }: Pick<ImportState, 'status'>): boolean =>
  status === 'running' || status === 'waiting' || status === 'stopping';
export const isChecking = ({ is_checking: isUnderWay, check_fault: fault, uploads }: ImportState): boolean =>
  isUnderWay || (uploads.waiting > 0 && fault === '');

export const useImportState = () =>
  useQuery({
    queryKey: [...key, 'state'],
    queryFn: async ({ signal }) => (await rest<ImportState>(address, { signal })).body,
    refetchInterval: ({ state: { data } }) =>
      data && (isImporting(data) || isChecking(data)) ? pollMs : false,
    refetchIntervalInBackground: true,
  });

export const useReportPage = (group: string, page: number, at: string) =>
  useQuery({
    queryKey: [...key, 'report', at, group, page],
    // The links to other pages stay while one loads, and keep the focus.
    placeholderData: (former: ImportReportPage | undefined, query) =>
      query?.queryKey[3] === group ? former : undefined,
    enabled: group !== '',
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (
        await rest<ImportReportPage>(`${address}/report?group=${encodeURIComponent(group)}&page=${page}`, {
          signal,
        })
      ).body,
  });

export const useTemplates = (at: string, count: number) =>
  useQuery({
    queryKey: [...key, 'templates', at],
    enabled: count > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await rest<ImportedTemplates>(`${address}/templates`, { signal })).body,
  });

type Change = readonly ['POST' | 'DELETE', path: string, body?: StartImportSent];

/** Changes of the import, whose replies are its new state. */
export function useImportWork() {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: [...key, 'state'] });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ([method, path, body]: Change) =>
      (await rest<ImportState, StartImportSent>(`${address}${path}`, { method, ...(body ? { body } : {}) }))
        .body,
    onSuccess: (state) => queries.setQueryData([...key, 'state'], state),
    onError: reload,
  });
  const run = async (...change: Change): Promise<boolean> => {
    try {
      await mutateAsync(change);
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      toast(error.message);
      return false;
    }
  };
  return {
    isPending,
    reload,
    start: (keepDemo: boolean, fields: StartImportSent['fields']) =>
      run('POST', '', { keep_demo: keepDemo, ...(fields ? { fields } : {}) }),
    stop: () => run('DELETE', ''),
    check: () => run('POST', '/check'),
    remove: (name: string) => run('DELETE', `/files?name=${encodeURIComponent(name)}`),
    removeUploads: () => run('DELETE', '/uploads'),
  };
}

export type ImportWork = ReturnType<typeof useImportWork>;
