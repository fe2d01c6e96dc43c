import { useState } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime } from '../../feature/feature-context.tsx'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { useFailureText } from '../../parts/failure/failure.ts'
import { SecondFactorStep } from '../../parts/mfa/second-factor.tsx'
import { Note } from '../../parts/note/note.tsx'
import { Button } from '../../ui/button/button.tsx'
import { hasToken, type MagicLinkActions, magicLinkSlice } from './magic-link.actions.ts'
import { type MagicLinkTexts, magicLinkMessages } from './magic-link.messages.ts'
import { initialMagicLink, type MagicLinkState } from './magic-link.state.ts'

type Props = FeatureProps<MagicLinkState, MagicLinkActions, MagicLinkTexts>

interface ReadyProps extends Pick<Props, 'state' | 'actions' | 't'> {
  error: string | undefined
}

const Ready = ({ state, actions, t, error }: ReadyProps) => {
  const { progress } = state
  if (progress.kind === 'failed' && progress.failure.kind === 'refused') {
    return (
      <DeadEnd back={t('backToLogin')} title={t('invalidMagicLinkTitle')} text={error || t('invalidMagicLinkText')} />
    )
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
  // The token is removed once it is used, so its presence is read only once.
  const [isComplete] = useState(() => hasToken(deps))
  const error = useFailureText(state.progress)
  if (state.step === 'success') {
    return <AuthCard key="success" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
  }
  if (!isComplete)
    return <DeadEnd back={t('backToLogin')} title={t('incompleteMagicLinkTitle')} text={t('incompleteMagicLinkText')} />
  if (state.step === 'ready') return <Ready state={state} actions={actions} t={t} error={error} />
  return <SecondFactorStep state={state} error={error} on={actions} />
}

export const magicLinkFeature = defineFeature({
  initial: initialMagicLink,
  slice: magicLinkSlice,
  messages: magicLinkMessages,
  Component: MagicLink,
})
