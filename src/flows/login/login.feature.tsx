import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession, useSettings } from '../../feature/feature-context.tsx'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import type { LoginActions } from './login.actions.ts'
import { initialLogin } from './login.entry.ts'
import { type LoginTexts, loginMessages } from './login.messages.ts'
import { loginSlice } from './login.slice.ts'
import type { LoginState } from './login.types.ts'
import { LoginView } from './login.view.tsx'

const Login = ({ state, actions, t }: FeatureProps<LoginState, LoginActions, LoginTexts>) => {
  const { status } = useSession()
  const { vendor } = useSettings()
  useEffect(() => {
    // A user who is already signed in is redirected from the login page.
    if (status === 'signed-in') void actions.resume()
    else if (status === 'signed-out') {
      actions.restart()
      // Loaded only now, so that it doesn't compete with the first field and the connection to the API.
      actions.prepare()
    }
  }, [status, actions])
  const isDone = state.step === 'success' && status === 'signed-in'
  useEffect(() => {
    if (isDone) void actions.resume()
  }, [isDone, actions])
  return (
    <LoginView
      state={state}
      actions={actions}
      t={t}
      name={vendor?.name}
      error={useFailureText(state.progress)}
      offersMore={status !== 'signed-in'}
    />
  )
}

export const feature = defineFeature({
  initial: initialLogin,
  slice: loginSlice,
  messages: loginMessages,
  Component: Login,
})
