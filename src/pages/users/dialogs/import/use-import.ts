import { useRef, useState } from 'react'
import type { Translate } from '../../../../feature/messages.ts'
import { messageOf } from '../../../../kernel/errors.ts'
import {
  checkRows,
  createRowChecker,
  guessMapping,
  type ImportRow,
  type Mapping,
  type RowProblem,
} from '../../../../parts/csv/people-rows.ts'
import { readCsv, type Table, TooManyRowsError } from '../../../../parts/csv/read-csv.ts'
import { isMissing, type UsersContext } from '../../users.context.ts'
import { noticed } from '../../users.state.ts'
import type { ImportTexts } from './import.messages.ts'

export interface LoadedFile extends Table {
  name: string
}

export type ImportStep =
  | { step: 'choose'; error?: string | undefined }
  | { step: 'map'; file: LoadedFile; mapping: Mapping; defaultRoleIds: readonly string[] }
  | { step: 'checking'; done: number; total: number }
  | { step: 'checked'; file: LoadedFile; rows: readonly ImportRow[] }
  | Run

/** `next` is the first of `ready` that was not tried. */
interface Run {
  step: 'running' | 'stopping' | 'stopped' | 'done'
  file: LoadedFile
  ready: readonly ImportRow[]
  next: number
  failures: readonly ImportRow[]
}

/** As many as the server judges at once. */
const ASKED_AT_ONCE = 1_000

export const problemText = (problem: RowProblem, t: Translate<ImportTexts>): string => {
  switch (problem.kind) {
    case 'server':
      return t(problem.reason === 'email' ? 'badEmail' : problem.reason)
    case 'refused':
      return problem.message
    case 'twice':
      return t('twice', { line: problem.line })
    case 'unknownRole':
      return t('unknownRole', { role: problem.role })
    default:
      return t(problem.kind)
  }
}

/** What only the server knows: who is a member already, which domains may join. An older one is not asked. */
const askServer = async ({ api }: UsersContext, rows: readonly ImportRow[]): Promise<ImportRow[]> => {
  const asked = [...rows]
  const open = rows.flatMap((row, at) => (row.problem ? [] : [at]))
  for (let from = 0; from < open.length; from += ASKED_AT_ONCE) {
    const part = open.slice(from, from + ASKED_AT_ONCE)
    const people = part.map((at) => ({ email: rows[at]?.email ?? '', roleIds: [...(rows[at]?.roleIds ?? [])] }))
    try {
      const { problems } = await api.additions.checkInvites({ body: { people } })
      for (const { index, reason } of problems) {
        const at = part[index]
        const row = at === undefined ? undefined : rows[at]
        if (at !== undefined && row) asked[at] = { ...row, problem: { kind: 'server', reason } }
      }
    } catch (error) {
      if (!isMissing(error)) throw error
      return asked
    }
  }
  return asked
}

const toNewUser = ({ email, name, phone, roleIds }: ImportRow) => ({
  email,
  roleIds: [...roleIds],
  ...(name && { name }),
  ...(phone && { phone }),
  provider: 'local' as const,
})

/** The import from the file to its last person; it can be stopped and go on. */
export const useImport = (context: UsersContext, t: Translate<ImportTexts>) => {
  const [step, setStep] = useState<ImportStep>({ step: 'choose' })
  const isStopping = useRef(false)

  const choose = async (file: File): Promise<void> => {
    try {
      const table = await readCsv(file)
      if (table.rows.length === 0) return setStep({ step: 'choose', error: t('empty') })
      const defaultRoleIds: string[] = []
      setStep({ step: 'map', file: { ...table, name: file.name }, mapping: guessMapping(table.header), defaultRoleIds })
    } catch (error) {
      setStep({ step: 'choose', error: t(error instanceof TooManyRowsError ? 'tooMany' : 'unreadable') })
    }
  }

  const check = async (file: LoadedFile, mapping: Mapping, defaultRoleIds: readonly string[]): Promise<void> => {
    const total = file.rows.length
    setStep({ step: 'checking', done: 0, total })
    const checker = createRowChecker(mapping, context.get().roles, defaultRoleIds)
    const rows = await checkRows(file.rows, checker, (done) => setStep({ step: 'checking', done, total }))
    try {
      setStep({ step: 'checked', file, rows: await askServer(context, rows) })
    } catch (error) {
      setStep({ step: 'choose', error: messageOf(error) })
    }
  }

  const run = async (from: Omit<Run, 'step'>): Promise<void> => {
    isStopping.current = false
    let { next } = from
    const failures = [...from.failures]
    const show = (name: Run['step']) => setStep({ ...from, step: name, next, failures: [...failures] })
    for (
      show('running');
      next < from.ready.length && !isStopping.current;
      show(isStopping.current ? 'stopping' : 'running')
    ) {
      const row = from.ready[next] as ImportRow // the loop's condition
      try {
        const user = await context.api.team.addUser({ body: toNewUser(row) })
        context.deps.events.after('create-user', { userId: user?.id, email: row.email, roleIds: row.roleIds })
      } catch (error) {
        failures.push({ ...row, problem: { kind: 'refused', message: messageOf(error) } })
      }
      next += 1
    }
    show(next < from.ready.length ? 'stopped' : 'done')
    const invited = next - failures.length
    if (invited > 0 && next === from.ready.length) context.apply(noticed('imported', { count: invited }))
  }

  return {
    step,
    choose,
    change: (patch: Partial<Extract<ImportStep, { step: 'map' }>>) =>
      setStep((now) => (now.step === 'map' ? { ...now, ...patch } : now)),
    check,
    restart: () => setStep({ step: 'choose' }),
    start: (file: LoadedFile, rows: readonly ImportRow[]) =>
      run({ file, ready: rows.filter(({ problem }) => !problem), next: 0, failures: [] }),
    stop: () => {
      isStopping.current = true
      setStep((now) => (now.step === 'running' ? { ...now, step: 'stopping' } : now))
    },
    resume: run,
  }
}

export type Import = ReturnType<typeof useImport>
