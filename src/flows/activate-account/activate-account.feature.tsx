import { useCallback, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession, useTexts } from '../../feature/feature-context.tsx'
import { IDLE } from '../../parts/failure/failure.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { mailedLinkMessages } from '../../parts/mailed-link/mailed-link.messages.ts'
import type { LinkFacts } from '../../parts/mailed-link/mailed-link.ts'
import { invitationText, MailedLinkGate } from '../../parts/mailed-link/mailed-link-gate.tsx'
import { type ActivateTexts, activateMessages } from './activate-account.messages.ts'
import { type ActivateActions, activateSlice } from './activate-account.slice.ts'
import { type ActivateState, initialActivate } from './activate-account.state.ts'
import { ActivateView } from './activate-account.view.tsx'

type Props = FeatureProps<ActivateState, ActivateActions, ActivateTexts>

interface OpenedProps extends Props {
  intro: string | undefined
  arriving: Promise<LinkFacts>
}

const Opened = ({ state, actions, t, intro, arriving }: OpenedProps) => {
  const isLoading = useSession().status === 'loading'
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  const start = useCallback(() => void actions.start(arriving), [actions, arriving])
  useEffect(() => {
    // Only after the start-up refresh is it known whether a user must be signed out first.
    if (!isLoading) start()
  }, [isLoading, start])
  return <ActivateView state={state} actions={actions} t={t} error={error} intro={intro} onRetry={start} />
}

const ActivateAccount = (props: Props) => {
  const linkTexts = useTexts(mailedLinkMessages)
  const { step } = props.state
  return (
    <MailedLinkGate purpose="activation" isUsed={step !== 'activating' && step !== 'activatingForm'}>
      {(facts, arriving) => <Opened {...props} intro={invitationText(linkTexts, facts)} arriving={arriving} />}
    </MailedLinkGate>
  )
}

export const feature = defineFeature({
  initial: initialActivate,
  slice: activateSlice,
  messages: activateMessages,
  Component: ActivateAccount,
})
