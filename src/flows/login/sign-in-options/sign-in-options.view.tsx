import type { Translate } from '../../../i18n/messages.ts'
import { useLastUsedMark } from '../../../parts/last-used/use-last-used-mark.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './sign-in-options.css'
import type { SignInOptionsTexts } from './sign-in-options.messages.ts'
import type { SignInOptionsState, Way } from './sign-in-options.state.ts'

interface SignInOptionsViewProps {
  state: SignInOptionsState
  t: Translate<SignInOptionsTexts>
  error: string | undefined
  /** The method that was used last on this device. */
  last: string | undefined
  /** Methods that are ready to use, in display order. */
  ways: readonly Way[]
  /** Methods that could be set up. */
  offers: readonly QuickStrategy[]
  on: { signIn(way: Way): void; stop(): void; want(strategy: QuickStrategy): void; unwant(): void }
}

interface Words {
  icon: IconName
  signIn: keyof SignInOptionsTexts & string
}

const WAYS: Readonly<Record<Way, Words>> = {
  passkey: { icon: 'key', signIn: 'signInWithPasskey' },
  internal: { icon: 'lock', signIn: 'touchId' },
  android: { icon: 'lock', signIn: 'android' },
  'usb-key': { icon: 'key', signIn: 'usb' },
  sms: { icon: 'phone', signIn: 'sms' },
}

const OFFERS = { internal: 'quickInternal', android: 'quickAndroid', 'usb-key': 'quickUsb', sms: 'quickSms' } as const

const Waiting = ({ t, on }: Pick<SignInOptionsViewProps, 't' | 'on'>) => (
  <p className="fe-ways-wait" role="status">
    {t('quickWaiting')}{' '}
    <button type="button" className="fe-auth-link" onClick={on.stop}>
      {t('quickCancel')}
    </button>
  </p>
)

const Offers = ({ state, t, offers, on }: Pick<SignInOptionsViewProps, 'state' | 't' | 'offers' | 'on'>) => {
  if (state.wanted) {
    return (
      <Alert
        tone="info"
        title={t('registerNewQuickLoginTitle')}
        action={
          <button type="button" className="fe-auth-link" onClick={on.unwant}>
            {t('quickNotNow')}
          </button>
        }
      >
        {t('registerNewQuickLoginSubtitle')}
      </Alert>
    )
  }
  if (offers.length === 0) return null
  return (
    <p className="fe-ways-offers">
      <span className="fe-ways-lead">{t('quickSetUp')} </span>
      {offers.map((strategy) => (
        <button key={strategy} type="button" className="fe-auth-link" onClick={() => on.want(strategy)}>
          {t(OFFERS[strategy])}
        </button>
      ))}
    </p>
  )
}

/** The sign-in methods below the email field. */
export const SignInOptionsView = (props: SignInOptionsViewProps) => {
  useSheet(css)
  const markOf = useLastUsedMark()
  const { state, t, error, last, ways, offers, on } = props
  if (ways.length === 0 && offers.length === 0 && !state.wanted) return null
  const busy = state.progress.kind === 'busy'
  return (
    <div className="fe-ways">
      {ways.length > 0 && <div className="fe-ways-or">{t('or')}</div>}
      {error && <Alert tone="danger">{error}</Alert>}
      {ways.map((way) => (
        <Button
          key={way}
          size="l"
          block
          {...markOf(way === last)}
          icon={WAYS[way].icon}
          busy={busy && state.way === way}
          onClick={() => on.signIn(way)}
        >
          {t(WAYS[way].signIn)}
        </Button>
      ))}
      {busy && state.way !== 'sms' ? <Waiting t={t} on={on} /> : <Offers {...props} />}
    </div>
  )
}
