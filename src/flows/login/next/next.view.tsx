import type { ReactNode } from 'react'
import type { Translate } from '../../../feature/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../../parts/auth-card/auth-link.tsx'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { LaterStep } from '../later/later-step.tsx'
import { LoginOffers } from '../offers/login-offers.tsx'
import { PasswordStep } from '../steps/password-step.tsx'
import type { NextTexts } from './next.messages.ts'
import type { NextProps } from './next-context.ts'

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

/** One card per step; a step without a view is a compile error. */
export const NextView = ({ state, actions, t, error }: NextProps & { t: Translate<NextTexts> }) => {
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
    case 'loginWithQuickSmsOtc':
    case 'magicLinkPreLoginSuccess':
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <LaterStep state={state} actions={actions} error={error} />
    case 'promptPasskeys':
    case 'registerQuickLogin':
      return <LoginOffers />
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
