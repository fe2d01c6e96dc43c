import { Button } from '../../../ui/button/button.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import { Resend } from '../../code-form/resend.tsx'
import { PhoneForm } from '../../phone/phone-form.tsx'
import type { MfaStepProps } from '../mfa.slice.ts'
import { MfaCodeForm } from './mfa-code-form.tsx'
import { WayLinks } from './ways-step.tsx'

type Props = MfaStepProps<'smsVerifyCode' | 'emailVerifyCode'>

const wordsOf = ({ state, t }: Props) => {
  const isSent = state.sent !== null
  if (state.step === 'smsVerifyCode') {
    const phone = state.way.phoneNumber
    return { title: t('mfaSMSTitle'), text: t(isSent ? 'mfaSMSSubtitle' : 'smsSending', { phone }) }
  }
  const { email } = state.way
  return { title: t('mfaEmailCodeTitle'), text: t(isSent ? 'mfaEmailCodeMessage' : 'emailSending', { email }) }
}

const NotSent = ({ state, t, error, on }: Props) => (
  <AuthCard
    key="not-sent"
    state={{ tone: 'danger', icon: 'alert' }}
    title={t('notSentTitle')}
    text={error ?? t('notSentMessage')}
    focusTitle
    footer={<WayLinks t={t} on={on} state={state} />}
  >
    <Button variant="primary" size="l" block onClick={() => void on.sendCode()}>
      {t('sendCode')}
    </Button>
  </AuthCard>
)

/** Asks for a code that was sent by text message or email. */
export const SentCodeStep = (props: Props) => {
  const { state, t, busy, on } = props
  if (!state.sent && state.progress.kind === 'failed') return <NotSent {...props} />
  const canChange = state.step === 'smsVerifyCode' && !state.challenge.isEnrolled
  const extra = canChange ? { label: t('enrollMfaSMSBackMessage'), onPress: on.changePhone } : undefined
  const texts = {
    question: t('resendQuestion'),
    resend: t('mfaSMSResendCode'),
    resent: t('resent'),
    wait: (count: number) => t('resendIn', { count }),
  }
  return (
    <AuthCard key={state.step} {...wordsOf(props)} footer={<WayLinks t={t} on={on} state={state} extra={extra} />}>
      <MfaCodeForm {...props} />
      {state.sent && <Resend sentAt={state.sent.at} busy={busy} texts={texts} onResend={() => void on.sendCode()} />}
    </AuthCard>
  )
}

/** Asks for the phone number that receives the codes. */
export const PhoneStep = ({ state, t, busy, error, on }: MfaStepProps<'smsSetPhoneNumber'>) => (
  <AuthCard
    key="phone"
    title={t('preEnrollMfaSMSTitle')}
    text={t('preEnrollMfaSMSSubtitle')}
    footer={<WayLinks t={t} on={on} state={state} />}
  >
    <PhoneForm
      submitLabel={t('preEnrollMfaSMSSubmitButtonMessage')}
      busy={busy}
      error={error}
      onSubmit={(phoneNumber) => void on.submitPhone(phoneNumber)}
    />
  </AuthCard>
)
