import { type ReactNode, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { CodeForm } from '../../../parts/code-form/code-form.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import { PhoneForm } from '../../../parts/phone/phone-form.tsx'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { LoginState } from '../login.state.ts'
import { useLogin } from '../login-context.ts'
import { type PasskeyPromptActions, passkeyPromptSlice } from './passkey-prompt.actions.ts'
import css from './passkey-prompt.css'
import { type PasskeyPromptTexts, passkeyPromptMessages } from './passkey-prompt.messages.ts'
import { initialPasskeyPrompt, type PasskeyPromptState } from './passkey-prompt.state.ts'

export interface PasskeyPromptViewProps {
  /** The offered method: a passkey, or one quick login method. */
  offer: 'passkey' | QuickStrategy
  state: PasskeyPromptState
  t: Translate<PasskeyPromptTexts>
  error: string | undefined
  on: {
    add(): void
    stop(): void
    skip(): void
    dismiss(): void
    sendCode(phoneNumber: string): void
    verifyCode(code: string): void
    changePhone(): void
  }
}

const Link = ({ children, onPress }: { children: ReactNode; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {children}
  </button>
)

const REASONS = [
  { icon: 'lock', title: 'promptFirstItemTitle', text: 'promptFirstItemSubtitle' },
  { icon: 'phone', title: 'promptSecondItemTitle', text: 'promptSecondItemSubtitle' },
  { icon: 'circle-check', title: 'promptThirdItemTitle', text: 'promptThirdItemSubtitle' },
] as const satisfies readonly { icon: IconName; title: keyof PasskeyPromptTexts; text: keyof PasskeyPromptTexts }[]

const Reasons = ({ t }: Pick<PasskeyPromptViewProps, 't'>) => (
  <ul className="fe-offer-reasons">
    {REASONS.map(({ icon, title, text }) => (
      <li key={title} className="fe-offer-reason">
        <Icon name={icon} />
        <span>
          <span className="fe-offer-reason-title">{t(title)}</span>
          <span className="fe-offer-reason-text">{t(text)}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** Shows a link that cancels the browser's prompt while it is open, and the given choices otherwise. */
const Ways = ({
  busy,
  t,
  on,
  children,
}: Pick<PasskeyPromptViewProps, 't' | 'on'> & { busy: boolean; children: ReactNode }) =>
  busy ? (
    <div className="fe-offer-ways" role="status">
      {t('offerWaiting')} <Link onPress={on.stop}>{t('offerStop')}</Link>
    </div>
  ) : (
    <div className="fe-offer-ways">{children}</div>
  )

const Passkey = ({ state, t, error, on }: Pick<PasskeyPromptViewProps, 'state' | 't' | 'error' | 'on'>) => {
  const busy = state.progress.kind === 'busy'
  return (
    <AuthCard
      key="passkey"
      state={{ tone: 'info', icon: 'key' }}
      title={t('promptPasskeysTitle')}
      text={t('promptPasskeysSubtitle')}
      focusTitle
    >
      <Reasons t={t} />
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="fe-offer-buttons">
        <Button variant="primary" size="l" block busy={busy} onClick={on.add}>
          {t('usePasskeys')}
        </Button>
        {!busy && (
          <Button size="l" block onClick={on.skip}>
            {t('continueToApp')}
          </Button>
        )}
        <Ways busy={busy} t={t} on={on}>
          <Link onPress={on.dismiss}>{t('dontAskMeAgain')}</Link>
        </Ways>
      </div>
    </AuthCard>
  )
}

const KEYS = {
  internal: { title: 'oneTouchLoginTitle', text: 'oneTouchLoginMessage', button: 'oneTouchLoginButton' },
  android: { title: 'androidLoginTitle', text: 'androidLoginMessage', button: 'androidLoginButton' },
  'usb-key': { title: 'usbLoginTitle', text: 'usbLoginMessage', button: 'usbLoginButton' },
} as const

const Key = ({ offer, state, t, error, on }: PasskeyPromptViewProps & { offer: keyof typeof KEYS }) => {
  const busy = state.progress.kind === 'busy'
  const words = KEYS[offer]
  return (
    <AuthCard
      key={offer}
      state={{ tone: 'info', icon: offer === 'usb-key' ? 'key' : 'lock' }}
      title={t(words.title)}
      text={t(words.text)}
      focusTitle
    >
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="fe-offer-buttons">
        <Button variant="primary" size="l" block busy={busy} onClick={on.add}>
          {t(words.button)}
        </Button>
        <Ways busy={busy} t={t} on={on}>
          <Link onPress={on.skip}>{t('skip')}</Link>
        </Ways>
      </div>
    </AuthCard>
  )
}

/** Renders one card per offer. */
export const PasskeyPromptView = (props: PasskeyPromptViewProps) => {
  useSheet(css)
  const { offer } = props
  if (offer === 'passkey') return <Passkey {...props} />
  return offer === 'sms' ? <QuickLoginPhone {...props} /> : <Key {...props} offer={offer} />
}

const offerOf = (login: LoginState): PasskeyPromptViewProps['offer'] =>
  login.step === 'registerQuickLogin' ? login.strategy : 'passkey'

const Prompt = ({ state, actions, t }: FeatureProps<PasskeyPromptState, PasskeyPromptActions, PasskeyPromptTexts>) => {
  const login = useLogin()
  const ceremonies = useCeremonies()
  const offer = offerOf(login.state)
  useEffect(
    () => () => {
      ceremonies.stop()
      actions.leave()
    },
    [ceremonies, actions],
  )
  const leave = () => login.actions.report({ type: 'offerOver' })
  const thenLeave = async (work: Promise<boolean>) => {
    if (await work) leave()
  }
  return (
    <PasskeyPromptView
      offer={offer}
      state={state}
      t={t}
      error={useCeremonyText(state.progress)}
      on={{
        add: () => void thenLeave(actions.addKey(ceremonies, offer === 'passkey' ? undefined : offer)),
        stop: ceremonies.stop,
        skip: leave,
        dismiss() {
          actions.dismiss()
          leave()
        },
        sendCode: (phoneNumber) => void actions.sendCode(phoneNumber),
        verifyCode: (code) => void thenLeave(actions.verifyCode(code)),
        changePhone: actions.changePhone,
      }}
    />
  )
}

export const passkeyPromptFeature = defineFeature({
  initial: initialPasskeyPrompt,
  slice: passkeyPromptSlice,
  messages: passkeyPromptMessages,
  Component: Prompt,
})

const PhoneNumber = ({ state, t, error, on }: Pick<PasskeyPromptViewProps, 'state' | 't' | 'error' | 'on'>) => (
  <AuthCard
    key="phone"
    title={t('smsLoginTitle')}
    text={t('smsLoginMessage')}
    footer={<Link onPress={on.skip}>{t('skip')}</Link>}
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
          <Link onPress={on.changePhone}>{t('smsLoginChangePhoneButton')}</Link>
          <Link onPress={on.skip}>{t('skip')}</Link>
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
const QuickLoginPhone = (props: PasskeyPromptViewProps) => {
  const { phone } = props.state
  return phone ? <Code {...props} phone={phone} /> : <PhoneNumber {...props} />
}
