import type { Translate } from '../../../feature/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../../parts/auth-card/auth-link.tsx'
import { CodeForm } from '../../../parts/code-form/code-form.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { Note } from '../../../parts/note/note.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './later.css'
import type { LaterTexts } from './later.messages.ts'
import type { LaterState } from './later-context.ts'

export interface LaterViewProps {
  state: LaterState
  t: Translate<LaterTexts>
  error: string | undefined
  on: { back(): void; submitCode(code: string): void; resend(): void; sendReset(): void }
}

type PropsOf<Step extends LaterState['step']> = Omit<LaterViewProps, 'state'> & {
  state: Extract<LaterState, { step: Step }>
}

type CodeName = 'loginWithOtc' | 'loginWithSmsOtc' | 'loginWithQuickSmsOtc'

const Back = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {label}
  </button>
)

const codeWords = ({ state, t }: PropsOf<CodeName>) => {
  if (state.step === 'loginWithOtc') return { title: t('otcTitle'), text: t('otcMessage', { email: state.email }) }
  const phone = state.phoneNumber
  return { title: t('smsOtcTitle'), text: phone ? t('smsOtcMessageTo', { phone }) : t('smsOtcMessage') }
}

const CodeLinks = ({ state, t, on }: PropsOf<CodeName>) => (
  <div className="fe-later-links">
    {state.step === 'loginWithSmsOtc' && <AuthLink to="resetPhoneNumberUrl">{t('smsOtcOtherPhone')}</AuthLink>}
    <Back label={t('backToLogin')} onPress={on.back} />
  </div>
)

const CodeStep = (props: PropsOf<CodeName>) => {
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
    <AuthCard key="code" {...codeWords(props)} footer={<CodeLinks {...props} />}>
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
      <Resend sentAt={state.at} busy={busy} texts={resend} onResend={on.resend} />
    </AuthCard>
  )
}

const LinkStep = ({ state, t, error, on }: PropsOf<'magicLinkPreLoginSuccess'>) => {
  const resend = {
    question: t('magicLinkQuestion'),
    resend: t('magicLinkResend'),
    resent: t('magicLinkResent'),
    wait: (count: number) => t('magicLinkResendIn', { count }),
  }
  return (
    <AuthCard
      key="link"
      state={{ tone: 'info', icon: 'mail' }}
      title={t('magicLinkTitle')}
      text={t('magicLinkText', { email: state.email })}
      focusTitle
      footer={<Back label={t('backToLogin')} onPress={on.back} />}
    >
      {error && <Alert tone="danger">{error}</Alert>}
      <Resend sentAt={state.at} busy={state.progress.kind === 'busy'} texts={resend} onResend={on.resend} />
    </AuthCard>
  )
}

const Breached = ({ state, t, error, on }: PropsOf<'breachedPassword' | 'breachedPasswordSuccess'>) => {
  const { email } = state
  const footer = <Back label={t('breachedPasswordBackToSignIn')} onPress={on.back} />
  if (state.step === 'breachedPasswordSuccess') {
    const text = t('breachedPasswordSuccessSubtitle', { email })
    const mark = { tone: 'success', icon: 'mail' } as const
    const title = t('breachedPasswordSuccessTitle')
    return <AuthCard key="reset-sent" state={mark} title={title} text={text} focusTitle footer={footer} />
  }
  return (
    <AuthCard
      key="breached"
      state={{ tone: 'danger', icon: 'alert' }}
      title={t('breachedPasswordTitle')}
      text={t('breachedPasswordSubtitle', { email })}
      focusTitle
      footer={footer}
    >
      {error && <Note tone="danger">{error}</Note>}
      <Button variant="primary" size="l" block busy={state.progress.kind === 'busy'} onClick={on.sendReset}>
        {t('sendPasswordResetEmailButton')}
      </Button>
    </AuthCard>
  )
}

/** One card per step; a step without a view is a compile error. */
export const LaterView = ({ state, ...props }: LaterViewProps) => {
  switch (state.step) {
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'loginWithQuickSmsOtc':
      return <CodeStep {...props} state={state} />
    case 'magicLinkPreLoginSuccess':
      return <LinkStep {...props} state={state} />
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <Breached {...props} state={state} />
    default:
      return state satisfies never
  }
}
