import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../../parts/auth-card/auth-link.tsx'
import { CodeForm } from '../../../parts/code-form/code-form.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { LoginState } from '../login.types.ts'
import { SsoButton } from '../sso-button.tsx'
import { BackButton } from './back-button.tsx'
import css from './codes-and-links.css'
import type { CodesAndLinksTexts } from './codes-and-links.messages.ts'

interface CodeStepProps {
  state: Extract<LoginState, { step: 'loginWithOtc' | 'loginWithSmsOtc' | 'loginWithQuickSmsOtc' }>
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; submitCode(code: string): void; resend(): void }
}

const textsOf = ({ state, t }: Pick<CodeStepProps, 'state' | 't'>) => {
  if (state.step === 'loginWithOtc') return { title: t('otcTitle'), text: t('otcMessage', { email: state.email }) }
  const phone = state.phoneNumber
  return { title: t('smsOtcTitle'), text: phone ? t('smsOtcMessageTo', { phone }) : t('smsOtcMessage') }
}

const CodeLinks = ({ state, t, on }: Omit<CodeStepProps, 'error'>) => (
  <div className="fe-code-links">
    {state.step === 'loginWithSmsOtc' && <AuthLink to="resetPhoneNumberUrl">{t('smsOtcOtherPhone')}</AuthLink>}
    <BackButton label={t('backToLogin')} onPress={on.back} />
  </div>
)

export const CodeStep = (props: CodeStepProps) => {
  useSheet(css)
  const { state, t, error, on } = props
  const busy = state.progress.kind === 'busy'
  const resend = {
    question: t('otcHaventReceivedCode'),
    resend: t('otcResend'),
    resent: t('otcResent'),
    wait: (count: number) => t('otcResendIn', { count }),
  }
  return (
    <AuthCard key="code" {...textsOf(props)} footer={<CodeLinks {...props} />}>
      <CodeForm
        texts={{
          label: t('otcInputLabel'),
          required: t('otcCodeIsRequired'),
          tooShort: t('otcInvalidLengthCode'),
          submit: t('otcContinue'),
        }}
        busy={busy}
        progress={state.progress}
        error={error}
        onSubmit={on.submitCode}
      />
      <SsoButton />
      <Resend sentAt={state.at} busy={busy} texts={resend} onResend={on.resend} />
    </AuthCard>
  )
}
