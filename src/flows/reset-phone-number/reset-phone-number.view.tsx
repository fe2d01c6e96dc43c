import { useEffect, useRef } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { Translate } from '../../i18n/messages.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { CodeForm } from '../../parts/code-form/code-form.tsx'
import { Resend } from '../../parts/code-form/resend.tsx'
import { EmailForm } from '../../parts/credentials/email-form.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { PhoneForm } from '../../parts/phone/phone-form.tsx'
import { type PhoneResetActions, phoneResetSlice } from './reset-phone-number.actions.ts'
import { type PhoneResetTexts, phoneResetMessages } from './reset-phone-number.messages.ts'
import { initialPhoneReset, type PhoneResetState } from './reset-phone-number.state.ts'

interface PhoneResetViewProps {
  state: PhoneResetState
  actions: PhoneResetActions
  t: Translate<PhoneResetTexts>
  error: string | undefined
  /** The user returned to the first step. */
  returned: boolean
}

const Back = ({ t }: Pick<PhoneResetViewProps, 't'>) => (
  <AuthLink to="loginUrl" icon="arrow-left">
    {t('backToLogin')}
  </AuthLink>
)

const StartOver = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {label}
  </button>
)

const AskStep = ({
  state,
  actions,
  t,
  error,
  returned,
}: Pick<PhoneResetViewProps, 'state' | 'actions' | 't' | 'error' | 'returned'>) => (
  <AuthCard key="ask" title={t('resetPhoneNumberTitle')} text={t('resetPhoneNumberMessage')} footer={<Back t={t} />}>
    <EmailForm
      texts={{
        label: t('emailInputLabel'),
        required: t('emailIsRequired'),
        invalid: t('emailMustBeValid'),
        submit: t('sendCode'),
        placeholder: t('emailInputPlaceholder'),
      }}
      email={state.email}
      busy={state.progress.kind === 'busy'}
      error={error}
      autoFocus={returned}
      onSubmit={(email) => void actions.askForCode(email)}
    />
  </AuthCard>
)

const CodeStep = ({ state, actions, t, error, sentAt }: PhoneResetViewProps & { sentAt: number }) => {
  const busy = state.progress.kind === 'busy'
  const { email } = state
  return (
    <AuthCard
      key="code"
      title={t('resetPhoneOtcTitle')}
      text={t('resetPhoneOtcMessage', { email })}
      footer={<StartOver label={t('otherEmail')} onPress={actions.restart} />}
    >
      <CodeForm
        texts={{
          label: t('otcInputLabel'),
          required: t('otcCodeIsRequired'),
          tooShort: t('otcInvalidLengthCode'),
          submit: t('continue'),
        }}
        busy={busy}
        progress={state.progress}
        error={error}
        onSubmit={(code) => void actions.verify(code)}
      />
      <Resend
        sentAt={sentAt}
        busy={busy}
        texts={{
          question: t('otcHaventReceivedCode'),
          resend: t('otcResend'),
          resent: t('otcResent'),
          wait: (count) => t('otcResendIn', { count }),
        }}
        onResend={() => void actions.askForCode(email)}
      />
    </AuthCard>
  )
}

/** Renders one card per step; a step without a view is a compile error. */
export const PhoneResetView = (props: PhoneResetViewProps) => {
  const { state, actions, t, error } = props
  switch (state.step) {
    case 'ResetPhoneNumber':
      return <AskStep {...props} />
    case 'VerifyResetPhoneNumber':
      return <CodeStep {...props} sentAt={state.sentAt} />
    case 'ChangePhoneNumber':
      return (
        <AuthCard
          key="change"
          title={t('changePhoneNumberTitle')}
          text={t('changePhoneNumberMessage')}
          footer={<StartOver label={t('startOver')} onPress={actions.restart} />}
        >
          <PhoneForm
            submitLabel={t('savePhoneNumber')}
            busy={state.progress.kind === 'busy'}
            error={error}
            onSubmit={(phoneNumber) => void actions.change(phoneNumber)}
          />
        </AuthCard>
      )
    case 'done':
      return (
        <AuthCard
          key="done"
          state={{ tone: 'success', icon: 'check' }}
          title={t('doneTitle')}
          text={t('doneMessage')}
          focusTitle
          footer={<Back t={t} />}
        />
      )
    default:
      return state satisfies never
  }
}

type Props = FeatureProps<PhoneResetState, PhoneResetActions, PhoneResetTexts>

const ResetPhoneNumber = (props: Props) => {
  const { state } = props
  const returned = useRef(false)
  const error = useFailureText(state.progress)
  useEffect(() => {
    if (state.step !== 'ResetPhoneNumber') returned.current = true
  }, [state.step])
  return <PhoneResetView {...props} error={error} returned={returned.current} />
}

export const resetPhoneNumberFeature = defineFeature({
  initial: initialPhoneReset,
  slice: phoneResetSlice,
  messages: phoneResetMessages,
  Component: ResetPhoneNumber,
})
