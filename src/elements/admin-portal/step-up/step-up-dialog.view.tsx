import type { ReactNode } from 'react'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import { PlainCards } from '../../../parts/auth-card/plain-cards.tsx'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { CeremonyTurns } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { Confirming } from './confirming.tsx'
import css from './step-up-dialog.css'
import type { StepUpDialogTexts } from './step-up-dialog.messages.ts'
import type { StepUpDialogState } from './step-up-dialog.state.ts'

interface StepUpDialogViewProps
  extends Pick<FeatureProps<StepUpDialogState, unknown, StepUpDialogTexts>, 'state' | 't'> {
  title: string
  email: string
  error: string | undefined
  /** Whether the session began at an identity provider, which can ask for a second factor. */
  isSso: boolean
  on: {
    start(): void
    take(response: AuthResponse): void
    confirm(password: string): void
    confirmByPasskey(): void
    signInAgain(): void
    goToProvider(): void
    cancel(): void
  }
}

type Parts = StepUpDialogViewProps & { footer?: ReactNode; children: ReactNode }

const Framed = ({ title, on, footer, children }: Parts) => (
  <Dialog open size="s" title={title} onClose={on.cancel} footer={footer}>
    {children}
  </Dialog>
)

const NotEnrolled = (props: StepUpDialogViewProps) => {
  const { state, t, isSso, error, on } = props
  const busy = 'progress' in state && state.progress.kind === 'busy'
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      {isSso && (
        <Button variant="primary" busy={busy} onClick={on.goToProvider}>
          {t('verifyWithSso')}
        </Button>
      )}
    </>
  )
  return (
    <Framed {...props} footer={footer}>
      {error && <Alert tone="danger">{error}</Alert>}
      <p>{t(isSso ? 'ssoText' : 'noFactorText')}</p>
    </Framed>
  )
}

const Starting = (props: StepUpDialogViewProps) => {
  const { t, error, on } = props
  if (!error) {
    return (
      <Framed {...props}>
        <div className="fe-step-up-wait" role="status">
          <Spinner />
          <span className="fe-hidden">{t('starting')}</span>
        </div>
      </Framed>
    )
  }
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      <Button variant="primary" onClick={on.start}>
        {t('retry')}
      </Button>
    </>
  )
  return (
    <Framed {...props} footer={footer}>
      <Alert tone="danger" title={t('failedTitle')}>
        {error}
      </Alert>
    </Framed>
  )
}

/** Asks for a factor, over the page that needs it. */
export const StepUpDialogView = (props: StepUpDialogViewProps) => {
  useSheet(css)
  const { state, email, error, on } = props
  if (state.step === 'noMFAEnrolledStepUp') return <NotEnrolled {...props} />
  if (state.step === 'confirming') {
    const { t, title } = props
    return (
      <Confirming
        t={t}
        title={title}
        email={email}
        ways={state.ways}
        busy={state.progress.kind === 'busy'}
        error={error}
        on={on}
      />
    )
  }
  if (state.step !== 'proving') return <Starting {...props} />
  return (
    <Framed {...props}>
      <CeremonyTurns value="webauthn-step-up">
        <PlainCards>
          <SecondFactor
            isStepUp
            mfaRequest={state.mfaRequest}
            email={email}
            busy={state.progress.kind === 'busy'}
            error={error}
            onResponse={on.take}
            onRecovered={on.cancel}
            onBack={on.cancel}
          />
        </PlainCards>
      </CeremonyTurns>
    </Framed>
  )
}
