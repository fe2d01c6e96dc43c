import { useEffect, useRef } from 'react'
import { useToast } from '../../ui/toast/toast.tsx'
import { UNDO_MS } from './undo.ts'

/** Said once in a toast; `seq` tells two alike apart. */
export interface Notice<Key extends string> {
  seq: number
  key: Key
  values: Readonly<Record<string, string | number>>
  /** Id in the undo queue of what can still be taken back. */
  undo?: string | undefined
}

interface NoticesProps<Key extends string> {
  notice: Notice<Key> | undefined
  textOf(notice: Notice<Key>): string
  isTrouble(key: Key): boolean
  undoLabel: string
  undo?(id: string): void
  /** Its time is over. */
  commit?(id: string): void
}

/** Tells what went well, or not; a removal can be taken back from there for ten seconds. */
export const useNotices = <Key extends string>(props: NoticesProps<Key>) => {
  const { notice } = props
  const toast = useToast()
  const told = useRef(notice?.seq)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (!notice || told.current === notice.seq) return
    told.current = notice.seq
    const { textOf, isTrouble, undoLabel } = latest.current
    const id = notice.undo
    toast({
      tone: isTrouble(notice.key) ? 'danger' : 'success',
      text: textOf(notice),
      ...(id !== undefined && {
        ms: UNDO_MS,
        action: { label: undoLabel, onSelect: () => latest.current.undo?.(id) },
        onGone: () => latest.current.commit?.(id),
      }),
    })
  }, [notice, toast])
}
