import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../../parts/auth-card/auth-link.tsx'
import { CodeForm } from '../../../parts/code-form/code-form.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { Note } from '../../../parts/note/note.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { LoginState } from '../login.state.ts'
import { useLogin } from '../login-context.ts'
import { SsoButton } from '../sso-button.tsx'
import { type CodesAndLinksActions, codesAndLinksSlice } from './codes-and-links.actions.ts'
import css from './codes-and-links.css'
import { type CodesAndLinksTexts, codesAndLinksMessages } from './codes-and-links.messages.ts'

/** Returns to the first step of the sign-in. */
const BackButton = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    <Icon name="arrow-left" />
    {label}
  </button>
)

interface BreachedPasswordStepProps {
  state: Extract<LoginState, { step: 'breachedPassword' | 'breachedPasswordSuccess' }>
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; sendReset(): void }
}

const BreachedPasswordStep = ({ state, t, error, on }: BreachedPasswordStepProps) => {
  const { email } = state
  const footer = <BackButton label={t('breachedPasswordBackToSignIn')} onPress={on.back} />
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

interface MagicLinkStepProps {
  state: Extract<LoginState, { step: 'magicLinkPreLoginSuccess' }>
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; resend(): void }
}

const MagicLinkStep = ({ state, t, error, on }: MagicLinkStepProps) => {
  const resend = {
    question: t('magicLinkQuestion'),
    resend: t('magicLinkResend'),
    resent: t('magicLinkResent'),
    wait: (count: number) => t('magicLinkResendIn', { count }),
  }
  return (
    <AuthCard
      key="link"
      state={{ tone: 'success', icon: 'mail' }}
      title={t('magicLinkTitle')}
      text={t('magicLinkText', { email: state.email })}
      focusTitle
      footer={<BackButton label={t('backToLogin')} onPress={on.back} />}
    >
      {error && <Alert tone="danger">{error}</Alert>}
      <Resend sentAt={state.at} busy={state.progress.kind === 'busy'} texts={resend} onResend={on.resend} />
    </AuthCard>
  )
}

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

const CodeStep = (props: CodeStepProps) => {
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

const STEPS = [
  'loginWithOtc',
  'loginWithSmsOtc',
  'loginWithQuickSmsOtc',
  'magicLinkPreLoginSuccess',
  'breachedPassword',
  'breachedPasswordSuccess',
] as const

type State = Extract<LoginState, { step: (typeof STEPS)[number] }>

export const isCodeOrLink = (state: LoginState): state is State => STEPS.some((step) => step === state.step)

interface CodesAndLinksViewProps {
  state: State
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; submitCode(code: string): void; resend(): void; sendReset(): void }
}

/** Renders one card per step; a step without a view is a compile error. */
export const CodesAndLinksView = ({ state, ...props }: CodesAndLinksViewProps) => {
  switch (state.step) {
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'loginWithQuickSmsOtc':
      return <CodeStep {...props} state={state} />
    case 'magicLinkPreLoginSuccess':
      return <MagicLinkStep {...props} state={state} />
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return <BreachedPasswordStep {...props} state={state} />
    default:
      return state satisfies never
  }
}

const Steps = ({ actions: work, t }: FeatureProps<null, CodesAndLinksActions, CodesAndLinksTexts>) => {
  const { state, actions, error } = useLogin()
  if (!isCodeOrLink(state)) return null
  return (
    <CodesAndLinksView
      state={state}
      t={t}
      error={error}
      on={{
        back: actions.changeEmail,
        submitCode: (code) => void work.submitCode(state, code, actions),
        resend: () => void work.resend(state, actions.report),
        sendReset: () => void work.sendReset(state, actions.report),
      }}
    />
  )
}

export const codesAndLinksFeature = defineFeature({
  initial: null,
  slice: codesAndLinksSlice,
  messages: codesAndLinksMessages,
  Component: Steps,
})
