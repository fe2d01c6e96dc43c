import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import { isHostedCallback } from '../../navigation/hosted-callback.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type HostedLoginActions, hostedLoginSlice } from './hosted-login.actions.ts'
import { type HostedLoginTexts, hostedLoginMessages } from './hosted-login.messages.ts'
import { type HostedFault, type HostedLoginState, initialHostedLogin } from './hosted-login.state.ts'

type T = Translate<HostedLoginTexts>

interface ViewProps {
  state: HostedLoginState
  errand: 'finish' | 'leave' | 'none'
  onSignIn(): void
  t: T
}

const WORDS: Readonly<Record<HostedFault, keyof HostedLoginTexts>> = {
  'no-response': 'noAnswer',
  'malformed-response': 'oddAnswer',
  'unknown-flow': 'unknownFlow',
  'other-provider': 'otherProvider',
  denied: 'denied',
  'provider-error': 'providerError',
  refused: 'refused',
  network: 'network',
  'bad-token': 'badToken',
  unavailable: 'unavailable',
}

const Failed = ({ fault, onSignIn, t }: Pick<ViewProps, 'onSignIn' | 't'> & { fault: HostedFault }) => (
  <AuthCard
    key="failed"
    state={{ tone: 'danger', icon: 'alert' }}
    title={t('failedTitle')}
    text={t(WORDS[fault])}
    focusTitle
    footer={
      <AuthLink to="authenticatedUrl" icon="arrow-left" preserveQuery={false}>
        {t('home')}
      </AuthLink>
    }
  >
    <Button variant="primary" size="l" block onClick={onSignIn}>
      {t('again')}
    </Button>
  </AuthCard>
)

const BUSY = {
  leaving: ['leavingTitle', 'leavingMessage'],
  finishing: ['finishingTitle', 'finishingMessage'],
  success: ['successTitle', 'successMessage'],
} as const

/** The card shown before and after the provider's own page. */
export const HostedLoginView = ({ state, errand, onSignIn, t }: ViewProps) => {
  if (state.step === 'failed') return <Failed fault={state.fault} onSignIn={onSignIn} t={t} />
  if (state.step === 'idle' && errand === 'none') {
    return (
      <AuthCard key="idle" title={t('welcomeTitle')} text={t('welcomeMessage')}>
        <Button variant="primary" size="l" block onClick={onSignIn}>
          {t('signIn')}
        </Button>
      </AuthCard>
    )
  }
  const pending = errand === 'finish' ? 'finishing' : 'leaving'
  const step = state.step === 'idle' ? pending : state.step
  const [title, text] = BUSY[step]
  return <AuthCard key="busy" state="busy" title={t(title)} text={t(text)} focusTitle={step === 'success'} />
}

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

export const hostedLoginFeature = defineFeature({
  initial: initialHostedLogin,
  slice: hostedLoginSlice,
  messages: hostedLoginMessages,
  Component: HostedLogin,
})
