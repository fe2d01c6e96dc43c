import type { IconName } from '../../../ui/icon/icon.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import { Unbroken } from '../../auth-card/unbroken.tsx'
import type { Way } from '../challenge.ts'
import css from '../mfa.css'
import type { MfaTexts } from '../mfa.messages.ts'
import type { MfaStepProps } from '../mfa.props.ts'
import { WayLinks } from './way-links.tsx'

type Words = Pick<MfaStepProps<'verify'>, 't'> & { way: Way; isEnrolled: boolean }

const ICONS: Readonly<Record<Way['kind'], IconName>> = {
  AuthenticatorApp: 'shield',
  SMS: 'phone',
  EmailCode: 'mail',
  WebAuthnPlatform: 'lock',
  WebAuthnCrossPlatform: 'key',
}

const NAMES = {
  AuthenticatorApp: 'loginMfaAuthenticatorApp',
  SMS: 'loginMfaSMS',
  EmailCode: 'loginMfaEmail',
  WebAuthnPlatform: 'loginMfaPlatform',
  WebAuthnCrossPlatform: 'loginMfaCrossPlatform',
} as const satisfies Record<Way['kind'], keyof MfaTexts>

const textOf = ({ way, t, isEnrolled }: Words): string => {
  if (way.kind === 'AuthenticatorApp') {
    return t(isEnrolled ? 'loginMfaAuthenticatorAppDescription' : 'forceEnrollMfaAuthenticatorAppDescription')
  }
  if (way.kind === 'EmailCode') {
    return t(isEnrolled ? 'loginMfaEmailDescription' : 'forceEnrollMfaEmailDescription', { email: way.email })
  }
  if (way.kind === 'WebAuthnPlatform') {
    return t(isEnrolled ? 'loginMfaPlatformDescription' : 'forceEnrollMfaPlatformDescription')
  }
  if (way.kind === 'WebAuthnCrossPlatform') {
    return t(isEnrolled ? 'loginMfaCrossPlatformDescription' : 'forceEnrollMfaCrossPlatformDescription')
  }
  return isEnrolled ? t('loginMfaSMSDescription', { phone: way.phoneNumber }) : t('forceEnrollMfaSMSDescription')
}

const WayButton = ({ onPress, ...words }: Words & { onPress(): void }) => (
  <button type="button" className="fe-mfa-way" part="factor" onClick={onPress}>
    <span className="fe-mfa-way-mark" aria-hidden="true">
      <Icon name={ICONS[words.way.kind]} />
    </span>
    <span>
      <span className="fe-mfa-way-name">{words.t(NAMES[words.way.kind])}</span>
      <span className="fe-mfa-way-text">
        <Unbroken text={textOf(words)} />
      </span>
    </span>
    <Icon name="chevron-right" size="s" />
  </button>
)

const keyOf = (way: Way): string => `${way.kind} ${'deviceId' in way ? way.deviceId : ''}`

/** The choice between several factors. */
export const WaysStep = ({ state, t, on }: MfaStepProps<'verify'>) => {
  useSheet(css)
  const { ways, isEnrolled, isStepUp } = state.challenge
  const proofText = isStepUp ? 'stepUpSubtitle' : 'waysSubtitle'
  const links = <WayLinks t={t} on={on} state={state} />
  if (ways.length === 0) {
    const mark = { tone: 'danger', icon: 'lock' } as const
    return <AuthCard state={mark} title={t('noWaysTitle')} text={t('noWaysSubtitle')} focusTitle footer={links} />
  }
  return (
    <AuthCard
      key="ways"
      title={t(isEnrolled ? 'waysTitle' : 'forceEnrollMfaTitle')}
      text={t(isEnrolled ? proofText : 'forceEnrollMfaSubtitle')}
      focusTitle
      footer={links}
    >
      <ul className="fe-mfa-ways">
        {ways.map((way) => (
          <li key={keyOf(way)}>
            <WayButton way={way} t={t} isEnrolled={isEnrolled} onPress={() => void on.choose(way)} />
          </li>
        ))}
      </ul>
    </AuthCard>
  )
}
