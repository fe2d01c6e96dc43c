import { useState } from 'react'
import mfaCss from '../../../parts/mfa/mfa.css'
import { saveText } from '../../../parts/mfa/save-text.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'

/** Shows the recovery code, which is never shown again. */
export const RecoveryDialog = ({ actions, t, email, code }: PrivacyViewProps & { code: string }) => {
  useSheet(mfaCss)
  const [isSaved, setSaved] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const finish = () => {
    setReminded(!isSaved)
    if (isSaved) actions.recoverySaved()
  }
  return (
    <Dialog
      open
      size="s"
      title={t('recoveryCodeTitle')}
      description={t('recoveryCodeInstructions')}
      onClose={finish}
      footer={
        <Button variant="primary" onClick={finish}>
          {t('done')}
        </Button>
      }
    >
      <div className="fe-privacy-save">
        <div className="fe-mfa-code">
          <code aria-label={t('recoveryCodeLabel')} role="img">
            {code}
          </code>
          <CopyButton text={code} label={t('copyRecoveryCode')} />
        </div>
        <Button icon="download" onClick={() => saveText('recovery-code.txt', t('recoveryFile', { email, code }))}>
          {t('downloadRecoveryCode')}
        </Button>
        <Checkbox label={t('savedIt')} checked={isSaved} onChange={setSaved} />
        {isReminded && !isSaved && <Alert tone="danger">{t('saveFirst')}</Alert>}
      </div>
    </Dialog>
  )
}
