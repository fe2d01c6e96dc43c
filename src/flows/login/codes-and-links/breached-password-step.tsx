import type { Translate } from '../../../i18n/messages.ts'
import { AuthCard } from '../../../parts/auth-card/auth-card.tsx'
import { Note } from '../../../parts/note/note.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { LoginState } from '../login.types.ts'
import { BackButton } from './back-button.tsx'
import type { CodesAndLinksTexts } from './codes-and-links.messages.ts'

interface BreachedPasswordStepProps {
  state: Extract<LoginState, { step: 'breachedPassword' | 'breachedPasswordSuccess' }>
  t: Translate<CodesAndLinksTexts>
  error: string | undefined
  on: { back(): void; sendReset(): void }
}

export const BreachedPasswordStep = ({ state, t, error, on }: BreachedPasswordStepProps) => {
  const { email } = state
  const footer = <BackButton label={t('breachedPasswordBackToSignIn')} onPress={on.back} />
  if (state.step === 'breachedPasswordSuccess') {
    const text = t('breachedPasswordSuccessSubtitle', { email })
    const mark = { tone: 'success', icon: 'mail' } as const
    const title = t('breachedPasswordSuccessTitle')
    return <AuthCard key="reset-sent" state={mark} title={title} text={text} focusTitle footer={footer} />
  }
  return (
    <AuthCard
      key="breached"
      state={{ tone: 'danger', icon: 'alert' }}
      title={t('breachedPasswordTitle')}
      text={t('breachedPasswordSubtitle', { email })}
      focusTitle
      footer={footer}
    >
      {error && <Note tone="danger">{error}</Note>}
      <Button variant="primary" size="l" block busy={state.progress.kind === 'busy'} onClick={on.sendReset}>
        {t('sendPasswordResetEmailButton')}
      </Button>
    </AuthCard>
  )
}
