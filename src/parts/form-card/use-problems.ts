import { useState } from 'react'

export interface Problems<Field extends string> {
  /** Shown after the field was left once, or after a press on save. */
  of(field: Field): string | undefined
  left(field: Field): void
  /** Shows all; `true` when there are none. */
  check(): boolean
  /** A new start: nothing is shown until a field is left again. */
  forget(): void
}

/** Fields are judged when they are left and on submit, not while they are typed in for the first time (UX). */
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
