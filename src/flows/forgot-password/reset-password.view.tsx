import { useEffect, useState } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSettings } from '../../feature/feature-context.tsx'
import { routeHref } from '../../navigation/auth-route.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { IDLE, useFailureText } from '../../parts/failure/failure.ts'
import type { LinkFacts } from '../../parts/mailed-link/mailed-link.ts'
import { MailedLinkGate } from '../../parts/mailed-link/mailed-link-gate.tsx'
import { NewPasswordForm } from '../../parts/new-password/new-password-form.tsx'
import { Note } from '../../parts/note/note.tsx'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { type ResetTexts, resetMessages } from './forgot-password.messages.ts'
import { type ResetActions, resetSlice } from './reset-password.actions.ts'
import { initialReset, type ResetState } from './reset-password.state.ts'

type Props = FeatureProps<ResetState, ResetActions, ResetTexts>

const GoButton = ({ to, children }: { to: keyof AuthRoutes; children: string }) => {
  const { navigator } = useRuntime().deps
  const settings = useSettings()
  return (
    <Button
      variant="primary"
      size="l"
      block
      onClick={() => navigator.go(routeHref(settings.routes[to] ?? '/', settings))}
    >
      {children}
    </Button>
  )
}

interface OpenedProps extends Props {
  arriving: Promise<LinkFacts>
}

const Opened = ({ state, actions, t, arriving }: OpenedProps) => {
  const { deps } = useRuntime()
  const error = useFailureText(state.step === 'resetPassword' ? state.progress : IDLE)
  // The portal asks for such a link in a session that a first password makes whole.
  const [signsOut, setSignsOut] = useState(() => pageQuery(deps).get('keepSessions') !== 'true')
  useEffect(() => void actions.start(arriving), [actions, arriving])
  const back = (
    <AuthLink to="loginUrl" icon="arrow-left" preserveQuery={false}>
      {t('failedBackToLoginButton')}
    </AuthLink>
  )
  const bad = { tone: 'danger', icon: 'alert' } as const
  const good = { tone: 'success', icon: 'check' } as const
  switch (state.step) {
    case 'linkIncomplete':
      return (
        <AuthCard key="bad" state={bad} title={t('failedTitle')} text={t('failedMessage')} focusTitle footer={back}>
          <GoButton to="forgetPasswordUrl">{t('newLink')}</GoButton>
        </AuthCard>
      )
    case 'success':
      return (
        <AuthCard key="good" state={good} title={t('successTitle')} text={t('successMessage')} focusTitle>
          <GoButton to="loginUrl">{t('signIn')}</GoButton>
        </AuthCard>
      )
    case 'resetPassword': {
      // Only the server knows whether it refused the link or the password. A new link helps with the first.
      const isRefused = state.progress.kind === 'failed' && state.progress.failure.kind === 'refused'
      const footer = (
        <>
          {isRefused && (
            <div>
              <AuthLink to="forgetPasswordUrl" preserveQuery={false}>
                {t('newLink')}
              </AuthLink>
            </div>
          )}
          {back}
        </>
      )
      return (
        <AuthCard key="form" title={t('title')} text={t('description')} focusTitle footer={footer}>
          <NewPasswordForm
            rules={state.rules}
            email={state.email}
            submitLabel={t('resetPasswordButton')}
            busy={state.progress.kind === 'busy'}
            error={isRefused ? undefined : error}
            onSubmit={(password) => void actions.submit(password, signsOut ? 'everywhere' : 'nowhere')}
          >
            <Checkbox
              label={t('signOutEverywhere')}
              name="signOutEverywhere"
              checked={signsOut}
              onChange={setSignsOut}
            />
            {isRefused && <Note tone="danger">{error}</Note>}
          </NewPasswordForm>
        </AuthCard>
      )
    }
    default:
      return state satisfies never
  }
}

const ResetPassword = (props: Props) => (
  <MailedLinkGate purpose="password-reset" isUsed={props.state.step === 'success'}>
    {(_facts, arriving) => <Opened {...props} arriving={arriving} />}
  </MailedLinkGate>
)

export const resetPasswordFeature = defineFeature({
  initial: initialReset,
  slice: resetSlice,
  messages: resetMessages,
  Component: ResetPassword,
})
