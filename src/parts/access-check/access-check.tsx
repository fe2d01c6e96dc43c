import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Interruption } from '../../entities/guarantee.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import { LazyPart } from '../lazy-part/lazy-part.tsx'
import { leftAloneMessages } from '../left-alone/left-alone.messages.ts'
import { useHeldSave } from '../left-alone/use-held-save.ts'
import type { AccessCheck } from './access-check-result.tsx'
import { type AccessChanges, type AccessCheckState, keyOfChanges } from './check-access-changes.ts'

interface AccessCheckProps {
  state: AccessCheckState
  actions: { checkAccessChanges(changes: AccessChanges): Promise<boolean | undefined> }
}

const NONE: readonly Interruption[] = []

/** Returns the result for these changes, if they were checked last. */
const checkedOf = ({ accessCheck }: AccessCheckState, key: string) => {
  const checked = accessCheck?.key === key ? accessCheck : undefined
  const { found = NONE, error } = checked ?? {}
  return {
    found,
    error,
    isWarning: found.length > 0 || error !== undefined,
    isChecking: checked !== undefined && checked.found === undefined && error === undefined,
  }
}

/** Checks the changes of a dialog while it is open, before it saves them. */
export const useAccessCheck = ({ state, actions }: AccessCheckProps, changes: AccessChanges) => {
  const key = keyOfChanges(changes)
  const check = () => {
    if (changes.length > 0) void actions.checkAccessChanges(changes)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once for the same changes
  useEffect(check, [key])
  const result = checkedOf(state, key)
  return { ...result, ...useHeldSave(key, result), retry: check }
}

/**
 * Checks the changes of a form when it is saved. It is saved at once if they interrupt nothing, else the second time.
 * If `draft` or the changes differ when the check ends, or the form is closed, nothing is saved.
 */
export const useCheckedSave = ({ state, actions }: AccessCheckProps, changes: AccessChanges, draft?: unknown) => {
  const t = useLocale().translator.translatorFor(leftAloneMessages)
  const key = keyOfChanges(changes)
  const result = checkedOf(state, key)
  const { isWarning, isChecking } = result
  const requested = useRef<object>(undefined)
  const drop = () => {
    requested.current = undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: dropped with what was to be saved
  useLayoutEffect(() => drop, [key, JSON.stringify(draft)])
  return {
    ...result,
    retry: () => void actions.checkAccessChanges(changes),
    /** Label of the button that saves despite the warning. */
    saveAnyway: isWarning ? t('saveAnyway') : undefined,
    async save<Result>(work: () => Result): Promise<Awaited<Result> | undefined> {
      if (isChecking) return undefined
      if (changes.length === 0 || isWarning) return await work()
      const request = {}
      requested.current = request
      const isNothing = await actions.checkAccessChanges(changes)
      return isNothing && requested.current === request ? await work() : undefined
    },
  }
}

const loadResult = () => loadChunk(() => import('./access-check-result.tsx')).then((loaded) => loaded.AccessCheckResult)

/** Shows what the change interrupts. Most changes interrupt nothing, so the view is loaded only if it is needed. */
export const AccessCheckAlert = ({ found, error, retry }: AccessCheck) =>
  found.length > 0 || error !== undefined ? <LazyPart load={loadResult} props={{ found, error, retry }} /> : null
