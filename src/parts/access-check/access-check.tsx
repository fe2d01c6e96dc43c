import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Guaranteed, GuaranteedKind, Interruption } from '../../entities/guarantee.ts'
import { GUARANTEED_PAGES } from '../../navigation/guaranteed-pages.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { useHeldSave } from '../left-alone/use-held-save.ts'
import { usePageLink } from '../page-kit/page-links.ts'
import { RowLink } from '../record-list/record-list.tsx'
import css from './access-check.css'
import { accessCheckMessages } from './access-check.messages.ts'
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
  const t = useLocale().translator.translatorFor(accessCheckMessages)
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

type AccessCheck = Pick<ReturnType<typeof useAccessCheck>, 'found' | 'error' | 'retry'>

/** Number of items that are named; the others are counted. */
const MAX_ITEMS = 5

interface ShownItem extends Pick<Guaranteed, 'kind' | 'id' | 'name'> {
  guarantor: Interruption['guarantor']
}

/** Returns some items by the user who vouches for them, at least one of each user if they are few. */
const shownItems = (found: readonly Interruption[]): ShownItem[][] => {
  const named = found.flatMap(({ kind, guarantor, items }) => items.map((item) => ({ ...item, kind, guarantor })))
  const ids = [...new Set(named.map(({ guarantor }) => guarantor?.id))]
  const byUser = ids.map((id) => named.filter(({ guarantor }) => guarantor?.id === id))
  const places = byUser.flatMap((own) => own.map((item, place) => ({ item, place })))
  const shown = places.sort((one, other) => one.place - other.place).slice(0, MAX_ITEMS)
  return byUser
    .map((own) => own.filter((item) => shown.some((each) => each.item === item)))
    .filter(({ length }) => length > 0)
}

/** Links to the page on which it can be confirmed, if the user can open that. */
const Item = ({ kind, name }: { kind: GuaranteedKind; name: string }) => {
  const t = useLocale().translator.translatorFor(accessCheckMessages)
  const open = usePageLink(GUARANTEED_PAGES[kind])
  const label = name ? t('named', { kind: t(kind), name }) : t(kind)
  return <li>{open ? <RowLink onClick={open}>{label}</RowLink> : label}</li>
}

/** Names what the change interrupts, or the reason why that isn't known. */
export const AccessCheckAlert = ({ found, error, retry }: AccessCheck) => {
  const t = useLocale().translator.translatorFor(accessCheckMessages)
  useSheet(css)
  if (error !== undefined)
    return (
      <Alert tone="warning" title={t('failed')} action={<Button onClick={retry}>{t('retry')}</Button>}>
        {error}
      </Alert>
    )
  if (found.length === 0) return null
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const shown = shownItems(found)
  const rest = count - shown.flat().length
  return (
    <Alert tone="warning" title={t('title', { count })}>
      <div className="fe-access-check">
        {shown.map((items) => {
          const guarantor = items[0]?.guarantor
          return (
            <div key={guarantor?.id ?? ''}>
              {guarantor ? t('of', { name: nameOfUser(guarantor) }) : shown.length > 1 && t('ofUnknown')}
              <ul>
                {items.map(({ kind, id, name }) => (
                  <Item key={`${kind} ${id}`} kind={kind} name={name} />
                ))}
              </ul>
            </div>
          )
        })}
        {rest > 0 && <span>{t('more', { count: rest })}</span>}
        <span>{t('hint')}</span>
      </div>
    </Alert>
  )
}
