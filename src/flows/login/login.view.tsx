import { useEffect, useRef, useState } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { EmailForm, type EmailFormProps } from '../../parts/credentials/email-form.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { lastUsed } from '../../parts/last-used/last-used.ts'
import { LazyStep } from '../../parts/lazy-step/lazy-step.tsx'
import { ChunkFailure } from '../../parts/load-failure/load-failure.tsx'
import { isSocialOnTop } from '../../parts/social/social-place.ts'
import { TopPlace } from '../../parts/social/top-place.tsx'
import { loginSlice, signInSteps } from './login.actions.ts'
import { type LoginTexts, loginMessages } from './login.messages.ts'
import { initialLogin, type LoginActions, type LoginState } from './login.state.ts'
import { LoginContext } from './login-context.ts'
import { MethodsSkeleton } from './methods-skeleton.tsx'

/** Passkeys and quick login methods below the email field, shown once it is known that no user is signed in. */
export const signInOptions: Loadable = {
  id: 'login-sign-in-options',
  load: () => import('./sign-in-options/sign-in-options.view.tsx'),
}

/** Link to the sign-up page, if the vendor allows sign-ups. */
const SignUpFooter = ({ t }: { t: Translate<LoginTexts> }) =>
  useSettings().policy?.allowSignups && (
    <div className="fe-auth-footer">
      {t('signUpMessage')} <AuthLink to="signUpUrl">{t('signUpLink')}</AuthLink>
    </div>
  )

interface EmailStepProps extends Omit<EmailFormProps, 'texts'> {
  t: Translate<LoginTexts>
  /** The user signed in by email last time on this device. */
  isLastUsed: boolean
  /** The last attempt failed because of a server error, or because the next steps didn't load. */
  isRetry: boolean
}

const EmailStep = ({ t, isLastUsed, isRetry, ...form }: EmailStepProps) => (
  <EmailForm
    {...form}
    autoComplete="username webauthn"
    texts={{
      label: t('emailInputLabel'),
      required: t('emailIsRequired'),
      invalid: t('emailMustBeValid'),
      submit: t(isRetry ? 'retry' : 'continue'),
      placeholder: t('emailInputPlaceholder'),
      ...(isLastUsed && { hint: t('lastUsed') }),
    }}
  />
)

interface LoginViewProps {
  state: LoginState
  actions: LoginActions
  t: Translate<LoginTexts>
  /** The vendor's name, once it is known. */
  name: string | undefined
  error: string | undefined
  /** No user is known to be signed in, so other sign-in methods may be offered. */
  offersMore: boolean
}

/** A longer name could load late and wrap onto a second line, which would push down the field a user is typing in. */
const MAX_NAME_LENGTH = 16

/** Renders the email step; all other steps are loaded with the code of the following steps. */
const LoginView = ({ state, actions, t, name: given, error, offersMore }: LoginViewProps) => {
  const [top, setTop] = useState<HTMLElement | null>(null)
  const hasTop = isSocialOnTop(useSettings()) && offersMore
  const isLastUsed = lastUsed(useRuntime().deps.local) === 'email'
  const moved = useRef(false)
  const first = useRef(given)
  const name = given && (first.current || given.length <= MAX_NAME_LENGTH) ? given : undefined
  if (state.step !== 'preLogin') {
    moved.current = true
    return (
      <LoginContext value={{ state, actions, error }}>
        <LazyStep definition={signInSteps} />
      </LoginContext>
    )
  }
  const isRetry = state.progress.kind === 'failed' && state.progress.failure.kind === 'unavailable'
  const title = name ? t('title', { name }) : t('titleWithoutName')
  const footer = <SignUpFooter t={t} />
  return (
    <AuthCard key="preLogin" title={title} text={t(state.notice === 'recovered' ? 'recoveredNotice' : 'subtitle')}>
      {hasTop && <TopPlace ref={setTop} isKnown={false} />}
      <EmailStep
        t={t}
        email={state.email}
        busy={state.progress.kind === 'busy'}
        error={error}
        isLastUsed={isLastUsed}
        isRetry={isRetry}
        autoFocus={moved.current}
        onSubmit={(email) => void actions.submitEmail(email)}
      />
      {offersMore && (
        <LoginContext value={{ state, actions, error, footer, top: hasTop ? top : undefined }}>
          <FeatureHost
            definition={signInOptions}
            fallback={<MethodsSkeleton />}
            failure={(retry) => (
              <>
                {/* The field's own error already reports what didn't load. */}
                {!isRetry && <ChunkFailure retry={retry} />}
                {footer}
              </>
            )}
          />
        </LoginContext>
      )}
    </AuthCard>
  )
}

const Login = ({ state, actions, t }: FeatureProps<LoginState, LoginActions, LoginTexts>) => {
  const { status } = useSession()
  const { vendor } = useSettings()
  useEffect(() => {
    // A user who is already signed in is redirected from the login page.
    if (status === 'signed-in') void actions.resume()
    else if (status === 'signed-out') {
      actions.restart()
      // Loaded only now, so that it doesn't compete with the first field and the connection to the API.
      actions.prepare()
    }
  }, [status, actions])
  const isDone = state.step === 'success' && status === 'signed-in'
  useEffect(() => {
    if (isDone) void actions.resume()
  }, [isDone, actions])
  return (
    <LoginView
      state={state}
      actions={actions}
      t={t}
      name={vendor?.name}
      error={useFailureText(state.progress)}
      offersMore={status !== 'signed-in'}
    />
  )
}

export const loginFeature = defineFeature({
  initial: initialLogin,
  slice: loginSlice,
  messages: loginMessages,
  Component: Login,
})
