import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime } from '../../feature/feature-context.tsx'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import { useFailureText } from '../../parts/failure/use-failure-text.ts'
import { SecondFactor } from '../../parts/mfa/second-factor.tsx'
import { Note } from '../../parts/note/note.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type MagicLinkTexts, magicLinkMessages } from './magic-link.messages.ts'
import { hasToken, type MagicLinkActions, magicLinkSlice } from './magic-link.slice.ts'
import { initialMagicLink, type MagicLinkState } from './magic-link.state.ts'

type Props = FeatureProps<MagicLinkState, MagicLinkActions, MagicLinkTexts>

const DeadLink = ({ t, text }: Pick<Props, 't'> & { text: string }) => (
  <AuthCard
    key="dead"
    state={{ tone: 'danger', icon: 'alert' }}
    title={t('invalidMagicLinkTitle')}
    text={text}
    focusTitle
    footer={
      <AuthLink to="loginUrl" icon="arrow-left" preserveQuery={false}>
        {t('backToLogin')}
      </AuthLink>
    }
  />
)

interface ReadyProps extends Pick<Props, 'state' | 'actions' | 't'> {
  error: string | undefined
}

const Ready = ({ state, actions, t, error }: ReadyProps) => {
  const { progress } = state
  if (progress.kind === 'failed' && progress.failure.kind === 'refused') {
    return <DeadLink t={t} text={error ?? t('invalidMagicLinkText')} />
  }
  return (
    <AuthCard key="ready" title={t('magicLinkReadyTitle')} text={t('magicLinkReadyMessage')} focusTitle>
      {error && <Note tone="danger">{error}</Note>}
      <Button variant="primary" size="l" block busy={progress.kind === 'busy'} onClick={() => void actions.submit()}>
        {t('magicLinkContinue')}
      </Button>
    </AuthCard>
  )
}

const MagicLink = ({ state, actions, t }: Props) => {
  const { deps } = useRuntime()
  const error = useFailureText(state.progress)
  if (state.step === 'success') {
    return <AuthCard key="success" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
  }
  if (!hasToken(deps)) return <DeadLink t={t} text={t('invalidMagicLinkText')} />
  if (state.step === 'ready') return <Ready state={state} actions={actions} t={t} error={error} />
  return (
    <SecondFactor
      question={state.question}
      email={state.question.userEmail ?? ''}
      busy={state.progress.kind === 'busy'}
      error={error}
      onAnswer={(answer) => void actions.take(answer)}
      onRecovered={actions.leave}
      onBack={actions.leave}
    />
  )
}

export const feature = defineFeature({
  initial: initialMagicLink,
  slice: magicLinkSlice,
  messages: magicLinkMessages,
  Component: MagicLink,
})
