import type { Translate } from '../../feature/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { InvitationTexts } from './accept-invitation.messages.ts'
import type { InvitationState } from './accept-invitation.state.ts'

export interface InvitationViewProps {
  state: InvitationState
  t: Translate<InvitationTexts>
  name: string | undefined
  error: string | undefined
  onAccept(): void
  onSignIn(): void
}

const Action = ({ children, busy, onPress }: { children: string; busy?: boolean; onPress(): void }) => (
  <Button variant="primary" size="l" block busy={busy} onClick={onPress}>
    {children}
  </Button>
)

export const InvitationView = ({ state, t, name, error, onAccept, onSignIn }: InvitationViewProps) => {
  const back = (
    <AuthLink to="loginUrl" icon="arrow-left">
      {t('invalidBackToLoginButton')}
    </AuthLink>
  )
  const bad = { tone: 'danger', icon: 'alert' } as const
  switch (state.step) {
    case 'validate':
    case 'pending':
      return (
        <AuthCard
          key="ask"
          title={name ? t('title', { name }) : t('titleWithoutName')}
          text={t('message')}
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
      return (
        <AuthCard
          key="invalid"
          state={bad}
          title={t('invalidTitle')}
          text={t('invalidMessage')}
          footer={back}
          focusTitle
        />
      )
    case 'failed':
      return (
        <AuthCard key="failed" state={bad} title={t('failedTitle')} text={error} footer={back} focusTitle>
          <Action onPress={onAccept}>{t('retry')}</Action>
        </AuthCard>
      )
    default:
      return state satisfies never
  }
}
