import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { useProviderCallback } from '../../parts/federation/provider-callback.ts'
import { SecondFactorStep } from '../../parts/mfa/second-factor.tsx'
import { type SocialLoginActions, socialLoginSlice } from './social-login.actions.ts'
import { type SocialLoginTexts, socialLoginMessages } from './social-login.messages.ts'
import { initialSocialLogin, type SocialLoginState } from './social-login.state.ts'

type Props = FeatureProps<SocialLoginState, SocialLoginActions, SocialLoginTexts>

const SocialLogin = ({ state, actions, t }: Props) => {
  const error = useFailureText(state.progress)
  useProviderCallback(actions, state)
  switch (state.step) {
    case 'postLogin': {
      const text = t('callbackMessage', { provider: t('anyProvider') })
      return <AuthCard key="wait" state="busy" title={t('callbackTitle')} text={text} focusTitle />
    }
    case 'secondFactor':
      return <SecondFactorStep state={state} error={error} on={actions} />
    case 'failed':
      return <DeadEnd back={t('backToLogin')} title={t('failedTitle')} text={error ?? ''} />
    case 'notStarted':
      return state.reason === 'denied' ? (
        <DeadEnd back={t('backToLogin')} tone="info" title={t('deniedTitle')} text={t('deniedMessage')} />
      ) : (
        <DeadEnd back={t('backToLogin')} title={t('unknownTitle')} text={t('unknownMessage')} />
      )
    case 'success': {
      const title = t(state.isNewUser ? 'welcomeTitle' : 'successTitle')
      return <AuthCard key="success" state="busy" title={title} text={t('successMessage')} focusTitle />
    }
    default:
      return state satisfies never
  }
}

export const socialLoginFeature = defineFeature({
  initial: initialSocialLogin,
  slice: socialLoginSlice,
  messages: socialLoginMessages,
  Component: SocialLogin,
})
