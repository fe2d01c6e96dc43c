import { breathe } from '../../kernel/breathe.ts'
import { listOf } from '../../kernel/list-of.ts'
import { unescapeFormula } from '../../rules/csv.ts'
import { copiedEmail, hasForeignLocalPart, normalizeEmail } from '../../rules/email.ts'
import { splitLines } from '../../rules/line-breaks.ts'
import { normalizeName } from '../../rules/names.ts'
import { invitedPhone } from '../phone/invited-phone.ts'
import {
  EMAIL_HEADING,
  FIRST_NAME_HEADING,
  headingOf,
  LAST_NAME_HEADINGS,
  NAME_HEADING,
  PHONE_HEADING,
  ROLES_HEADING,
  WHOLE_NAME_HEADING,
} from './headings.ts'
import type { RowFault, Table } from './read-csv.ts'

export const IMPORT_FIELDS = ['email', 'name', 'lastName', 'phone', 'roles'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Returns the fields that an import fills. A field that invitations don't have isn't imported either. */
export const importFieldsOf = ({ name, phone }: { name: string; phone: string }): readonly ImportField[] =>
  IMPORT_FIELDS.filter((field) => {
    if (field === 'phone') return phone !== 'hidden'
    return name !== 'hidden' || (field !== 'name' && field !== 'lastName')
  })

/** The column index of each field; -1 for none. */
export type Mapping = Readonly<Record<ImportField, number>>

const CHECKED_ROWS = 20

type IsGood = (cell: string) => boolean

const isEmail = (cell: string): boolean => normalizeEmail(copiedEmail(cell)) !== undefined
const isPhone = (cell: string): boolean => invitedPhone(cell) !== undefined
/** Matches a number without its country code, too. */
const DIGITS = /(\p{Nd}\P{Nd}{0,3}){5}/u

/** Returns which of these columns has the most good cells in the first rows; `undefined` if no row has one. */
const columnWithMost = (
  isGood: IsGood,
  rows: readonly (readonly string[])[],
  columns: readonly number[],
): number | undefined => {
  const checked = rows.slice(0, CHECKED_ROWS)
  const counts = columns.map((at) => checked.filter((cells) => isGood(cells[at] ?? '')).length)
  const most = Math.max(0, ...counts)
  return most === 0 ? undefined : columns[counts.indexOf(most)]
}

/** Guesses the columns by their headings, and a column of emails by its cells, too, whatever its heading is. */
export const guessMapping = (header: readonly string[], rows: readonly (readonly string[])[] = []): Mapping => {
  const taken = new Set<number>()
  const headings = header.map(headingOf)
  const find = (...patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const at = headings.findIndex((heading, index) => !taken.has(index) && pattern.test(heading))
      if (at >= 0) {
        taken.add(at)
        return at
      }
    }
    return -1
  }
  // Directories write several columns with such a heading, such as a login and an email, or two of the same.
  const columns = headings.map((_, at) => at)
  const isBlank = (at: number) => rows.slice(0, CHECKED_ROWS).every((cells) => !cells[at]?.trim())
  const named = (heading: RegExp, isGood: IsGood, isPossible?: IsGood): number | undefined => {
    const those = columns.filter((at) => !taken.has(at) && heading.test(headings[at] ?? ''))
    const best = columnWithMost(isGood, rows, those)
    if (best !== undefined || !isPossible) return best ?? those[0]
    return columnWithMost(isPossible, rows, those) ?? those.find(isBlank)
  }
  const email = named(EMAIL_HEADING, isEmail) ?? columnWithMost(isEmail, rows, columns) ?? -1
  taken.add(email)
  const phone = named(PHONE_HEADING, isPhone, (cell) => DIGITS.test(cell)) ?? -1
  taken.add(phone)
  const found = { email, phone, roles: find(ROLES_HEADING) }
  const [lastName, first] = [find(...LAST_NAME_HEADINGS), find(FIRST_NAME_HEADING)]
  if (lastName >= 0 && first >= 0) return { ...found, lastName, name: first }
  // A full name with only one of its parts already contains that part.
  const whole = find(WHOLE_NAME_HEADING)
  if (whole >= 0) return { ...found, lastName: -1, name: whole }
  const other = find(NAME_HEADING)
  if (lastName >= 0) return { ...found, lastName, name: other }
  // "Name" is the last name if there is also a first name, as in German: "Vorname, Name".
  return first >= 0 && other >= 0
    ? { ...found, lastName: other, name: first }
    : { ...found, lastName: -1, name: Math.max(first, other) }
}

const NAME = /^\p{L}[^@\d]*$/u
const ONE_WORD = /^[\p{L}\p{M}'’.-]+$/u

/**
 * Guesses the columns of a file without headings by its first well-formed row with an email. If every row has a single
 * word and then another name, the name is in two columns.
 */
export const guessByContent = ({ rows, faults }: Pick<Table, 'rows' | 'faults'>): Mapping => {
  const whole = rows.filter((_, at) => !faults.has(at))
  const emailIn = (row: readonly string[]) => row.findIndex(isEmail)
  const cells = whole.find((row) => emailIn(row) >= 0) ?? []
  const email = emailIn(cells)
  const name = cells.findIndex((cell, at) => at !== email && NAME.test(cell.trim()))
  const isSplit =
    name >= 0 &&
    name + 1 !== email &&
    whole.every((row) => ONE_WORD.test(row[name]?.trim() ?? '') && NAME.test(row[name + 1]?.trim() ?? ''))
  return { email, name, lastName: isSplit ? name + 1 : -1, phone: -1, roles: -1 }
}

export type RowProblem =
  | { kind: RowFault }
  | { kind: 'noEmail' }
  | { kind: 'badEmail' }
  | { kind: 'foreignEmail' }
  | { kind: 'twice'; line: number }
  | { kind: 'badPhone' }
  | { kind: 'unknownRole'; role: string }
  | { kind: 'server'; reason: 'member' | 'email' | 'domain' | 'role' }
  | { kind: 'refused'; message: string }

export interface ImportRow {
  /** Line number as spreadsheets count it: the heading is line 1. */
  line: number
  /** The cells as they were in the file, so that failed rows can be returned unchanged. */
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

/** A formula that makes a spreadsheet keep text as it is, such as `="0041"`. */
const TEXT_FORMULA = /^="(.*)"$/s

const SEPARATORS = /[;|]|,(?=\s*\S)/

/** Checks rows one by one and remembers their emails, so that a long file can be checked in parts. */
export const createRowChecker = (mapping: Mapping, roles: readonly KnownRole[], defaultRoleIds: readonly string[]) => {
  const seen = new Map<string, number>()
  const roleIds = new Map(
    roles.flatMap(({ id, key, name }) => [[name.toLowerCase(), id] as const, [key.toLowerCase(), id] as const]),
  )
  const rolesOf = (text: string): { ids: readonly string[]; unknown?: string } => {
    const whole = roleIds.get(text.toLowerCase())
    if (whole !== undefined) return { ids: [whole] }
    const names = splitLines(text)
      .flatMap((line) => line.split(SEPARATORS))
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (names.length === 0) return { ids: defaultRoleIds }
    const unknown = names.find((name) => !roleIds.has(name.toLowerCase()))
    if (unknown !== undefined) return { ids: [], unknown }
    return { ids: [...new Set(names.flatMap((name) => roleIds.get(name.toLowerCase()) ?? []))] }
  }
  const problemOf = (given: string, email: string, phone: string, unknown: string | undefined, line: number) => {
    if (given === '') return { kind: 'noEmail' } as const
    if (email === '') return { kind: hasForeignLocalPart(given) ? 'foreignEmail' : 'badEmail' } as const
    const before = seen.get(email)
    if (before !== undefined) return { kind: 'twice', line: before } as const
    seen.set(email, line)
    if (phone !== '' && !invitedPhone(phone)) return { kind: 'badPhone' } as const
    return unknown === undefined ? undefined : ({ kind: 'unknownRole', role: unknown } as const)
  }
  return (cells: readonly string[], line: number, fault?: RowFault): ImportRow => {
    const cellOf = (field: ImportField) =>
      unescapeFormula((cells[mapping[field]] ?? '').replace(TEXT_FORMULA, '$1')).trim()
    // Some programs write the apostrophe with which spreadsheets mark text.
    const given = copiedEmail(cellOf('email').replace(/^'(?=[^']*$)/, ''))
    const email = normalizeEmail(given) ?? ''
    const typedPhone = cellOf('phone')
    const phone = invitedPhone(typedPhone) ?? typedPhone
    const { ids, unknown } = rolesOf(cellOf('roles'))
    const problem = fault ? { kind: fault } : problemOf(given, email, phone, unknown, line)
    const name = normalizeName(`${cellOf('name')} ${cellOf('lastName')}`)
    return { line, cells, email, name, phone, roleIds: ids, ...(problem && { problem }) }
  }
}

const PART = 250

/** Checks all rows without blocking the page. */
export const checkRows = async (
  rows: readonly (readonly string[])[],
  check: ReturnType<typeof createRowChecker>,
  onProgress: (done: number) => void,
  { lines, faults }: Partial<Pick<Table, 'lines' | 'faults'>> = {},
): Promise<ImportRow[]> => {
  const found: ImportRow[] = []
  for (let from = 0; from < rows.length; from += PART) {
    rows.slice(from, from + PART).forEach((cells, index) => {
      const at = from + index
      found.push(check(cells, lines?.[at] ?? at + 2, faults?.get(at)))
    })
    onProgress(found.length)
    await breathe()
  }
  return found
}

/** Returns the failed rows as they were in the file, with the reason in an extra column. */
export const failedTable = (
  header: readonly string[],
  rows: readonly ImportRow[],
  words: { reason: string; of(problem: RowProblem): string },
): string[][] => [
  [...header, words.reason],
  ...rows.flatMap((row) => {
    if (!row.problem) return []
    // Padding a short row keeps the reason under its heading.
    const cells = listOf(Math.max(header.length, row.cells.length), (at) => row.cells[at] ?? '')
    return [[...cells.map((cell) => unescapeFormula(cell)), words.of(row.problem)]]
  }),
]
