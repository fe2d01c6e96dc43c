import { useEffect, useRef } from 'react'
import { useUiText } from '../../ui/locale/ui-text.ts'
import { useToast } from '../../ui/toast/toast.tsx'
import type { ToastOptions } from '../../ui/toast/toast-card.tsx'
import { type Failure, failedWith, IDLE, useFailureText } from '../failure/failure.ts'

/** Values of a notice besides its text. */
export interface NoticeParts {
  /** Id in the undo queue of an action that can still be undone. */
  undo?: string | undefined
  /** The reason the action failed, available as `reason` in the text. */
  failure?: Failure | undefined
  /** Repeats the failed action; set only if repeating it is safe. */
  retry?: (() => unknown) | undefined
  /** Set for a result that is neither a success nor a failure. @default that of the page */
  tone?: 'info' | undefined
}

/** A notice shown once as a toast; `seq` distinguishes two equal ones. */
export interface Notice<Key extends string> extends NoticeParts {
  seq: number
  key: Key
  values: Readonly<Record<string, string | number>>
}

export const nextNotice = <Key extends string>(
  before: Notice<Key> | undefined,
  key: Key,
  more: Partial<Pick<Notice<Key>, 'values'>> & NoticeParts = {},
): Notice<Key> => ({ seq: (before?.seq ?? 0) + 1, key, values: {}, ...more })

/**
 * Shows each new notice once; a notice from before the first render is not shown again. A failure that can be repeated
 * gets a retry button. When the page is left, its toasts lose their buttons, because their subject is no longer shown.
 */
export const useNotice = <Key extends string>(
  notice: Notice<Key> | undefined,
  toToast: (notice: Notice<Key>) => ToastOptions,
): void => {
  const toast = useToast()
  const t = useUiText()
  const reason = useFailureText(notice?.failure ? failedWith(notice.failure) : IDLE)
  const shown = useRef(notice?.seq)
  const takeBack = useRef<(() => void)[]>([])
  const show = ({ retry, ...rest }: Notice<Key>) => {
    const values = reason === undefined ? rest.values : { ...rest.values, reason }
    const action = retry && { label: t('retry'), onSelect: () => void retry() }
    const tone = rest.failure && ({ tone: 'danger' } as const)
    takeBack.current.push(toast({ ...toToast({ ...rest, values }), ...tone, ...(action && { action }) }))
  }
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    if (!notice || shown.current === notice.seq) return
    shown.current = notice.seq
    latest.current(notice)
  }, [notice])
  useEffect(
    () => () => {
      for (const withdraw of takeBack.current.splice(0)) withdraw()
    },
    [],
  )
}
