import { useEffect, useRef } from 'react'
import { type ToastOptions, useToast } from '../../ui/toast/toast.tsx'

/** Said once in a toast; `seq` tells two alike apart. */
export interface Notice<Key extends string> {
  seq: number
  key: Key
  values: Readonly<Record<string, string | number>>
}

export const nextNotice = <Key extends string>(
  before: Notice<Key> | undefined,
  key: Key,
  values: Notice<Key>['values'] = {},
): Notice<Key> => ({ seq: (before?.seq ?? 0) + 1, key, values })

/** Tells each new notice once; one that was there before the page was drawn is old news. */
export const useNotice = <Key extends string>(
  notice: Notice<Key> | undefined,
  toToast: (notice: Notice<Key>) => ToastOptions,
): void => {
  const toast = useToast()
  const told = useRef(notice?.seq)
  const words = useRef(toToast)
  words.current = toToast
  useEffect(() => {
    if (!notice || told.current === notice.seq) return
    told.current = notice.seq
    toast(words.current(notice))
  }, [notice, toast])
}
