import type { Translate } from '../../i18n/messages.ts'
import { EmailForm, type EmailFormProps } from '../../parts/credentials/email-form.tsx'
import type { LoginTexts } from './login.messages.ts'

interface EmailStepProps extends Omit<EmailFormProps, 'texts'> {
  t: Translate<LoginTexts>
  /** The user signed in by email last time on this device. */
  isLastUsed: boolean
  /** The last attempt failed because of a server error. */
  isRetry: boolean
}

export const EmailStep = ({ t, isLastUsed, isRetry, ...form }: EmailStepProps) => (
  <EmailForm
    {...form}
    autoComplete="username webauthn"
    texts={{
      label: t('emailInputLabel'),
      required: t('emailIsRequired'),
      invalid: t('emailMustBeValid'),
      submit: t(isRetry ? 'retry' : 'continue'),
      placeholder: t('emailInputPlaceholder'),
      ...(isLastUsed && { hint: t('lastUsed') }),
    }}
  />
)
