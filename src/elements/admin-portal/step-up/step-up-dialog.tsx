import { useCallback, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { initialStepUp, type StepUpState } from '../../../flows/step-up/step-up.state.ts'
import { IDLE } from '../../../parts/failure/failure.ts'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { isFromSso } from '../../../rules/sso-claims.ts'
import { type StepUpDialogTexts, stepUpDialogMessages } from './step-up-dialog.messages.ts'
import { type StepUpDialogActions, stepUpDialogSlice } from './step-up-dialog.slice.ts'
import { StepUpDialogView } from './step-up-dialog.view.tsx'
import type { StepUpPort } from './step-up-port.ts'
import { stepUpTitleOf } from './step-up-title.ts'

type Props = FeatureProps<StepUpState, StepUpDialogActions, StepUpDialogTexts> & { port: StepUpPort }

const StepUpDialog = ({ state, actions, t, port }: Props) => {
  const { user } = useSession()
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  const { challenge, endpoint } = port.request
  const settle = useCallback(
    async (work: Promise<boolean>) => {
      if (await work) port.end(true)
    },
    [port],
  )
  const start = useCallback(() => void settle(actions.start(challenge.maxAge)), [settle, actions, challenge])
  useEffect(start, [start])
  return (
    <StepUpDialogView
      state={state}
      t={t}
      title={t(stepUpTitleOf(endpoint))}
      email={user?.email ?? ''}
      error={error}
      isSso={isFromSso(user)}
      on={{
        start,
        take: (response) => void settle(actions.take(response)),
        goToProvider: () => void actions.goToProvider(),
        cancel: () => port.end(false),
      }}
    />
  )
}

export const feature = defineFeature<StepUpState, StepUpDialogActions, StepUpDialogTexts, { port: StepUpPort }>({
  initial: initialStepUp,
  slice: stepUpDialogSlice,
  messages: stepUpDialogMessages,
  Component: StepUpDialog,
})
