import { useCallback, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession, useTexts } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { type Failure, IDLE, useFailureText } from '../../parts/failure/failure.ts'
import { mailedLinkMessages } from '../../parts/mailed-link/mailed-link.messages.ts'
import type { LinkFacts } from '../../parts/mailed-link/mailed-link.ts'
import { invitationText, MailedLinkGate, ResendCard } from '../../parts/mailed-link/mailed-link-gate.tsx'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { NewPasswordForm } from '../../parts/new-password/new-password-form.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type ActivateActions, activateSlice } from './activate-account.actions.ts'
import { type ActivateTexts, activateMessages } from './activate-account.messages.ts'
import { type ActivateState, initialActivate } from './activate-account.state.ts'

interface ActivateViewProps {
  state: ActivateState
  actions: ActivateActions
  t: Translate<ActivateTexts>
  error: string | undefined
  /** For an invitation, names the inviting user and the account. */
  intro: string | undefined
  onRetry(): void
}

const Back = ({ t }: Pick<ActivateViewProps, 't'>) => (
  <AuthLink to="loginUrl" icon="arrow-left">
    {t('failedBackToLoginButton')}
  </AuthLink>
)

interface DeadLinkProps extends Omit<ActivateViewProps, 'state'> {
  failure: Failure
}

/** A refused link can't be retried; a request that never arrived can. */
const DeadLink = ({ failure, actions, t, error, onRetry }: DeadLinkProps) => (
  <AuthCard
    key="failed"
    state={{ tone: 'danger', icon: 'alert' }}
    title={t(error ? 'linkFailedTitle' : 'failedTitle')}
    text={error || t('failedMessage')}
    focusTitle
    footer={<Back t={t} />}
  >
    {failure.kind === 'refused' ? (
      <Button variant="primary" size="l" block onClick={actions.wantResend}>
        {t('newLink')}
      </Button>
    ) : (
      <Button variant="primary" size="l" block onClick={onRetry}>
        {t('retry')}
      </Button>
    )}
  </AuthCard>
)

interface ResendProps extends ActivateViewProps {
  state: Extract<ActivateState, { step: 'resend' }>
}

const Resend = ({ state, actions, t, error }: ResendProps) => (
  <ResendCard
    isSent={state.sent}
    texts={{
      title: t('resendTitle'),
      message: t('resendMessage'),
      sentTitle: t('resentTitle'),
      sentMessage: t('resentMessage'),
      label: t('emailInputLabel'),
      required: t('emailIsRequired'),
      invalid: t('emailMustBeValid'),
      submit: t('resendButton'),
      placeholder: t('emailInputPlaceholder'),
    }}
    busy={state.progress.kind === 'busy'}
    error={error}
    back={<Back t={t} />}
    onSubmit={(email) => void actions.resend(email)}
  />
)

export const ActivateView = (props: ActivateViewProps) => {
  const { state, actions, t, error, intro } = props
  switch (state.step) {
    case 'activating':
      if (state.progress.kind === 'failed') return <DeadLink {...props} failure={state.progress.failure} />
      return <AuthCard key="wait" state="busy" title={t('checkingTitle')} text={t('checkingMessage')} />
    case 'activatingForm':
      return (
        <AuthCard
          key="form"
          title={t('title')}
          text={intro ? `${intro} ${t('message')}` : t('message')}
          focusTitle
          footer={<Back t={t} />}
        >
          <NewPasswordForm
            rules={state.rules}
            email={state.email}
            submitLabel={t('activateButton')}
            busy={state.progress.kind === 'busy'}
            error={error}
            onSubmit={(chosen) => void actions.submit(chosen)}
          />
        </AuthCard>
      )
    case 'success':
      return (
        <AuthCard
          key="success"
          state={{ tone: 'success', icon: 'check' }}
          title={t('successTitle')}
          text={t(state.signedIn ? 'successMessage' : 'successLoginMessage')}
          focusTitle
        />
      )
    case 'secondFactor':
      return (
        <SecondFactor
          mfaRequest={state.mfaRequest}
          email={state.mfaRequest.userEmail ?? ''}
          busy={state.progress.kind === 'busy'}
          error={error}
          onResponse={(response) => void actions.take(response)}
          onRecovered={actions.leave}
          onBack={actions.leave}
        />
      )
    case 'resend':
      return <Resend {...props} state={state} />
    default:
      return state satisfies never
  }
}

type Props = FeatureProps<ActivateState, ActivateActions, ActivateTexts>

interface OpenedProps extends Props {
  intro: string | undefined
  arriving: Promise<LinkFacts>
}

const Opened = ({ state, actions, t, intro, arriving }: OpenedProps) => {
  const isLoading = useSession().status === 'loading'
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  const start = useCallback(() => void actions.start(arriving), [actions, arriving])
  useEffect(() => {
    // Only after the start-up refresh is it known whether a user must be signed out first.
    if (!isLoading) start()
  }, [isLoading, start])
  return <ActivateView state={state} actions={actions} t={t} error={error} intro={intro} onRetry={start} />
}

const ActivateAccount = (props: Props) => {
  const linkTexts = useTexts(mailedLinkMessages)
  const { step } = props.state
  return (
    <MailedLinkGate purpose="activation" isUsed={step !== 'activating' && step !== 'activatingForm'}>
      {(facts, arriving) => <Opened {...props} intro={invitationText(linkTexts, facts)} arriving={arriving} />}
    </MailedLinkGate>
  )
}

export const activateAccountFeature = defineFeature({
  initial: initialActivate,
  slice: activateSlice,
  messages: activateMessages,
  Component: ActivateAccount,
})
