import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { Note } from '../../parts/note/note.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { StepUpTexts } from './step-up.messages.ts'
import type { StepUpActions } from './step-up.slice.ts'
import type { StepUpState } from './step-up.state.ts'

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
