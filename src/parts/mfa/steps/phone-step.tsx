import { AuthCard } from '../../auth-card/auth-card.tsx'
import { PhoneForm } from '../../phone/phone-form.tsx'
import type { MfaStepProps } from '../mfa.slice.ts'
import { WayLinks } from './ways-step.tsx'

/** Asks for the phone number that receives the codes. */
export const PhoneStep = ({ state, t, busy, error, on }: MfaStepProps<'smsSetPhoneNumber'>) => (
  <AuthCard
    key="phone"
    title={t('preEnrollMfaSMSTitle')}
    text={t('preEnrollMfaSMSSubtitle')}
    footer={<WayLinks t={t} on={on} state={state} />}
  >
    <PhoneForm
      submitLabel={t('preEnrollMfaSMSSubmitButtonMessage')}
      busy={busy}
      error={error}
      onSubmit={(phoneNumber) => void on.submitPhone(phoneNumber)}
    />
  </AuthCard>
)
