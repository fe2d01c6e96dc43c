import type { ImportRow, Mapping } from '../../parts/csv/member-rows.ts'
import type { Table } from '../../parts/csv/read-csv.ts'

export interface LoadedFile extends Partial<Pick<Table, 'lines' | 'faults' | 'encoding' | 'hasHeading'>> {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The reason a file can't be imported. */
export type FileProblem =
  | { kind: 'empty' | 'separator' | 'tooMany' | 'unreadable' | 'workbook' }
  | { kind: 'refused'; message: string }

interface Mapped {
  file: LoadedFile
  mapping: Mapping
  /** Roles for rows that name none. */
  defaultRoleIds: readonly string[]
}

/** The rows to invite; `next` is the index in `ready` of the first one not yet tried. */
interface Run {
  file: LoadedFile
  ready: readonly ImportRow[]
  next: number
  failures: readonly ImportRow[]
}

export type ImportStep =
  | { step: 'choose'; problem?: FileProblem | undefined }
  | ({ step: 'map' } & Mapped)
  | ({ step: 'checking'; done: number } & Mapped)
  | { step: 'checked'; file: LoadedFile; rows: readonly ImportRow[] }
  | ({ step: 'running' | 'stopping' | 'stopped' | 'done' } & Run)

export type ImportEvent =
  | { type: 'fileRead'; file: LoadedFile; mapping: Mapping }
  | { type: 'fileRefused'; problem: FileProblem }
  | { type: 'mapped'; patch: Partial<Pick<Mapped, 'mapping' | 'defaultRoleIds'>> }
  | { type: 'checkStarted' }
  | { type: 'rowsChecked'; done: number }
  | { type: 'checked'; rows: readonly ImportRow[] }
  | { type: 'runStarted' }
  | { type: 'rowTried'; failure?: ImportRow }
  | { type: 'stopRequested' }
  | { type: 'restarted' }

export const NO_IMPORT: ImportStep = { step: 'choose' }

/** Returns whether work is running that must be stopped before the dialog can close. */
export const isImporting = ({ step }: ImportStep): boolean =>
  step === 'checking' || step === 'running' || step === 'stopping'
