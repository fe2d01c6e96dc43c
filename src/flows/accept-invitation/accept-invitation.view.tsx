import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { InvitationTexts } from './accept-invitation.messages.ts'
import type { InvitationState } from './accept-invitation.state.ts'

interface InvitationViewProps {
  state: InvitationState
  t: Translate<InvitationTexts>
  name: string | undefined
  /** Names the inviting user and the account, when they are known. */
  intro: string | undefined
  error: string | undefined
  onAccept(): void
  onSignIn(): void
}

const Action = ({ children, busy, onPress }: { children: string; busy?: boolean; onPress(): void }) => (
  <Button variant="primary" size="l" block busy={busy} onClick={onPress}>
    {children}
  </Button>
)

export const InvitationView = ({ state, t, name, intro, error, onAccept, onSignIn }: InvitationViewProps) => {
  const back = (
    <AuthLink to="loginUrl" icon="arrow-left">
      {t('invalidBackToLoginButton')}
    </AuthLink>
  )
  switch (state.step) {
    case 'validate':
    case 'pending':
      return (
        <AuthCard
          key="ask"
          title={name ? t('title', { name }) : t('titleWithoutName')}
          text={intro ? `${intro} ${t('message')}` : t('message')}
          footer={back}
        >
          <Action busy={state.step === 'pending'} onPress={onAccept}>
            {t('accept')}
          </Action>
        </AuthCard>
      )
    case 'success':
      return (
        <AuthCard
          key="success"
          state={{ tone: 'success', icon: 'check' }}
          title={t('successTitle')}
          text={t('successMessage')}
          focusTitle
        >
          <Action onPress={onSignIn}>{t('signIn')}</Action>
        </AuthCard>
      )
    case 'invalid':
      return <DeadEnd back={t('invalidBackToLoginButton')} title={t('invalidTitle')} text={t('invalidMessage')} />
    case 'failed':
      return (
        <DeadEnd back={t('invalidBackToLoginButton')} title={t('failedTitle')} text={error ?? ''}>
          {/* An invitation that was refused stays refused; a request that never arrived may be sent again. */}
          {state.failure.kind !== 'refused' && <Action onPress={onAccept}>{t('retry')}</Action>}
        </DeadEnd>
      )
    default:
      return state satisfies never
  }
}
