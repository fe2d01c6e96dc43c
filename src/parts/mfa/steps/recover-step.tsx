import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { AuthCard } from '../../auth-card/auth-card.tsx'
import { Unbroken } from '../../auth-card/unbroken.tsx'
import { CredentialForm } from '../../credentials/credentials.tsx'
import { checkAll, useCheckedInput } from '../../credentials/use-checked-input.ts'
import css from '../mfa.css'
import type { MfaStepProps } from '../mfa.props.ts'

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
