import { type ReactNode, useRef } from 'react'
import type { Translate } from '../../feature/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { LaterStep } from './later/later-step.tsx'
import type { LoginTexts } from './login.messages.ts'
import type { LoginActions } from './login.slice.ts'
import type { LoginState } from './login.state.ts'
import { EmailStep } from './steps/email-step.tsx'
import { PasswordStep } from './steps/password-step.tsx'

export interface LoginViewProps {
  state: LoginState
  actions: LoginActions
  t: Translate<LoginTexts>
  /** Of the vendor, as soon as it is known. */
  name: string | undefined
  error: string | undefined
  /** The vendor takes new accounts. */
  allowsSignUp: boolean
}

const Account = ({
  email,
  action,
  label,
  onChange,
}: {
  email: string
  action: string
  label: string
  onChange(): void
}) => (
  <span className="fe-auth-account">
    <span>{email}</span>
    <button type="button" className="fe-auth-link" aria-label={label} onClick={onChange}>
      {action}
    </button>
  </span>
)

const BackButton = ({ children, onPress }: { children: ReactNode; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {children}
  </button>
)

const SignUp = ({ t }: Pick<LoginViewProps, 't'>) => (
  <>
    {t('signUpMessage')} <AuthLink to="signUpUrl">{t('signUpLink')}</AuthLink>
  </>
)

/** One card per step; a step without a view is a compile error. */
export const LoginView = ({ state, actions, t, name, error, allowsSignUp }: LoginViewProps) => {
  const moved = useRef(false)
  const busy = state.progress.kind === 'busy'
  const title = name ? t('title', { name }) : t('titleWithoutName')
  if (state.step !== 'preLogin') moved.current = true
  switch (state.step) {
    case 'preLogin':
      return (
        <AuthCard
          key="preLogin"
          title={title}
          footer={allowsSignUp && <SignUp t={t} />}
          text={t(state.notice === 'recovered' ? 'recoveredNotice' : 'subtitle')}
        >
          <EmailStep
            t={t}
            email={state.email}
            busy={busy}
            error={error}
            autoFocus={moved.current}
            onSubmit={(email) => void actions.submitEmail(email)}
          />
        </AuthCard>
      )
    case 'loginWithPassword':
      return (
        <AuthCard
          key="password"
          title={t('passwordTitle')}
          text={
            <Account
              email={state.email}
              action={t('changeEmail')}
              label={t('changeEmailOf')}
              onChange={actions.changeEmail}
            />
          }
          footer={<AuthLink to="forgetPasswordUrl">{t('forgotPassword')}</AuthLink>}
        >
          <PasswordStep
            t={t}
            email={state.email}
            busy={busy}
            error={error}
            onSubmit={(password) => void actions.submitPassword(password)}
          />
        </AuthCard>
      )
    case 'redirectToSSO':
      return (
        <AuthCard
          key="sso"
          state="busy"
          title={t('ssoTitle')}
          text={t('ssoRedirectToMessage')}
          focusTitle
          footer={<BackButton onPress={actions.changeEmail}>{t('cancel')}</BackButton>}
        />
      )
    case 'loginWithTwoFactor':
    case 'forceTwoFactor':
      return (
        <SecondFactor
          question={state.question}
          email={state.email}
          busy={busy}
          error={error}
          onAnswer={(answer) => void actions.take(answer)}
          onRecovered={() => actions.tell({ type: 'recovered' })}
          onBack={actions.changeEmail}
        />
      )
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'magicLinkPreLoginSuccess':
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <LaterStep state={state} actions={actions} error={error} />
    case 'success':
      return <AuthCard key="success" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
    default:
      return state satisfies never
  }
}
