import { breathe } from '../../kernel/breathe.ts'
import { unshieldCell } from '../../rules/csv.ts'
import { normalizeEmail } from '../../rules/email.ts'

export const IMPORT_FIELDS = ['email', 'name', 'phone', 'roles'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Which column holds what; -1 for none. */
export type Mapping = Readonly<Record<ImportField, number>>

const ALIASES: Readonly<Record<ImportField, RegExp>> = {
  email: /^e-?mail|mail$|^address$|^login$|^user ?name$/i,
  name: /^(full ?|display ?)?name$|^person$/i,
  phone: /phone|mobile|^tel/i,
  roles: /^roles?( ?(name|key)s?)?$|^groups? roles?$/i,
}

/** Guesses the columns by their headings. */
export const guessMapping = (header: readonly string[]): Mapping => {
  const taken = new Set<number>()
  const find = (field: ImportField) => {
    const at = header.findIndex((head, index) => !taken.has(index) && ALIASES[field].test(head.trim()))
    if (at >= 0) taken.add(at)
    return at
  }
  return { email: find('email'), phone: find('phone'), roles: find('roles'), name: find('name') }
}

export type RowProblem =
  | { kind: 'noEmail' }
  | { kind: 'badEmail' }
  | { kind: 'twice'; line: number }
  | { kind: 'badPhone' }
  | { kind: 'unknownRole'; role: string }
  | { kind: 'server'; reason: 'member' | 'email' | 'domain' | 'role' }
  | { kind: 'refused'; message: string }

export interface ImportRow {
  /** As spreadsheets count: the heading is line 1. */
  line: number
  /** As they were in the file, to return failed rows unchanged. */
  cells: readonly string[]
  email: string
  name: string
  phone: string
  roleIds: readonly string[]
  problem?: RowProblem
}

interface KnownRole {
  id: string
  key: string
  name: string
}

/** Digits, spaces and the usual marks, seven digits at least; the server knows better. */
const PHONE = /^\+?[\d\s().-]{7,20}$/

const SEPARATORS = /[;|\n]|,(?=\s*\S)/

/** Checks rows one by one and remembers their emails, so that a long file can be checked in parts. */
export const createRowChecker = (mapping: Mapping, roles: readonly KnownRole[], defaultRoleIds: readonly string[]) => {
  const seen = new Map<string, number>()
  const roleIds = new Map(
    roles.flatMap(({ id, key, name }) => [[name.toLowerCase(), id] as const, [key.toLowerCase(), id] as const]),
  )
  const rolesOf = (text: string): { ids: readonly string[]; unknown?: string } => {
    const names = text
      .split(SEPARATORS)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (names.length === 0) return { ids: defaultRoleIds }
    const unknown = names.find((name) => !roleIds.has(name.toLowerCase()))
    if (unknown !== undefined) return { ids: [], unknown }
    return { ids: [...new Set(names.flatMap((name) => roleIds.get(name.toLowerCase()) ?? []))] }
  }
  const problemOf = (given: string, email: string, phone: string, unknown: string | undefined, line: number) => {
    if (given === '') return { kind: 'noEmail' } as const
    if (email === '') return { kind: 'badEmail' } as const
    const before = seen.get(email)
    if (before !== undefined) return { kind: 'twice', line: before } as const
    seen.set(email, line)
    if (phone !== '' && !PHONE.test(phone)) return { kind: 'badPhone' } as const
    return unknown === undefined ? undefined : ({ kind: 'unknownRole', role: unknown } as const)
  }
  return (cells: readonly string[], line: number): ImportRow => {
    const cellOf = (field: ImportField) => unshieldCell(cells[mapping[field]] ?? '').trim()
    const given = cellOf('email')
    const email = normalizeEmail(given) ?? ''
    const phone = cellOf('phone')
    const { ids, unknown } = rolesOf(cellOf('roles'))
    const problem = problemOf(given, email, phone, unknown, line)
    return { line, cells, email, name: cellOf('name'), phone, roleIds: ids, ...(problem && { problem }) }
  }
}

const PART = 250

/** Checks every row without blocking the page. */
export const checkRows = async (
  rows: readonly (readonly string[])[],
  check: ReturnType<typeof createRowChecker>,
  onProgress: (done: number) => void,
): Promise<ImportRow[]> => {
  const found: ImportRow[] = []
  for (let from = 0; from < rows.length; from += PART) {
    rows.slice(from, from + PART).forEach((cells, at) => {
      found.push(check(cells, from + at + 2))
    })
    onProgress(found.length)
    await breathe()
  }
  return found
}

/** The failed rows as they were in the file, with the reason in one more column. */
export const failedTable = (
  header: readonly string[],
  rows: readonly ImportRow[],
  words: { reason: string; of(problem: RowProblem): string },
): string[][] => [
  [...header, words.reason],
  ...rows.flatMap((row) => {
    if (!row.problem) return []
    // A short row keeps its reason under the right head.
    const cells = Array.from({ length: Math.max(header.length, row.cells.length) }, (_, at) => row.cells[at] ?? '')
    return [[...cells.map((cell) => unshieldCell(cell)), words.of(row.problem)]]
  }),
]
