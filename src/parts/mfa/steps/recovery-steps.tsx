import { useState } from 'react'
import { copyText } from '../../../kernel/copy-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { AuthCard, Unbroken } from '../../auth-card/auth-card.tsx'
import { CredentialForm } from '../../credentials/credentials.tsx'
import { checkAll, useCheckedInput } from '../../credentials/use-checked-input.ts'
import css from '../mfa.css'
import type { MfaStepProps } from '../mfa.slice.ts'
import { saveText } from '../save-text.ts'

const RecoveryForm = ({ t, busy, error, on }: Omit<MfaStepProps<'recoverTwoFactor'>, 'state'>) => {
  const input = useCheckedInput(({ value }) => (value.trim() ? undefined : t('recoveryCodeIsRequired')))
  const submit = () => {
    if (!busy && checkAll(input)) void on.recover(input.value().trim())
  }
  return (
    <CredentialForm label={t('recoverMfaTitle')} onSubmit={submit}>
      <Field label={t('enterRecoveryCode')} error={input.error ?? error}>
        {(ids) => (
          <TextInput
            {...ids}
            {...input.props}
            size="l"
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={busy}
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        <Unbroken text={t('disabledMultiFactorButton')} />
      </Button>
    </CredentialForm>
  )
}

/** Removes a lost factor with its recovery code. */
export const RecoverStep = ({ state, ...props }: MfaStepProps<'recoverTwoFactor'>) => {
  useSheet(css)
  const { t, on } = props
  const footer = (
    <div className="fe-mfa-links">
      {state.challenge.ways.length > 0 && (
        <button type="button" className="fe-auth-link" onClick={() => void on.showWays()}>
          {t('moreWaysToAuthenticate')}
        </button>
      )}
      <button type="button" className="fe-auth-link" onClick={on.back}>
        <Icon name="arrow-left" />
        {t('backToLogin')}
      </button>
    </div>
  )
  return (
    <AuthCard key="recover" title={t('recoverMfaTitle')} text={t('recoverMfaMessage')} footer={footer}>
      <RecoveryForm {...props} />
    </AuthCard>
  )
}

type Props = MfaStepProps<'recoveryCode'>

const Copy = ({ code, t }: { code: string } & Pick<Props, 't'>) => {
  const [copied, setCopied] = useState<'recoveryCodeCopied' | 'recoveryCodeCopyFailed'>()
  const copy = () =>
    copyText(code).then(
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
