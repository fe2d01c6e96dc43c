import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { useFailureText } from '../failure/failure.ts'
import { lastUsed } from '../last-used/last-used.ts'
import { useLastUsedMark } from '../last-used/use-last-used-mark.ts'
import { BrandMark } from './brand-mark.tsx'
import css from './social.css'
import { type SocialTexts, socialMessages } from './social.messages.ts'
import { type SocialActions, socialSlice } from './social.slice.ts'
import { initialSocial, type SocialState, type SocialWay } from './social.state.ts'

interface SocialViewProps {
  state: SocialState
  t: Translate<SocialTexts>
  error: string | undefined
  /** The method that was used last on this device. */
  last?: string | undefined
  on: Pick<SocialActions, 'press' | 'agree' | 'disagree'>
}

/** Above this number, providers are shown side by side with their logos only. */
const MAX_LABELLED = 2

interface WayProps extends Pick<SocialViewProps, 't' | 'on'> {
  way: SocialWay
  busy: boolean
  mark: ReturnType<ReturnType<typeof useLastUsedMark>>
}

const MarkButton = ({ way, t, busy, mark, on }: WayProps) => {
  const label = t('continueWith', { provider: way.label })
  return (
    <Tooltip text={label} className="fe-social-cell">
      <Button {...mark} size="l" block busy={busy} aria-label={label} onClick={() => void on.press(way)}>
        <BrandMark way={way} />
      </Button>
    </Tooltip>
  )
}

const WordButton = ({ way, t, busy, mark, on }: WayProps) => (
  <Button {...mark} size="l" block busy={busy} onClick={() => void on.press(way)}>
    <span className="fe-social-words">
      <BrandMark way={way} />
      <span className="fe-truncate">{t('continueWith', { provider: way.label })}</span>
    </span>
  </Button>
)

const Consent = ({ way, t, on }: Pick<WayProps, 'way' | 't' | 'on'>) => (
  <Alert tone="info" title={t('consentTitle', { provider: way.label })}>
    {t('consentMessage', { provider: way.label })}
    <span className="fe-social-consent">
      <Button size="s" variant="primary" onClick={() => void on.agree(way)}>
        {t('consentContinue', { provider: way.label })}
      </Button>
      <Button size="s" onClick={on.disagree}>
        {t('consentCancel')}
      </Button>
    </span>
  </Alert>
)

/** The social sign-in buttons. */
export const SocialView = ({ state, t, error, last, on }: SocialViewProps) => {
  useSheet(css)
  const markOf = useLastUsedMark()
  const { ways, asking, pressed, progress } = state
  if (ways.length === 0) return null
  const named = ways.filter(({ mark }) => mark !== 'custom')
  const own = ways.filter(({ mark }) => mark === 'custom')
  const One = named.length > MAX_LABELLED ? MarkButton : WordButton
  const propsOf = (way: SocialWay) => ({
    way,
    t,
    on,
    busy: progress.kind === 'busy' && pressed === way.id,
    mark: markOf(last === `social:${way.id}`),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere
    <div className="fe-social" role="group" aria-label={t('label')}>
      <div className="fe-social-or" aria-hidden="true">
        {t('or')}
      </div>
      {error && <Alert tone="danger">{error}</Alert>}
      {asking && <Consent way={asking} t={t} on={on} />}
      {named.length > 0 && (
        <div className="fe-social-row" data-columns={One === MarkButton ? Math.min(named.length, 4) : 1}>
          {named.map((way) => (
            <One key={way.id} {...propsOf(way)} />
          ))}
        </div>
      )}
      {own.map((way) => (
        <WordButton key={way.id} {...propsOf(way)} />
      ))}
    </div>
  )
}

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
