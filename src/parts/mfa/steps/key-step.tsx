import { useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import css from '../mfa.css'
import type { MfaStepProps } from '../mfa.slice.ts'
import { rememberText } from './mfa-code-form.tsx'
import { WayLinks } from './ways-step.tsx'

type Props = MfaStepProps<'webauthn'>

const GIVE = {
  WebAuthnPlatform: { title: 'keyPlatformTitle', text: 'keyPlatformMessage', button: 'keyPlatformButton' },
  WebAuthnCrossPlatform: {
    title: 'keyCrossPlatformTitle',
    text: 'keyCrossPlatformMessage',
    button: 'keyCrossPlatformButton',
  },
} as const

const ENROLL = {
  WebAuthnPlatform: {
    title: 'keyEnrollPlatformTitle',
    text: 'keyEnrollPlatformMessage',
    button: 'keyEnrollPlatformButton',
  },
  WebAuthnCrossPlatform: {
    title: 'keyEnrollCrossPlatformTitle',
    text: 'keyEnrollCrossPlatformMessage',
    button: 'keyEnrollCrossPlatformButton',
  },
} as const

/** Shows only a cancel button while the browser prompts, and all other methods otherwise. */
const Footer = ({ state, t, busy, on }: Props) =>
  busy ? (
    <span role="status">
      {t('keyWaiting')}{' '}
      <button type="button" className="fe-auth-link" onClick={on.stopKey}>
        {t('keyStop')}
      </button>
    </span>
  ) : (
    <WayLinks t={t} on={on} state={state} />
  )

/** Explains the browser's prompt for a security key or this device's built-in authenticator. */
export const KeyStep = (props: Props) => {
  useSheet(css)
  const { state, t, busy, error, on } = props
  const [remember, setRemember] = useState(false)
  const { way, challenge } = state
  const words = (challenge.isEnrolled ? GIVE : ENROLL)[way.kind]
  const rememberLabel = rememberText(state.remember, t)
  return (
    <AuthCard
      key={way.kind}
      state={{ tone: 'info', icon: way.kind === 'WebAuthnPlatform' ? 'lock' : 'key' }}
      title={t(words.title)}
      text={t(words.text)}
      focusTitle
      footer={<Footer {...props} />}
    >
      <div className="fe-mfa-key">
        {error && <Alert tone="danger">{error}</Alert>}
        {rememberLabel && (
          <Checkbox label={rememberLabel} name="rememberDevice" checked={remember} onChange={setRemember} />
        )}
        <Button variant="primary" size="l" block busy={busy} onClick={() => void on.verifyKey(remember)}>
          {t(words.button)}
        </Button>
      </div>
    </AuthCard>
  )
}
