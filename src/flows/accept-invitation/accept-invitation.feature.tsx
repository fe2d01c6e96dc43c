import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSettings, useTexts } from '../../feature/feature-context.tsx'
import { routeHref } from '../../navigation/auth-route.ts'
import { IDLE } from '../../parts/failure/failure.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { mailedLinkMessages } from '../../parts/mailed-link/mailed-link.messages.ts'
import { invitationText, MailedLinkGate } from '../../parts/mailed-link/mailed-link-gate.tsx'
import { type InvitationTexts, invitationMessages } from './accept-invitation.messages.ts'
import { type InvitationActions, invitationSlice } from './accept-invitation.slice.ts'
import { type InvitationState, initialInvitation } from './accept-invitation.state.ts'
import { InvitationView } from './accept-invitation.view.tsx'

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

export const feature = defineFeature({
  initial: initialInvitation,
  slice: invitationSlice,
  messages: invitationMessages,
  Component: AcceptInvitation,
})
