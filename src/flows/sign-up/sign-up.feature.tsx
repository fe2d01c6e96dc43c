import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import { pageQuery } from '../../navigation/page-query.ts'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { SecondFactorStep } from '../../parts/mfa/second-factor-step.tsx'
import { type SignUpTexts, signUpMessages } from './sign-up.messages.ts'
import { signUpOptions } from './sign-up.options.ts'
import { type SignUpActions, signUpSlice } from './sign-up.slice.ts'
import { initialSignUp, type SignUpState } from './sign-up.state.ts'
import { SignUpView } from './sign-up.view.tsx'

const SignUp = ({ state, actions, t }: FeatureProps<SignUpState, SignUpActions, SignUpTexts>) => {
  const settings = useSettings()
  const { deps } = useRuntime()
  const { status } = useSession()
  const error = useFailureText(state.progress)
  useEffect(() => void actions.loadRules(), [actions])
  useEffect(() => {
    if (status === 'signed-in') void actions.resume()
  }, [status, actions])
  if (state.stage === 'SecondFactor') {
    return <SecondFactorStep state={state} email={state.email} error={error} on={actions} />
  }
  const isInvited = pageQuery(deps).has('invitationToken')
  return (
    <SignUpView
      state={state}
      actions={actions}
      t={t}
      error={error}
      name={settings.vendor?.name}
      options={signUpOptions(settings)}
      isClosed={settings.policy?.allowSignups === false && !isInvited}
    />
  )
}

export const feature = defineFeature({
  initial: initialSignUp,
  slice: signUpSlice,
  messages: signUpMessages,
  Component: SignUp,
})
