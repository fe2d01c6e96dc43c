import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import css from '../mfa.css'
import type { MfaStepProps } from '../mfa.slice.ts'
import { QrCode, secretOf } from '../qr/qr-code.tsx'
import { MfaCodeForm } from './mfa-code-form.tsx'
import { WayLinks } from './ways-step.tsx'

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const Key = ({ qrCode, t }: { qrCode: string } & Pick<MfaStepProps<'authenticatorApp'>, 't'>) => {
  useSheet(css)
  const secret = secretOf(qrCode)
  return (
    <>
      <QrCode value={qrCode} label={t('qrCode')} />
      {secret && (
        <div className="fe-mfa-secret">
          <div className="fe-mfa-secret-label">{t('secretLabel')}</div>
          <div className="fe-mfa-code">
            <span>{inGroups(secret)}</span>
            <CopyButton text={secret} label={t('copySecret')} />
          </div>
        </div>
      )}
    </>
  )
}

/** Asks for the code of the authenticator app, and shows its key during enrollment. */
export const AppStep = (props: MfaStepProps<'authenticatorApp'>) => {
  const { state, t, on } = props
  const { isEnrolled, qrCode } = state.challenge
  const links = <WayLinks t={t} on={on} state={state} />
  return (
    <AuthCard
      key="app"
      title={t(isEnrolled ? 'loginMfaAuthenticatorAppTitle' : 'forceMfaTitle')}
      text={t(isEnrolled ? 'mfaSubtitle' : 'forceMfaScanQueryDescription1')}
      footer={links}
    >
      {!isEnrolled && qrCode && <Key qrCode={qrCode} t={t} />}
      <MfaCodeForm {...props} />
    </AuthCard>
  )
}
