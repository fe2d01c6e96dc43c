import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSettings, useTexts } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { IDLE, useFailureText } from '../../parts/failure/failure.ts'
import { mailedLinkMessages } from '../../parts/mailed-link/mailed-link.messages.ts'
import { invitationText, MailedLinkGate } from '../../parts/mailed-link/mailed-link-gate.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type InvitationActions, invitationSlice } from './accept-invitation.actions.ts'
import { type InvitationTexts, invitationMessages } from './accept-invitation.messages.ts'
import { type InvitationState, initialInvitation } from './accept-invitation.state.ts'

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

type Props = FeatureProps<InvitationState, InvitationActions, InvitationTexts>

const AcceptInvitation = ({ state, actions, t }: Props) => {
  const { navigator } = useRuntime().deps
  const settings = useSettings()
  const linkTexts = useTexts(mailedLinkMessages)
  const error = useFailureText(state.step === 'failed' ? { kind: 'failed', failure: state.failure } : IDLE)
  useEffect(() => actions.check(), [actions])
  return (
    <MailedLinkGate purpose="invitation" isUsed={state.step !== 'validate'}>
      {(facts) => (
        <InvitationView
          state={state}
          t={t}
          name={facts?.tenantName ?? settings.vendor?.name}
          intro={invitationText(linkTexts, facts)}
          error={error}
          onAccept={() => void actions.accept()}
          onSignIn={() => navigator.go(routeHref(settings.routes.loginUrl, settings))}
        />
      )}
    </MailedLinkGate>
  )
}

export const acceptInvitationFeature = defineFeature({
  initial: initialInvitation,
  slice: invitationSlice,
  messages: invitationMessages,
  Component: AcceptInvitation,
})
