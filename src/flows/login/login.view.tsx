import { useRef } from 'react'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Translate } from '../../feature/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { LateStep } from '../../parts/late-step/late-step.tsx'
import { emailExtras } from './extras/email-extras.ts'
import type { LoginTexts } from './login.messages.ts'
import type { LoginActions } from './login.slice.ts'
import type { LoginState } from './login.state.ts'
import { NextContext } from './next/next-context.ts'
import { nextSteps } from './next/next-steps.ts'
import { EmailStep } from './steps/email-step.tsx'

export interface LoginViewProps {
  state: LoginState
  actions: LoginActions
  t: Translate<LoginTexts>
  /** Of the vendor, as soon as it is known. */
  name: string | undefined
  error: string | undefined
  /** The vendor takes new accounts. */
  allowsSignUp: boolean
  /** It is known that nobody is signed in: other ways in may be offered. */
  offersMore: boolean
}

const nothing = () => null

const SignUp = ({ t }: Pick<LoginViewProps, 't'>) => (
  <>
    {t('signUpMessage')} <AuthLink to="signUpUrl">{t('signUpLink')}</AuthLink>
  </>
)

/** The email step; every other one comes with the code behind it. */
export const LoginView = ({ state, actions, t, name, error, allowsSignUp, offersMore }: LoginViewProps) => {
  const moved = useRef(false)
  if (state.step !== 'preLogin') {
    moved.current = true
    return (
      <NextContext value={{ state, actions, error }}>
        <LateStep definition={nextSteps} />
      </NextContext>
    )
  }
  const title = name ? t('title', { name }) : t('titleWithoutName')
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
        busy={state.progress.kind === 'busy'}
        error={error}
        autoFocus={moved.current}
        onSubmit={(email) => void actions.submitEmail(email)}
      />
      {offersMore && (
        <NextContext value={{ state, actions, error }}>
          <FeatureHost definition={emailExtras} fallback={null} failure={nothing} />
        </NextContext>
      )}
    </AuthCard>
  )
}
