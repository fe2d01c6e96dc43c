import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { useKnownSession } from '../../parts/after-login/use-known-session.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type SsoCallbackTexts, ssoCallbackMessages } from './sso-callback.messages.ts'
import { type SsoCallbackActions, ssoCallbackSlice } from './sso-callback.slice.ts'
import { initialSsoCallback, type SsoCallbackState } from './sso-callback.state.ts'

type Props = FeatureProps<SsoCallbackState, SsoCallbackActions, SsoCallbackTexts>

const Stop = ({ t, title, text }: Pick<Props, 't'> & { title: string; text: string }) => (
  <AuthCard
    key="stop"
    state={{ tone: 'danger', icon: 'alert' }}
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

const Wait = ({ title, text }: { title: string; text: string }) => (
  <AuthCard key="wait" state="busy" title={title} text={text} focusTitle />
)

const AccountChange = ({ t, email, actions }: Pick<Props, 't' | 'actions'> & { email: string }) => (
  <AuthCard
    key="account-change"
    title={t('accountChangeTitle')}
    text={t('accountChangeMessage', { email })}
    state={{ tone: 'info', icon: 'lock' }}
    focusTitle
    footer={
      <button type="button" className="fe-auth-link" onClick={() => void actions.changeAccount()}>
        {t('accountChangeContinue')}
      </button>
    }
  >
    <Button variant="primary" size="l" block onClick={actions.keepAccount}>
      {t('accountChangeStay')}
    </Button>
  </AuthCard>
)

const SsoCallback = ({ state, actions, t }: Props) => {
  const error = useFailureText(state.progress)
  const { status } = useSession()
  const known = useKnownSession()
  useEffect(() => void actions.begin(known), [actions, known])
  useEffect(() => {
    if (state.step === 'notStarted' && status === 'signed-in') actions.resume()
  }, [state.step, status, actions])
  switch (state.step) {
    case 'postLogin':
      return <Wait title={t('ssoPostLoginTitle')} text={t('ssoPostLoginMessage')} />
    case 'confirmAccountChange':
      return <AccountChange t={t} email={state.email} actions={actions} />
    case 'loginWithTwoFactor':
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
    case 'loginWithSSOFailed':
      return <Stop t={t} title={t('ssoFailedTitle')} text={error ?? ''} />
    case 'notStarted':
      return state.reason === 'denied' ? (
        <Stop t={t} title={t('ssoDeniedTitle')} text={t('ssoDeniedMessage')} />
      ) : (
        <Stop t={t} title={t('ssoUnknownTitle')} text={t('ssoUnknownMessage')} />
      )
    case 'success':
      return <Wait title={t('successTitle')} text={t('successMessage')} />
    default:
      return state satisfies never
  }
}

export const feature = defineFeature({
  initial: initialSsoCallback,
  slice: ssoCallbackSlice,
  messages: ssoCallbackMessages,
  Component: SsoCallback,
})
