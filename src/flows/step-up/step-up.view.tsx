import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useSession } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { IDLE, useFailureText } from '../../parts/failure/failure.ts'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { Note } from '../../parts/note/note.tsx'
import { isFromSso } from '../../rules/sso-sign-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { type StepUpActions, stepUpSlice } from './step-up.actions.ts'
import { type StepUpTexts, stepUpMessages } from './step-up.messages.ts'
import { initialStepUp, type StepUpState } from './step-up.state.ts'

interface StepUpViewProps {
  state: StepUpState
  t: Translate<StepUpTexts>
  email: string
  error: string | undefined
  /** The session was created by an identity provider, which can ask for a second factor. */
  isSso: boolean
  on: Pick<StepUpActions, 'start' | 'take' | 'cancel' | 'goToProvider'>
}

const Failed = ({ t, error, on }: Omit<StepUpViewProps, 'state'>) => (
  <AuthCard
    key="failed"
    state={{ tone: 'danger', icon: 'alert' }}
    title={t('failedTitle')}
    text={error}
    focusTitle
    footer={
      <button type="button" className="fe-auth-link" onClick={on.cancel}>
        {t('cancel')}
      </button>
    }
  >
    <Button variant="primary" size="l" block onClick={() => void on.start()}>
      {t('retry')}
    </Button>
  </AuthCard>
)

const NotEnrolled = ({ state, t, error, isSso, on }: Omit<StepUpViewProps, 'email'>) => (
  <AuthCard
    key="not-enrolled"
    state={{ tone: 'info', icon: 'lock' }}
    title={t('noEnrolledMfaTitle')}
    text={isSso ? t('noEnrolledMfaSso') : `${t('noEnrolledMfaDescriptionPart1')} ${t('noEnrolledMfaDescriptionPart2')}`}
    focusTitle
  >
    {error && <Note tone="danger">{error}</Note>}
    {isSso && (
      <Button
        variant="primary"
        size="l"
        block
        busy={'progress' in state && state.progress.kind === 'busy'}
        onClick={() => void on.goToProvider()}
      >
        {t('verifyWithSso')}
      </Button>
    )}
    <Button variant={isSso ? 'secondary' : 'primary'} size="l" block onClick={on.cancel}>
      {t('goBack')}
    </Button>
  </AuthCard>
)

/** Renders one card per step; a step without a view is a compile error. */
export const StepUpView = (props: StepUpViewProps) => {
  const { state, t, email, error, on } = props
  switch (state.step) {
    case 'starting':
      if (error) return <Failed {...props} />
      return <AuthCard key="starting" state="busy" title={t('starting')} text={t('startingMessage')} />
    case 'proving':
      return (
        <SecondFactor
          isStepUp
          mfaRequest={state.mfaRequest}
          email={email}
          busy={state.progress.kind === 'busy'}
          error={error}
          onResponse={(response) => void on.take(response)}
          onRecovered={on.cancel}
          onBack={on.cancel}
        />
      )
    case 'noMFAEnrolledStepUp':
      return <NotEnrolled {...props} />
    case 'leaving':
      return <AuthCard key="leaving" state="busy" title={t('starting')} text={t('successMessage')} />
    case 'success':
      return <AuthCard key="success" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
    default:
      return state satisfies never
  }
}

const StepUp = ({ state, actions, t }: FeatureProps<StepUpState, StepUpActions, StepUpTexts>) => {
  const { status, user } = useSession()
  const error = useFailureText('progress' in state ? state.progress : IDLE)
  useEffect(() => {
    if (status === 'signed-in') void actions.start()
    else if (status === 'signed-out') actions.signIn()
  }, [status, actions])
  const shown = { state, t, email: user?.email ?? '', error, isSso: isFromSso(user) }
  return <StepUpView {...shown} on={actions} />
}

export const stepUpFeature = defineFeature({
  initial: initialStepUp,
  slice: stepUpSlice,
  messages: stepUpMessages,
  Component: StepUp,
})
