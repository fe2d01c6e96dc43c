import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { CodeForm } from '../../../parts/code-form/code-form.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { PhoneForm } from '../../../parts/phone/phone-form.tsx'
import type { PasskeyPromptViewProps } from './passkey-prompt.props.ts'

const Link = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {label}
  </button>
)

const PhoneNumber = ({ state, t, error, on }: Pick<PasskeyPromptViewProps, 'state' | 't' | 'error' | 'on'>) => (
  <AuthCard
    key="phone"
    title={t('smsLoginTitle')}
    text={t('smsLoginMessage')}
    footer={<Link label={t('skip')} onPress={on.skip} />}
  >
    <PhoneForm
      submitLabel={t('smsLoginButton')}
      busy={state.progress.kind === 'busy'}
      error={error}
      onSubmit={on.sendCode}
    />
  </AuthCard>
)

const Code = ({
  phone,
  state,
  t,
  error,
  on,
}: PasskeyPromptViewProps & { phone: NonNullable<PasskeyPromptViewProps['state']['phone']> }) => {
  const busy = state.progress.kind === 'busy'
  const resend = {
    question: t('smsLoginQuestion'),
    resend: t('smsLoginResend'),
    resent: t('smsLoginResent'),
    wait: (count: number) => t('smsLoginResendIn', { count }),
  }
  return (
    <AuthCard
      key="pin"
      title={t('smsLoginPinTitle')}
      text={t('smsLoginPinMessage', { phone: phone.phoneNumber })}
      footer={
        <div className="fe-offer-links">
          <Link label={t('smsLoginChangePhoneButton')} onPress={on.changePhone} />
          <Link label={t('skip')} onPress={on.skip} />
        </div>
      }
    >
      <CodeForm
        texts={{
          label: t('smsLoginPinLabel'),
          required: t('smsLoginPinRequired'),
          tooShort: t('smsLoginPinTooShort'),
          submit: t('smsLoginPinButton'),
        }}
        busy={busy}
        progress={state.progress}
        error={error}
        onSubmit={on.verifyCode}
      />
      <Resend sentAt={phone.at} busy={busy} texts={resend} onResend={() => on.sendCode(phone.phoneNumber)} />
    </AuthCard>
  )
}

/** Sets up quick login by text message: asks for the phone number and the code that verifies it. */
export const QuickLoginPhone = (props: PasskeyPromptViewProps) => {
  const { phone } = props.state
  return phone ? <Code {...props} phone={phone} /> : <PhoneNumber {...props} />
}
