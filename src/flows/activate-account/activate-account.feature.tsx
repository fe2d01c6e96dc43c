import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { IDLE } from '../../parts/failure/failure.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { type ActivateTexts, activateMessages } from './activate-account.messages.ts'
import { type ActivateActions, activateSlice } from './activate-account.slice.ts'
import { type ActivateState, initialActivate } from './activate-account.state.ts'
import { ActivateView } from './activate-account.view.tsx'

const ActivateAccount = ({ state, actions, t }: FeatureProps<ActivateState, ActivateActions, ActivateTexts>) => {
  const isLoading = useSession().status === 'loading'
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  useEffect(() => {
    // Whether a user must be signed out first is known when the start-up refresh is done.
    if (!isLoading) void actions.start()
  }, [isLoading, actions])
  return <ActivateView state={state} actions={actions} t={t} error={error} />
}

export const feature = defineFeature({
  initial: initialActivate,
  slice: activateSlice,
  messages: activateMessages,
  Component: ActivateAccount,
})
