import { useState } from 'react'
import { PlainCards } from '../../../parts/auth-card/plain-cards.tsx'
import { CodeDialog } from '../../../parts/code-dialog/code-dialog.tsx'
import mfaCss from '../../../parts/mfa/mfa.css'
import { QrCode, secretOf } from '../../../parts/mfa/qr/qr-code.tsx'
import { SecondFactor } from '../../../parts/mfa/second-factor.tsx'
import { PhoneDialog } from '../../../parts/phone/phone-dialog.tsx'
import { CodeInput } from '../../../ui/code-input/code-input.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'
import { resendTexts } from '../privacy.messages.ts'
import type { PrivacyDialog } from '../privacy.state.ts'

const CODE_LENGTH = 6

type Of<Kind extends PrivacyDialog['kind']> = PrivacyViewProps & { dialog: Extract<PrivacyDialog, { kind: Kind }> }

/** Verifies an existing factor with the same steps as at sign-in. */
export const ProofDialog = ({ state, actions, t, failures, email, dialog }: Of<'proof'>) => (
  <Dialog open size="s" title={t('proofTitle')} description={t('proofText')} onClose={actions.closeDialog}>
    <PlainCards>
      <SecondFactor
        mfaRequest={dialog.mfaRequest}
        email={email}
        busy={state.dialogWork.kind === 'busy'}
        error={failures.dialog}
        isStepUp
        onResponse={(response) => void actions.takeProof(response, dialog.next)}
        onRecovered={actions.closeDialog}
        onBack={actions.closeDialog}
      />
    </PlainCards>
  </Dialog>
)

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const Secret = ({ qrCode, t }: { qrCode: string } & Pick<PrivacyViewProps, 't'>) => {
  const secret = secretOf(qrCode)
  if (!secret) return null
  return (
    <div className="fe-mfa-secret">
      <div className="fe-mfa-secret-label">{t('secretLabel')}</div>
      <div className="fe-mfa-code">
        <span>{inGroups(secret)}</span>
        <CopyButton text={secret} label={t('copySecret')} />
      </div>
    </div>
  )
}

export const AppDialog = ({ state, actions, t, failures, dialog }: Of<'app'>) => {
  useSheet(mfaCss)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const busy = state.dialogWork.kind === 'busy'
  const submit = (given: string) => {
    const isWhole = given.length === CODE_LENGTH
    setShort(!isWhole)
    if (isWhole && !busy) void actions.verifyApp(given)
    return isWhole
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('appTitle')}
      description={t('scanDescription1')}
      submitLabel={t('verify')}
      cancelLabel={t('cancel')}
      busy={busy}
      onSubmit={() => submit(code)}
      onClose={actions.closeDialog}
    >
      <QrCode value={dialog.qrCode} label={t('qrCode')} />
      <Secret qrCode={dialog.qrCode} t={t} />
      <Field label={t('codeInputLabel')} error={isShort ? t('codeLengthAtLeast6') : failures.dialog}>
        {(ids) => <CodeInput {...ids} value={code} readOnly={busy} autoFocus onChange={setCode} onComplete={submit} />}
      </Field>
    </FormDialog>
  )
}

export const SmsNumberDialog = ({ state, actions, t, failures }: PrivacyViewProps) => (
  <PhoneDialog
    title={t('smsTitle')}
    text={t('smsText')}
    submitLabel={t('smsSubmit')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onSubmit={(number) => void actions.submitPhone(number)}
    onClose={actions.closeDialog}
  />
)

export const SmsCodeDialog = ({ state, actions, t, failures, dialog }: Of<'smsCode'>) => {
  const { otcToken, phoneNumber, sentAt } = dialog
  return (
    <CodeDialog
      title={t('smsCodeTitle')}
      text={t('smsCodeText', { phone: phoneNumber })}
      words={{
        label: t('codeInputLabel'),
        short: t('codeLengthAtLeast6'),
        submit: t('verify'),
        cancel: t('cancel'),
      }}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      resend={{ sentAt, texts: resendTexts(t), onResend: () => void actions.submitPhone(phoneNumber) }}
      onSubmit={(code) => void actions.verifyPhone(otcToken, code)}
      onClose={actions.closeDialog}
    />
  )
}

export const KeyDialog = ({ state, actions, t, failures, ceremonies, dialog }: Of<'key'>) => {
  const isPlatform = dialog.strategy === 'WebAuthnPlatform'
  const isBusy = state.dialogWork.kind === 'busy'
  const leave = () => {
    if (isBusy) ceremonies.stop()
    else actions.closeDialog()
  }
  return (
    <FormDialog
      open
      size="s"
      title={t(isPlatform ? 'mfaAddWebAuthnPlatform' : 'mfaAddWebAuthnCrossPlatform')}
      description={t(isPlatform ? 'mfaWebAuthnPlatformText' : 'mfaWebAuthnCrossPlatformText')}
      submitLabel={t('keySubmit')}
      cancelLabel={t('cancel')}
      busy={isBusy}
      error={failures.dialog}
      onSubmit={() => {
        void actions.enrollKey(dialog.strategy, ceremonies)
        return undefined
      }}
      onClose={leave}
    >
      {t('keyText')}
    </FormDialog>
  )
}
