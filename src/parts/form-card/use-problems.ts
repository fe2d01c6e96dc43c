import { useState } from 'react'

export interface Problems<Field extends string> {
  /** Returns the problem of a field after it was left once, or after a click on save. */
  of(field: Field): string | undefined
  left(field: Field): void
  /** Shows all problems; returns `true` when there are none. */
  check(): boolean
  /** Starts over: no problem is shown until a field is left again. */
  forget(): void
}

/** Validates fields when they are left and on submit, but not during the first typing. */
export const useProblems = <Field extends string>(
  problems: Readonly<Partial<Record<Field, string>>>,
): Problems<Field> => {
  const [seen, setSeen] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  return {
    of: (field) => (seen === 'all' || seen.has(field) ? problems[field] : undefined),
    left: (field) => setSeen((before) => (before === 'all' ? before : new Set([...before, field]))),
    check: () => {
      setSeen('all')
      return Object.values(problems).every((problem) => problem === undefined)
    },
    forget: () => setSeen(new Set<string>()),
  }
}
