import { useRef, useState } from 'react'
import { useRuntime, useSettings } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { lastUsed } from '../../parts/last-used/last-used.ts'
import { LazyStep } from '../../parts/lazy-step/lazy-step.tsx'
import { ChunkFailure } from '../../parts/load-failure/chunk-failure.tsx'
import { isSocialOnTop } from '../../parts/social/social-place.ts'
import { TopPlace } from '../../parts/social/top-place.tsx'
import { EmailStep } from './email-step.tsx'
import type { LoginActions } from './login.actions.ts'
import type { LoginTexts } from './login.messages.ts'
import type { LoginState } from './login.types.ts'
import { LoginContext } from './login-context.ts'
import { signInSteps } from './sign-in/sign-in-steps.ts'
import { signInOptions } from './sign-in-options/sign-in-options.ts'
import { SignUpFooter } from './sign-up-footer.tsx'
import { WaysSkeleton } from './ways-skeleton.tsx'

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
export const LoginView = ({ state, actions, t, name: given, error, offersMore }: LoginViewProps) => {
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
        isRetry={state.progress.kind === 'failed' && state.progress.failure.kind === 'unavailable'}
        autoFocus={moved.current}
        onSubmit={(email) => void actions.submitEmail(email)}
      />
      {offersMore && (
        <LoginContext value={{ state, actions, error, footer, top: hasTop ? top : undefined }}>
          <FeatureHost
            definition={signInOptions}
            fallback={<WaysSkeleton />}
            failure={(retry) => (
              <>
                <ChunkFailure retry={retry} />
                {footer}
              </>
            )}
          />
        </LoginContext>
      )}
    </AuthCard>
  )
}
