import type { ReactNode } from 'react'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './passkey-prompt.css'
import type { PasskeyPromptTexts } from './passkey-prompt.messages.ts'
import type { PasskeyPromptViewProps } from './passkey-prompt.props.ts'
import { QuickLoginPhone } from './quick-login-phone.tsx'

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
