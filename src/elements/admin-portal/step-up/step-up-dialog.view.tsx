import { type ReactNode, useCallback, useEffect } from 'react'
import type { ConfirmationWay } from '../../../contract/me.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { initialStepUp } from '../../../flows/step-up/step-up.state.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { PlainCards } from '../../../parts/auth-card/plain-cards.tsx'
import { HiddenUsername } from '../../../parts/credentials/hidden-username.tsx'
import { checkAll, useCheckedInput } from '../../../parts/credentials/use-checked-input.ts'
import { IDLE } from '../../../parts/failure/failure.ts'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { CeremonyTurns, useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import { isFromSso } from '../../../rules/sso-sign-in.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { type StepUpDialogActions, stepUpDialogSlice } from './step-up-dialog.actions.ts'
import css from './step-up-dialog.css'
import { type StepUpDialogTexts, stepUpDialogMessages } from './step-up-dialog.messages.ts'
import type { StepUpDialogState, StepUpPort } from './step-up-dialog.state.ts'
import { stepUpTitleOf } from './step-up-title.ts'

interface ConfirmingProps {
  t: Translate<StepUpDialogTexts>
  title: string
  email: string
  ways: readonly ConfirmationWay[]
  busy: boolean
  error: string | undefined
  on: {
    confirm(password: string): void
    confirmByPasskey(): void
    signInAgain(): void
    cancel(): void
  }
}

const ByPassword = ({ t, title, email, ways, busy, error, on }: ConfirmingProps) => {
  const input = useCheckedInput(({ validity }) => (validity.valueMissing ? t('passwordIsRequired') : undefined))
  const submit = () => {
    const isRight = checkAll(input)
    if (isRight) on.confirm(input.value())
    return isRight
  }
  return (
    <FormDialog
      open
      size="s"
      title={title}
      description={t('confirmText')}
      submitLabel={t('confirm')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={on.cancel}
    >
      <Field label={t('password')} error={input.error}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...input.props}
            name="password"
            autoComplete="current-password"
            readOnly={busy}
            required
            autoFocus
          />
        )}
      </Field>
      {/* Behind the field: a dialog that opens gives the focus to its first one. */}
      <HiddenUsername email={email} />
      {ways.includes('passkey') && (
        <Button block disabled={busy} onClick={on.confirmByPasskey}>
          {t('usePasskey')}
        </Button>
      )}
    </FormDialog>
  )
}

/** Asks a user without a second factor for a proof, over the page that needs it. */
const Confirming = (props: ConfirmingProps) => {
  const { t, title, ways, busy, error, on } = props
  if (ways.includes('password')) return <ByPassword {...props} />
  const isByPasskey = ways.includes('passkey')
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      <Button variant="primary" busy={busy} onClick={isByPasskey ? on.confirmByPasskey : on.signInAgain}>
        {t(isByPasskey ? 'usePasskey' : 'signInAgain')}
      </Button>
    </>
  )
  return (
    <Dialog open size="s" title={title} onClose={on.cancel} footer={footer}>
      {error && <Alert tone="danger">{error}</Alert>}
      <p>{t(isByPasskey ? 'confirmText' : 'signInText')}</p>
    </Dialog>
  )
}

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

type Props = FeatureProps<StepUpDialogState, StepUpDialogActions, StepUpDialogTexts> & { port: StepUpPort }

const StepUpDialog = ({ state, actions, t, port }: Props) => {
  const { user } = useSession()
  const error = useCeremonyText('progress' in state ? state.progress : IDLE)
  const ceremonies = useCeremonies()
  const { challenge, endpoint } = port.request
  const settle = useCallback(
    async (work: Promise<boolean>) => {
      if (await work) port.end(true)
    },
    [port],
  )
  const start = useCallback(() => void settle(actions.start(challenge)), [settle, actions, challenge])
  useEffect(start, [start])
  return (
    <StepUpDialogView
      state={state}
      t={t}
      title={t(stepUpTitleOf(endpoint))}
      email={user?.email ?? ''}
      error={error}
      isSso={isFromSso(user)}
      on={{
        start,
        take: (response) => void settle(actions.take(response)),
        confirm: (password) => void settle(actions.confirm(password)),
        confirmByPasskey: () => void settle(actions.confirmByPasskey(ceremonies)),
        signInAgain: actions.signInAgain,
        goToProvider: () => void actions.goToProvider(),
        cancel: () => port.end(false),
      }}
    />
  )
}

export const stepUpDialogFeature = defineFeature<
  StepUpDialogState,
  StepUpDialogActions,
  StepUpDialogTexts,
  { port: StepUpPort }
>({
  initial: initialStepUp,
  slice: stepUpDialogSlice,
  messages: stepUpDialogMessages,
  Component: StepUpDialog,
})
