import { useEffect } from 'react'
import type { LeftAlone } from '../../contract/security.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { type AccountChanges, keyOfChanges, type LeftAloneState } from './check-left-alone.ts'
import css from './left-alone.css'
import { leftAloneMessages } from './left-alone.messages.ts'
import { useHeldSave } from './use-held-save.ts'

interface LeftAloneProps {
  state: LeftAloneState
  actions: { checkChanges(body: AccountChanges): Promise<unknown> }
}

/** Checks the changes of a dialog while it is open, before they are saved. */
export const useLeftAlone = ({ state, actions }: LeftAloneProps, body: AccountChanges) => {
  const t = useLocale().translator.translatorFor(leftAloneMessages)
  const isChanging = body.changes.length > 0 || body.move !== undefined
  const key = keyOfChanges(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once for the same changes
  useEffect(() => {
    if (isChanging) void actions.checkChanges(body)
  }, [key])
  const checked = isChanging && state.leftAlone?.key === key ? state.leftAlone : undefined
  const effect = checked?.effect
  const isLeft = effect !== undefined && effect.count > 0
  const isChecking = checked !== undefined && effect === undefined
  return {
    ...useHeldSave(key, { isChecking, isWarning: isLeft }),
    effect: isLeft ? effect : undefined,
    /** Label of the button that saves despite the warning. */
    saveAnyway: isLeft ? t('saveAnyway') : undefined,
  }
}

/** Names the sub-accounts that lose their last administrator. */
export const LeftAloneWarning = ({ effect }: { effect: LeftAlone | undefined }) => {
  const t = useLocale().translator.translatorFor(leftAloneMessages)
  useSheet(css)
  if (!effect) return null
  const { count, accounts } = effect
  const rest = count - accounts.length
  return (
    <Alert tone="danger" title={t('title', { count })}>
      {accounts.length > 0 && (
        <ul className="fe-left-alone">
          {accounts.map(({ tenantId, name }) => (
            <li key={tenantId}>{name}</li>
          ))}
          {rest > 0 && <li>{t('more', { count: rest })}</li>}
        </ul>
      )}
      {t('hint')}
    </Alert>
  )
}
