import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { useKnownSession } from '../../parts/after-login/use-known-session.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { type SocialLoginTexts, socialLoginMessages } from './social-login.messages.ts'
import { type SocialLoginActions, socialLoginSlice } from './social-login.slice.ts'
import { initialSocialLogin, type SocialLoginState } from './social-login.state.ts'

type Props = FeatureProps<SocialLoginState, SocialLoginActions, SocialLoginTexts>

const Stop = ({
  t,
  tone,
  title,
  text,
}: Pick<Props, 't'> & { tone: 'info' | 'danger'; title: string; text: string }) => (
  <AuthCard
    key="stop"
    state={{ tone, icon: 'alert' }}
    title={title}
    text={text}
    focusTitle
    footer={
      <AuthLink to="loginUrl" icon="arrow-left" preserveQuery={false}>
        {t('backToLogin')}
      </AuthLink>
    }
  />
)

const SocialLogin = ({ state, actions, t }: Props) => {
  const error = useFailureText(state.progress)
  const { status } = useSession()
  const known = useKnownSession()
  useEffect(() => void actions.begin(known), [actions, known])
  useEffect(() => {
    if (state.step === 'notStarted' && status === 'signed-in') actions.resume()
  }, [state.step, status, actions])
  switch (state.step) {
    case 'postLogin': {
      const text = t('callbackMessage', { provider: t('anyProvider') })
      return <AuthCard key="wait" state="busy" title={t('callbackTitle')} text={text} focusTitle />
    }
    case 'secondFactor':
      return (
        <SecondFactor
          question={state.question}
          email={state.question.userEmail ?? ''}
          busy={state.progress.kind === 'busy'}
          error={error}
          onAnswer={(answer) => void actions.take(answer)}
          onRecovered={actions.leave}
          onBack={actions.leave}
        />
      )
    case 'failed':
      return <Stop t={t} tone="danger" title={t('failedTitle')} text={error ?? ''} />
    case 'notStarted':
      return state.reason === 'denied' ? (
        <Stop t={t} tone="info" title={t('deniedTitle')} text={t('deniedMessage')} />
      ) : (
        <Stop t={t} tone="danger" title={t('unknownTitle')} text={t('unknownMessage')} />
      )
    case 'success': {
      const title = t(state.isNewUser ? 'welcomeTitle' : 'successTitle')
      return <AuthCard key="success" state="busy" title={title} text={t('successMessage')} focusTitle />
    }
    default:
      return state satisfies never
  }
}

export const feature = defineFeature({
  initial: initialSocialLogin,
  slice: socialLoginSlice,
  messages: socialLoginMessages,
  Component: SocialLogin,
})
