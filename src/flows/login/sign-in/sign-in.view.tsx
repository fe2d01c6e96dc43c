import type { ReactNode } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { LazyStep } from '../../../parts/lazy-step/lazy-step.tsx'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { type LoginProps, useLogin } from '../login-context.ts'
import { SsoButton } from '../sso-button.tsx'
import { PasswordStep } from './password-step.tsx'
import css from './sign-in.css'
import { type SignInTexts, signInMessages } from './sign-in.messages.ts'

const passkeyPrompt: Loadable = {
  id: 'login-passkey-prompt',
  load: () => import('../passkey-prompt/passkey-prompt.view.tsx'),
}

/** The offer between a sign-in and the target page: a passkey or a quick login method. */
const PasskeyPrompt = () => <LazyStep definition={passkeyPrompt} />

export const codesAndLinks: Loadable = {
  id: 'login-codes-and-links',
  load: () => import('../codes-and-links/codes-and-links.view.tsx'),
}

/** The steps for codes, magic links and breached passwords, loaded as a separate chunk. */
const CodesAndLinks = () => <LazyStep definition={codesAndLinks} />

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

export { signInWork } from './sign-in.actions.ts'

const SignIn = ({ t }: FeatureProps<null, null, SignInTexts>) => <SignInView {...useLogin()} t={t} />

/** This feature has no state or actions of its own; it uses those of the login. */
export const signInFeature = defineFeature({
  initial: null,
  slice: () => null,
  messages: signInMessages,
  Component: SignIn,
})
