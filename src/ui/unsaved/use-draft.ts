import { useState } from 'react'
import { useUnsaved } from './use-unsaved.ts'

export interface Draft<Values> {
  values: Values
  isDirty: boolean
  edit(patch: Partial<Values>): void
  /** Back to what is stored. */
  reset(): void
}

/**
 * The values of a form. What is stored replaces them when it changes, after a save for example; the form stays
 * mounted, so the focus stays where it is. Leaving with unsaved values asks first.
 */
export const useDraft = <Values extends object>(stored: Values): Draft<Values> => {
  const key = JSON.stringify(stored)
  const [held, setHeld] = useState({ key, values: stored })
  const values = held.key === key ? held.values : stored
  const isDirty = JSON.stringify(values) !== key
  const reset = () => setHeld({ key, values: stored })
  useUnsaved(isDirty, reset)
  return {
    values,
    isDirty,
    edit: (patch) => setHeld((now) => ({ key, values: { ...(now.key === key ? now.values : stored), ...patch } })),
    reset,
  }
}
