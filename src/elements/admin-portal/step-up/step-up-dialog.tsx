import { useCallback, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { initialStepUp } from '../../../flows/step-up/step-up.state.ts'
import { IDLE } from '../../../parts/failure/failure.ts'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import { isFromSso } from '../../../rules/sso-claims.ts'
import { type StepUpDialogTexts, stepUpDialogMessages } from './step-up-dialog.messages.ts'
import { type StepUpDialogActions, stepUpDialogSlice } from './step-up-dialog.slice.ts'
import type { StepUpDialogState } from './step-up-dialog.state.ts'
import { StepUpDialogView } from './step-up-dialog.view.tsx'
import type { StepUpPort } from './step-up-port.ts'
import { stepUpTitleOf } from './step-up-title.ts'

type Props = FeatureProps<StepUpDialogState, StepUpDialogActions, StepUpDialogTexts> & { port: StepUpPort }

const StepUpDialog = ({ state, actions, t, port }: Props) => {
  const { user } = useSession()
  const error = useCeremonyText('progress' in state ? state.progress : IDLE)
  const ceremonies = useCeremonies()
  const { challenge, endpoint } = port.request
  const settle = useCallback(
    async (work: Promise<boolean>) => {
      if (await work) port.end(true)
    },
    [port],
  )
  const start = useCallback(() => void settle(actions.start(challenge)), [settle, actions, challenge])
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
        confirm: (password) => void settle(actions.confirm(password)),
        confirmByPasskey: () => void settle(actions.confirmByPasskey(ceremonies)),
        signInAgain: actions.signInAgain,
        goToProvider: () => void actions.goToProvider(),
        cancel: () => port.end(false),
      }}
    />
  )
}

export const stepUpDialogFeature = defineFeature<
  StepUpDialogState,
  StepUpDialogActions,
  StepUpDialogTexts,
  { port: StepUpPort }
>({
  initial: initialStepUp,
  slice: stepUpDialogSlice,
  messages: stepUpDialogMessages,
  Component: StepUpDialog,
})
