import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useKnownSession } from '../../parts/after-login/after-login.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { DeadEnd } from '../../parts/auth-card/dead-end.tsx'
import { IDLE, useFailureText } from '../../parts/failure/failure.ts'
import { Button } from '../../ui/button/button.tsx'
import { type ImpersonateActions, impersonateSlice } from './impersonate.actions.ts'
import { type ImpersonateTexts, impersonateMessages } from './impersonate.messages.ts'
import { type ImpersonateState, initialImpersonate } from './impersonate.state.ts'

type Props = FeatureProps<ImpersonateState, ImpersonateActions, ImpersonateTexts>

const Impersonate = ({ state, actions, t }: Props) => {
  const error = useFailureText(state.step === 'failed' ? { kind: 'failed', failure: state.failure } : IDLE)
  const known = useKnownSession()
  useEffect(() => void actions.start(known), [actions, known])
  switch (state.step) {
    case 'impersonating':
      return <AuthCard key="busy" state="busy" title={t('title')} text={t('message')} focusTitle />
    case 'success':
      return <AuthCard key="done" state="busy" title={t('successTitle')} text={t('successMessage')} focusTitle />
    case 'linkIncomplete':
      return <DeadEnd back={t('backToLogin')} title={t('expiredTitle')} text={t('expiredMessage')} />
    case 'failed': {
      // A refused link can't be retried; a request that never arrived can.
      const isRefused = state.failure.kind === 'refused'
      return (
        <DeadEnd back={t('backToLogin')} title={t('failedTitle')} text={error ?? t('failedMessage')}>
          {!isRefused && (
            <Button variant="primary" size="l" block onClick={() => void actions.tryAgain()}>
              {t('retry')}
            </Button>
          )}
        </DeadEnd>
      )
    }
    default:
      return state satisfies never
  }
}

export const impersonateFeature = defineFeature({
  initial: initialImpersonate,
  slice: impersonateSlice,
  messages: impersonateMessages,
  Component: Impersonate,
})
