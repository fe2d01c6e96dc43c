import { useState } from 'react'
import { useUnsaved } from './unsaved-guard.ts'

export interface Draft<Values> {
  values: Values
  isDirty: boolean
  edit(patch: Partial<Values>): void
  /** Restores the stored values. */
  reset(): void
}

/**
 * Returns the values of a form. The stored values replace them when they change, for example after a save. The form
 * stays mounted, so the focus stays in place. Leaving with unsaved values asks first.
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
