import { useState } from 'react'
import { useTexts } from '../../feature/feature-context.tsx'
import type { SessionPort, SessionSnapshot } from '../../feature/ports.ts'
import { isRepeatable } from '../../kernel/errors.ts'
import type { KeyValue } from '../../kernel/storage.ts'
import { USER_ID_KEY } from '../../kernel/user-id-key.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { Button } from '../../ui/button/button.tsx'
import { loginBoxMessages } from './login-box.messages.ts'

/**
 * Returns whether the session of a returning user couldn't be loaded, so that it isn't known if they are signed in. A
 * refusal, such as one of their network, isn't an outage: the form shows it.
 */
export const isInterrupted = ({ status, failure }: SessionSnapshot, local: KeyValue): boolean =>
  status === 'signed-out' && failure !== undefined && isRepeatable(failure) && local.get(USER_ID_KEY) !== undefined

interface OutageProps {
  session: Pick<SessionPort, 'refresh'>
  /** Called when the user wants the form, to sign in as another user. */
  onLeave(): void
}

/** Replaces the form, which a signed-in user would not need. The session retries by itself. */
export const Outage = ({ session, onLeave }: OutageProps) => {
  const t = useTexts(loginBoxMessages)
  const [isBusy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    session
      .refresh()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <AuthCard state={{ tone: 'info', icon: 'alert' }} title={t('outageTitle')} text={t('outageText')}>
      <Button variant="primary" size="l" block busy={isBusy} onClick={retry}>
        {t('outageRetry')}
      </Button>
      <Button variant="ghost" size="l" block onClick={onLeave}>
        {t('outageLeave')}
      </Button>
    </AuthCard>
  )
}
