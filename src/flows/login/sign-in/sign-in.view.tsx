import type { ReactNode } from 'react'
import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { CodesAndLinks } from '../codes-and-links/codes-and-links.tsx'
import type { LoginProps } from '../login-context.ts'
import { PasskeyPrompt } from '../passkey-prompt/passkey-prompt.tsx'
import { SsoButton } from '../sso-button.tsx'
import { PasswordStep } from './password-step.tsx'
import css from './sign-in.css'
import type { SignInTexts } from './sign-in.messages.ts'

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
}) => {
  useSheet(css)
  return (
    <span className="fe-auth-account">
      <span>{email}</span>
      <button type="button" className="fe-auth-link" aria-label={label} onClick={onChange}>
        {action}
      </button>
    </span>
  )
}

const BackButton = ({ children, onPress }: { children: ReactNode; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {children}
  </button>
)

/** Renders one card per step; a step without a view is a compile error. */
export const SignInView = ({ state, actions, t, error }: LoginProps & { t: Translate<SignInTexts> }) => {
  const busy = state.progress.kind === 'busy'
  switch (state.step) {
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
        >
          <PasswordStep
            t={t}
            email={state.email}
            busy={busy}
            error={error}
            onSubmit={(password) => void actions.submitPassword(password)}
          />
          <SsoButton />
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
          mfaRequest={state.mfaRequest}
          email={state.email}
          busy={busy}
          error={error}
          onResponse={(response) => void actions.take(response)}
          onRecovered={() => actions.report({ type: 'recovered' })}
          onBack={actions.changeEmail}
        />
      )
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'loginWithQuickSmsOtc':
    case 'magicLinkPreLoginSuccess':
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <CodesAndLinks />
    case 'promptPasskeys':
    case 'registerQuickLogin':
      return <PasskeyPrompt />
    case 'preLogin':
      return null
    case 'loginWithPasskey':
      return <AuthCard key="passkey" state="busy" title={t('passkeyTitle')} text={t('passkeyMessage')} focusTitle />
    case 'success':
      return <AuthCard key="success" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
    default:
      return state satisfies never
  }
}
