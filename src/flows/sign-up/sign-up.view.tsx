import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { Resend } from '../../parts/code-form/resend.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { Invitation } from '../../parts/invitation/invitation-note.tsx'
import { SecondFactorStep } from '../../parts/mfa/second-factor.tsx'
import { isSocialOnTop } from '../../parts/social/social-place.ts'
import { TopPlace } from '../../parts/social/top-place.tsx'
import { useSocialMethods } from '../../parts/social/use-social-methods.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type SignUpActions, signUpSlice } from './sign-up.actions.ts'
import { type SignUpTexts, signUpMessages } from './sign-up.messages.ts'
import { type SignUpOptions, signUpOptions } from './sign-up.options.ts'
import { initialSignUp, type SignUpState } from './sign-up.state.ts'
import { SignUpForm } from './sign-up-form.tsx'

interface SignUpViewProps {
  state: Exclude<SignUpState, { stage: 'SecondFactor' }>
  actions: Pick<SignUpActions, 'submit' | 'resend' | 'leave'>
  t: Translate<SignUpTexts>
  error: string | undefined
  name: string | undefined
  options: SignUpOptions
  /** The vendor doesn't allow sign-ups. */
  isClosed: boolean
}

type Success = Extract<SignUpState, { stage: 'SignUpSuccess' }>
type ViewOf<State> = Omit<SignUpViewProps, 'state'> & { state: State }

const Back = ({ t }: Pick<SignUpViewProps, 't'>) => (
  <AuthLink to="loginUrl" icon="arrow-left">
    {t('backToLoginLink')}
  </AuthLink>
)

const Activate = ({ state, actions, t, error }: ViewOf<Extract<Success, { kind: 'activate' }>>) => (
  <AuthCard
    key="activate"
    state={{ tone: 'success', icon: 'mail' }}
    title={t('successTitle')}
    text={t('successActivateMessage', { email: state.email })}
    focusTitle
    footer={<Back t={t} />}
  >
    {error && <Alert tone="danger">{error}</Alert>}
    <Resend
      sentAt={state.sentAt}
      busy={state.progress.kind === 'busy'}
      texts={{
        question: t('resendQuestion'),
        resend: t('resend'),
        resent: t('resent'),
        wait: (count) => t('resendIn', { count }),
      }}
      onResend={() => void actions.resend()}
    />
  </AuthCard>
)

const Ready = ({ state, actions, t }: ViewOf<Success>) => {
  const mark = { tone: 'success', icon: 'check' } as const
  const title = t('successReadyTitle')
  if (state.kind === 'signedIn') {
    return <AuthCard key="ready" state={mark} title={title} text={t('successReadyMessage')} focusTitle />
  }
  return (
    <AuthCard key="ready" state={mark} title={title} text={t('successGoToLoginMessage')} focusTitle>
      <Button variant="primary" size="l" block onClick={actions.leave}>
        {t('successGoToLoginButton')}
      </Button>
    </AuthCard>
  )
}

type FormState = Extract<SignUpState, { stage: 'SignUp' }>

const Form = ({ state, actions, t, error, name, options }: ViewOf<FormState>) => {
  const { isSettled, ways } = useSocialMethods()
  const hasTop = isSocialOnTop(useSettings())
  const login = (
    <>
      {t('loginMessage')} <AuthLink to="loginUrl">{t('loginLink')}</AuthLink>
    </>
  )
  return (
    <AuthCard key="form" title={name ? t('titleWith', { name }) : t('title')} footer={isSettled && login}>
      <Invitation />
      {hasTop && <TopPlace isKnown={isSettled}>{ways}</TopPlace>}
      <SignUpForm
        t={t}
        options={options}
        rules={state.rules}
        busy={state.progress.kind === 'busy'}
        error={error}
        onSubmit={(user) => void actions.submit(user)}
      />
      {!hasTop && ways}
    </AuthCard>
  )
}

export const SignUpView = ({ state, ...props }: SignUpViewProps) => {
  const { t, isClosed } = props
  if (state.stage === 'SignUpSuccess') {
    return state.kind === 'activate' ? <Activate {...props} state={state} /> : <Ready {...props} state={state} />
  }
  if (isClosed) {
    const mark = { tone: 'info', icon: 'lock' } as const
    return (
      <AuthCard state={mark} title={t('closedTitle')} text={t('closedMessage')} focusTitle footer={<Back t={t} />} />
    )
  }
  return <Form {...props} state={state} />
}

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

export const signUpFeature = defineFeature({
  initial: initialSignUp,
  slice: signUpSlice,
  messages: signUpMessages,
  Component: SignUp,
})
