import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { useProviderCallback } from '../../parts/federation/provider-callback.ts'
import { SecondFactorStep } from '../../parts/mfa/second-factor.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type SsoCallbackActions, ssoCallbackSlice } from './sso-callback.actions.ts'
import { type SsoCallbackTexts, ssoCallbackMessages } from './sso-callback.messages.ts'
import { initialSsoCallback, type NotStarted as NotStartedReason, type SsoCallbackState } from './sso-callback.state.ts'

type Props = FeatureProps<SsoCallbackState, SsoCallbackActions, SsoCallbackTexts>

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

/** Explains the refusal, with the code that the user can pass on to their administrator. */
const Refused = ({ code, t }: Pick<Props, 't'> & { code: string | undefined }) => {
  const why = code && isText(code) ? t(code) : t('ssoRefusedMessage')
  const text = code ? `${why} ${t('ssoRefusedCode', { code })}` : why
  return <DeadEnd back={t('backToLogin')} title={t('ssoRefusedTitle')} text={text} />
}

const isText = (key: string): key is keyof SsoCallbackTexts => Object.hasOwn(ssoCallbackMessages.texts, key)

const NotStarted = ({ reason, code, t }: Pick<Props, 't'> & { reason: NotStartedReason; code: string | undefined }) => {
  if (reason === 'refused') return <Refused code={code} t={t} />
  if (reason === 'tested') {
    const state = { tone: 'success', icon: 'check' } as const
    return <AuthCard key="tested" state={state} title={t('ssoTestedTitle')} text={t('ssoTestedMessage')} focusTitle />
  }
  const [title, text] =
    reason === 'denied' ? [t('ssoDeniedTitle'), t('ssoDeniedMessage')] : [t('ssoUnknownTitle'), t('ssoUnknownMessage')]
  return <DeadEnd back={t('backToLogin')} title={title} text={text} />
}

const SsoCallback = ({ state, actions, t }: Props) => {
  const error = useFailureText(state.progress)
  useProviderCallback(actions, state)
  switch (state.step) {
    case 'postLogin':
      return <Wait title={t('ssoPostLoginTitle')} text={t('ssoPostLoginMessage')} />
    case 'confirmAccountChange':
      return <AccountChange t={t} email={state.email} actions={actions} />
    case 'loginWithTwoFactor':
      return <SecondFactorStep state={state} error={error} on={actions} />
    case 'loginWithSSOFailed':
      return <DeadEnd back={t('backToLogin')} title={t('ssoFailedTitle')} text={error ?? ''} />
    case 'notStarted':
      return <NotStarted reason={state.reason} code={state.code} t={t} />
    case 'success':
      return <Wait title={t('successTitle')} text={t('successMessage')} />
    default:
      return state satisfies never
  }
}

export const ssoCallbackFeature = defineFeature({
  initial: initialSsoCallback,
  slice: ssoCallbackSlice,
  messages: ssoCallbackMessages,
  Component: SsoCallback,
})
