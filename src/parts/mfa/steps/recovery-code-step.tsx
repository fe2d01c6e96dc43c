import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import css from '../mfa.css'
import type { MfaStepProps } from '../mfa.props.ts'
import { saveText } from '../save-text.ts'

type Props = MfaStepProps<'recoveryCode'>

const Copy = ({ code, t }: { code: string } & Pick<Props, 't'>) => {
  const [copied, setCopied] = useState<'recoveryCodeCopied' | 'recoveryCodeCopyFailed'>()
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied('recoveryCodeCopied'),
      () => setCopied('recoveryCodeCopyFailed'),
    )
  return (
    <Button size="l" icon={copied === 'recoveryCodeCopied' ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{t(copied ?? 'copyRecoveryCode')}</span>
    </Button>
  )
}

/** Shows the recovery code, which is never shown again. */
export const RecoveryCodeStep = ({ state, t, busy, error, on }: Props) => {
  useSheet(css)
  const [isSaved, setSaved] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const { code, challenge, response } = state
  const download = () => saveText('recovery-code.txt', t('recoveryFile', { email: challenge.email, code }))
  const proceed = () => {
    setReminded(!isSaved)
    if (isSaved && !busy) on.saved(response)
  }
  return (
    <AuthCard key="recovery-code" title={t('recoveryTitle')} text={t('recoveryMessage')} focusTitle>
      <code className="fe-mfa-code fe-mfa-recovery" aria-label={t('recoveryCodeLabel')} role="img">
        {code}
      </code>
      <div className="fe-mfa-save">
        <Copy code={code} t={t} />
        <Button size="l" icon="download" onClick={download}>
          {t('downloadRecoveryCode')}
        </Button>
      </div>
      <div className="fe-mfa-saved">
        <Checkbox label={t('savedIt')} checked={isSaved} onChange={setSaved} />
        <div className="fe-mfa-problem" role="alert">
          {isReminded && !isSaved ? t('saveFirst') : error}
        </div>
        <Button variant="primary" size="l" block busy={busy} onClick={proceed}>
          {t('continueButton')}
        </Button>
      </div>
    </AuthCard>
  )
}
