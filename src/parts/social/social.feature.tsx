import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession } from '../../feature/feature-context.tsx'
import { useFailureText } from '../failure/use-failure-text.ts'
import { lastUsed } from '../last-used/last-used.ts'
import { type SocialTexts, socialMessages } from './social.messages.ts'
import { type SocialActions, socialSlice } from './social.slice.ts'
import { initialSocial, type SocialState } from './social.state.ts'
import { SocialView } from './social.view.tsx'

const Social = ({ state, actions, t }: FeatureProps<SocialState, SocialActions, SocialTexts>) => {
  const { status } = useSession()
  useEffect(() => void actions.load(), [actions])
  const isKnown = state.isSettled && status !== 'loading'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of an earlier page may lack a provider that the fresh one has
  useEffect(() => {
    if (isKnown) void actions.goDirectly()
  }, [isKnown, state.ways, actions])
  useEffect(() => {
    // The back button may restore the page as it was left, with a spinner that would never end.
    const returned = ({ persisted }: PageTransitionEvent) => persisted && actions.rest()
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  }, [actions])
  const failure = useFailureText(state.progress)
  // A URL that isn't safe to follow has no error message of its own.
  const error = state.progress.kind === 'failed' ? failure || t('unavailable') : undefined
  const last = lastUsed(useRuntime().deps.local)
  return <SocialView state={state} t={t} error={error} last={last} on={actions} />
}

export const socialFeature = defineFeature({
  initial: initialSocial,
  slice: socialSlice,
  messages: socialMessages,
  Component: Social,
})
