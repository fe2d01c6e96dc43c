import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { IDLE } from '../../parts/failure/failure.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { isFromSso } from '../../rules/sso-claims.ts'
import { type StepUpTexts, stepUpMessages } from './step-up.messages.ts'
import { type StepUpActions, stepUpSlice } from './step-up.slice.ts'
import { initialStepUp, type StepUpState } from './step-up.state.ts'
import { StepUpView } from './step-up.view.tsx'

const StepUp = ({ state, actions, t }: FeatureProps<StepUpState, StepUpActions, StepUpTexts>) => {
  const { status, user } = useSession()
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  useEffect(() => {
    if (status === 'signed-in') void actions.start()
    else if (status === 'signed-out') actions.signIn()
  }, [status, actions])
  const shown = { state, t, email: user?.email ?? '', error, isSso: isFromSso(user) }
  return <StepUpView {...shown} on={actions} />
}

export const feature = defineFeature({
  initial: initialStepUp,
  slice: stepUpSlice,
  messages: stepUpMessages,
  Component: StepUp,
})
