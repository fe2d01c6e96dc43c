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

/** What the page's URL asks for: the end of a sign-in, its start, or nothing until a press. */
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
  // Who is signed in is known first: a session that exists already needs no page of the provider.
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
