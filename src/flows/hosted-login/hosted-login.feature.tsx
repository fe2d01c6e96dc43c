import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import { authRouteOf } from '../../navigation/auth-route.ts'
import { isHostedCallback } from '../../navigation/hosted-callback.ts'
import { type HostedLoginTexts, hostedLoginMessages } from './hosted-login.messages.ts'
import { type HostedLoginActions, hostedLoginSlice } from './hosted-login.slice.ts'
import { type HostedLoginState, initialHostedLogin } from './hosted-login.state.ts'
import { HostedLoginView } from './hosted-login.view.tsx'

type Props = FeatureProps<HostedLoginState, HostedLoginActions, HostedLoginTexts>

/** Returns what the page's URL requires: finishing a sign-in, starting one, or nothing until the user clicks. */
const useErrand = (): 'finish' | 'leave' | 'none' => {
  const { navigator } = useRuntime().deps
  const settings = useSettings()
  const page = navigator.location()
  const route = authRouteOf(page, settings)
  if (route === 'hostedLoginRedirectUrl' || isHostedCallback(page, settings)) return 'finish'
  return route === 'loginUrl' ? 'leave' : 'none'
}

const HostedLogin = ({ state, actions, t }: Props) => {
  const errand = useErrand()
  // The flow waits for the session: a user who is already signed in doesn't need the provider's page.
  const isKnown = useSession().status !== 'loading'
  useEffect(() => {
    if (errand === 'finish') void actions.finish()
    if (errand === 'leave' && isKnown) void actions.leave()
  }, [errand, isKnown, actions])
  return <HostedLoginView state={state} errand={errand} onSignIn={() => void actions.leave()} t={t} />
}

export const feature = defineFeature({
  initial: initialHostedLogin,
  slice: hostedLoginSlice,
  messages: hostedLoginMessages,
  Component: HostedLogin,
})
