import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { AuthCard, Unbroken } from '../../auth-card/auth-card.tsx'
import type { Way } from '../challenge.ts'
import css from '../mfa.css'
import type { MfaTexts } from '../mfa.messages.ts'
import type { MfaStepProps, MfaViewProps } from '../mfa.slice.ts'

interface WayLinksProps extends Pick<MfaViewProps, 't' | 'on' | 'state'> {
  /** An additional link, such as "Change the number". */
  extra?: { label: string; onPress(): void } | undefined
}

const Link = ({ label, icon, onPress }: { label: string; icon?: IconName; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
)

/** Links to the other methods of a step, so that it is never a dead end. */
export const WayLinks = ({ t, on, state, extra }: WayLinksProps) => {
  useSheet(css)
  if (state.step === 'idle') return null
  const { ways, isEnrolled, isStepUp } = state.challenge
  return (
    <div className="fe-mfa-links">
      {extra && <Link label={extra.label} onPress={extra.onPress} />}
      {ways.length > 1 && state.step !== 'verify' && (
        <Link label={t('moreWaysToAuthenticate')} onPress={() => void on.showWays()} />
      )}
      {isEnrolled && !isStepUp && <Link label={t('useRecoveryCode')} onPress={on.wantRecovery} />}
      {isStepUp ? (
        <Link label={t('stepUpCancel')} onPress={on.back} />
      ) : (
        <Link label={t('backToLogin')} icon="arrow-left" onPress={on.back} />
      )}
    </div>
  )
}

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
