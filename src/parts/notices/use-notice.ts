import { useEffect, useRef } from 'react'
import type { ToastOptions } from '../../ui/toast/toast.props.ts'
import { useToast } from '../../ui/toast/toast.tsx'

/** Shown once as a toast; `seq` distinguishes two equal ones. */
export interface Notice<Key extends string> {
  seq: number
  key: Key
  values: Readonly<Record<string, string | number>>
  /** Id in the undo queue of what can still be undone. */
  undo?: string | undefined
}

export const nextNotice = <Key extends string>(
  before: Notice<Key> | undefined,
  key: Key,
  values: Notice<Key>['values'] = {},
): Notice<Key> => ({ seq: (before?.seq ?? 0) + 1, key, values })

/** Shows each new notice once; one from before the page was drawn is not shown again. */
export const useNotice = <Key extends string>(
  notice: Notice<Key> | undefined,
  toToast: (notice: Notice<Key>) => ToastOptions,
): void => {
  const toast = useToast()
  const shown = useRef(notice?.seq)
  const latest = useRef(toToast)
  latest.current = toToast
  useEffect(() => {
    if (!notice || shown.current === notice.seq) return
    shown.current = notice.seq
    toast(latest.current(notice))
  }, [notice, toast])
}
