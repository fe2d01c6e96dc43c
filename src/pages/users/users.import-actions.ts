import { messageOf } from '../../kernel/errors.ts'
import {
  checkRows,
  createRowChecker,
  guessByContent,
  guessMapping,
  IMPORT_FIELDS,
  type ImportRow,
  importFieldsOf,
  type Mapping,
} from '../../parts/csv/member-rows.ts'
import { readCsv, TooManyRowsError, WorkbookError } from '../../parts/csv/read-csv.ts'
import { SeparatorError } from '../../parts/csv/separator.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import type { UsersContext } from './users.calls.ts'
import { type ImportEvent, type ImportStep, NO_IMPORT } from './users.import.ts'

/** The server's limit per check. */
const MAX_CHECKED_AT_ONCE = 1_000

const started = (step: ImportStep): ImportStep => {
  if (step.step === 'stopped') return { ...step, step: 'running' }
  if (step.step !== 'checked') return step
  const ready = step.rows.filter(({ problem }) => !problem)
  return ready.length > 0 ? { step: 'running', file: step.file, ready, next: 0, failures: [] } : step
}

/** Records one tried row. The last row ends the run; a requested stop ends it after the current row. */
const tried = (step: ImportStep, failure: ImportRow | undefined): ImportStep => {
  if (step.step !== 'running' && step.step !== 'stopping') return step
  const next = step.next + 1
  const failures = failure ? [...step.failures, failure] : step.failures
  if (next >= step.ready.length) return { ...step, step: 'done', next, failures }
  return { ...step, step: step.step === 'stopping' ? 'stopped' : 'running', next, failures }
}

/** Applies an event to the import, from the file to its last row. An event that doesn't apply changes nothing. */
export const importTransition = (step: ImportStep, event: ImportEvent): ImportStep => {
  switch (event.type) {
    case 'fileRead': {
      const { file, mapping } = event
      return step.step === 'choose' ? { step: 'map', file, mapping, defaultRoleIds: [] } : step
    }
    case 'fileRefused':
      return step.step === 'choose' || step.step === 'checking' ? { step: 'choose', problem: event.problem } : step
    case 'mapped':
      return step.step === 'map' ? { ...step, ...event.patch } : step
    case 'checkStarted':
      return step.step === 'map' && step.mapping.email >= 0 ? { ...step, step: 'checking', done: 0 } : step
    case 'rowsChecked':
      return step.step === 'checking' ? { ...step, done: event.done } : step
    case 'checked':
      return step.step === 'checking' ? { step: 'checked', file: step.file, rows: event.rows } : step
    case 'runStarted':
      return started(step)
    case 'rowTried':
      return tried(step, event.failure)
    case 'stopRequested':
      return step.step === 'running' ? { ...step, step: 'stopping' } : step
    case 'restarted':
      return step.step === 'checked' ? NO_IMPORT : step
  }
}

/** Returns a function that applies an event to the page's import. */
export const sendTo =
  ({ apply }: UsersContext) =>
  (event: ImportEvent) =>
    apply((state) => ({ ...state, importing: importTransition(state.importing, event) }))

const refusalOf = (error: unknown) => {
  if (error instanceof WorkbookError) return 'workbook'
  if (error instanceof SeparatorError) return 'separator'
  return error instanceof TooManyRowsError ? 'tooMany' : 'unreadable'
}

export const chooseFile = async (context: UsersContext, file: File): Promise<void> => {
  const send = sendTo(context)
  try {
    const table = await readCsv(file)
    if (table.rows.length === 0) return send({ type: 'fileRefused', problem: { kind: 'empty' } })
    const guess = table.hasHeading ? guessMapping(table.header, table.rows) : guessByContent(table)
    const fields = importFieldsOf(context.get().inviteFields)
    const hidden = IMPORT_FIELDS.filter((field) => !fields.includes(field)).map((field) => [field, -1])
    const mapping: Mapping = { ...guess, ...Object.fromEntries(hidden) }
    send({ type: 'fileRead', file: { ...table, name: file.name }, mapping })
  } catch (error) {
    send({ type: 'fileRefused', problem: { kind: refusalOf(error) } })
  }
}

/** Checks what only the server knows: existing members and allowed domains. On an older backend nothing is checked. */
const checkOnServer = async ({ api }: UsersContext, rows: readonly ImportRow[]): Promise<ImportRow[]> => {
  const checked = [...rows]
  const open = rows.flatMap((row, at) => (row.problem ? [] : [at]))
  for (let from = 0; from < open.length; from += MAX_CHECKED_AT_ONCE) {
    const part = open.slice(from, from + MAX_CHECKED_AT_ONCE)
    const users = part.map((at) => ({ email: rows[at]?.email ?? '', roleIds: [...(rows[at]?.roleIds ?? [])] }))
    try {
      const { problems } = await api.inviteChecks.checkInvites({ body: { users } })
      for (const { index, reason } of problems) {
        const at = part[index]
        const row = at === undefined ? undefined : rows[at]
        if (at !== undefined && row) checked[at] = { ...row, problem: { kind: 'server', reason } }
      }
    } catch (error) {
      if (!isMissing(error)) throw error
      return checked
    }
  }
  return checked
}

export const checkFile = async (context: UsersContext): Promise<void> => {
  const send = sendTo(context)
  send({ type: 'checkStarted' })
  const { importing, roles } = context.get()
  if (importing.step !== 'checking') return
  const { file, mapping, defaultRoleIds } = importing
  try {
    const checker = createRowChecker(mapping, roles, defaultRoleIds)
    const rows = await checkRows(file.rows, checker, (done) => send({ type: 'rowsChecked', done }), file)
    send({ type: 'checked', rows: await checkOnServer(context, rows) })
  } catch (error) {
    send({ type: 'fileRefused', problem: { kind: 'refused', message: messageOf(error) } })
  }
}

const toNewUser = ({ email, name, phone, roleIds }: ImportRow) => ({
  email,
  roleIds: [...roleIds],
  ...(name && { name }),
  ...(phone && { phone }),
  provider: 'local' as const,
})

/** Invites one row after another until the last one or a requested stop. It can be resumed. */
export const runImport = async (context: UsersContext): Promise<void> => {
  const { api, get, after, notify } = context
  const send = sendTo(context)
  send({ type: 'runStarted' })
  for (let now = get().importing; now.step === 'running'; now = get().importing) {
    const row = now.ready[now.next]
    if (!row) return
    try {
      const user = await api.team.addUser({ body: toNewUser(row) })
      after('create-user', { userId: user?.id, email: row.email, roleIds: row.roleIds })
      send({ type: 'rowTried' })
    } catch (error) {
      send({ type: 'rowTried', failure: { ...row, problem: { kind: 'refused', message: messageOf(error) } } })
    }
  }
  const ended = get().importing
  if (ended.step !== 'done') return
  const invited = ended.ready.length - ended.failures.length
  if (invited > 0) notify('imported', { count: invited })
}
