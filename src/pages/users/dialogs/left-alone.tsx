import { useEffect } from 'react'
import type { LeftAlone, MemberChange } from '../../../contract/security.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { UsersViewProps } from '../users.state.ts'
import { memberDialogsMessages } from './dialogs.messages.ts'

/** Checks the changes of a dialog while it is open, before they are saved. */
export const useLeftAlone = ({ state, actions }: UsersViewProps, changes: readonly MemberChange[]) => {
  const key = JSON.stringify(changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once for the same changes
  useEffect(() => {
    if (changes.length > 0) void actions.checkChanges(changes)
  }, [key])
  const checked = changes.length > 0 && state.leftAlone?.key === key ? state.leftAlone : undefined
  const effect = checked?.effect
  return {
    isChecking: checked !== undefined && effect === undefined,
    effect: effect !== undefined && effect.count > 0 ? effect : undefined,
  }
}

/** Names the sub-accounts that lose their last administrator. */
export const LeftAloneWarning = ({ effect }: { effect: LeftAlone | undefined }) => {
  const t = useLocale().translator.translatorFor(memberDialogsMessages)
  if (!effect) return null
  const { count, accounts } = effect
  const rest = count - accounts.length
  return (
    <Alert tone="danger" title={t('leftAlone', { count })}>
      {accounts.length > 0 && (
        <ul className="fe-users-names">
          {accounts.map(({ tenantId, name }) => (
            <li key={tenantId}>{name}</li>
          ))}
          {rest > 0 && <li>{t('guaranteedMore', { count: rest })}</li>}
        </ul>
      )}
      {t('leftAloneHint')}
    </Alert>
  )
}
