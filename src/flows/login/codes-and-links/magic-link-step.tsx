import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { Resend } from '../../../parts/code-form/resend.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import type { LoginState } from '../login.types.ts'
import { BackButton } from './back-button.tsx'
import type { CodesAndLinksTexts } from './codes-and-links.messages.ts'

interface MagicLinkStepProps {
  state: Extract<LoginState, { step: 'magicLinkPreLoginSuccess' }>
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; resend(): void }
}

export const MagicLinkStep = ({ state, t, error, on }: MagicLinkStepProps) => {
  const resend = {
    question: t('magicLinkQuestion'),
    resend: t('magicLinkResend'),
    resent: t('magicLinkResent'),
    wait: (count: number) => t('magicLinkResendIn', { count }),
  }
  return (
    <AuthCard
      key="link"
      state={{ tone: 'success', icon: 'mail' }}
      title={t('magicLinkTitle')}
      text={t('magicLinkText', { email: state.email })}
      focusTitle
      footer={<BackButton label={t('backToLogin')} onPress={on.back} />}
    >
      {error && <Alert tone="danger">{error}</Alert>}
      <Resend sentAt={state.at} busy={state.progress.kind === 'busy'} texts={resend} onResend={on.resend} />
    </AuthCard>
  )
}
