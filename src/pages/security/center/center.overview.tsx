import type { Insight, SecurityCategory } from '../../../entities/security-center.ts'
import { formatNumber } from '../../../i18n/formatting.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { MAX_SCORE } from '../../../rules/security-score.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { CenterPartProps, CenterViewProps } from './center.actions.ts'
import {
  CATEGORY_ICON,
  CATEGORY_TARGET,
  CATEGORY_TEXT,
  cardsOf,
  GOOD_INSIGHTS,
  gradeOf,
  INSIGHT_CATEGORIES,
} from './center.cards.ts'
import type { CenterTexts } from './center.messages.ts'
import { haveAllFailed } from './center.state.ts'

const GRADE_TEXT = { good: 'gradeGood', fair: 'gradeFair', poor: 'gradePoor' } as const

const SEVERITIES = [
  ['SEVERE', 'severeCount', 'danger'],
  ['WARNING', 'warningCount', 'warning'],
  ['INFO', 'infoCount', 'info'],
] as const

/** Renders the score as an arc of the full circle. */
const Ring = ({ score, label, outOf }: { score: number; label: string; outOf: string }) => {
  const { language } = useLocale()
  return (
    <span className="fe-center-ring" data-grade={gradeOf(score)} role="img" aria-label={label}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className="fe-center-track" cx="60" cy="60" r="52" />
        {score > 0 && (
          <circle
            className="fe-center-arc"
            cx="60"
            cy="60"
            r="52"
            pathLength={MAX_SCORE}
            strokeDasharray={`${score} ${MAX_SCORE}`}
            transform="rotate(-90 60 60)"
          />
        )}
      </svg>
      <span className="fe-center-number" aria-hidden="true">
        {formatNumber(score, { language })}
        <span className="fe-center-out-of">{outOf}</span>
      </span>
    </span>
  )
}

const Loaded = ({ state, tenant, t }: CenterViewProps) => {
  const { value } = state.recommendations
  if (!value) return <Skeleton height="112px" />
  const { score, items } = value
  const cards = cardsOf(items, score)
  return (
    <div className="fe-center-score">
      <Ring score={score} label={t('scoreLabel', { score })} outOf={t('outOf')} />
      <div className="fe-center-score-words">
        <p className="fe-center-kicker">{t('scoreTitle')}</p>
        <Heading depth={2} className="fe-center-grade">
          {t(GRADE_TEXT[gradeOf(score)])}
        </Heading>
        <p className="fe-center-muted">
          {cards.length === 0
            ? t('scoreTextFull', { tenant })
            : t('scoreText', { count: cards.length, points: MAX_SCORE - score })}
        </p>
        <p className="fe-center-counts">
          {SEVERITIES.map(([severity, text, tone]) => {
            const count = cards.filter(({ recommendation }) => recommendation.severity === severity).length
            return count === 0 ? null : (
              <Badge key={severity} tone={tone} dot>
                {t(text, { count })}
              </Badge>
            )
          })}
        </p>
      </div>
    </div>
  )
}

/** The account's overall security score. */
export const Score = (props: CenterViewProps) => {
  const { state, actions, t } = props
  const { phase, value, error } = state.recommendations
  return (
    <>
      {phase === 'failed' && (
        <PartFailure
          title={t('scoreFailedTitle')}
          reason={error}
          retry={t('retry')}
          onRetry={actions.loadRecommendations}
        />
      )}
      {(value || phase === 'loading') && (
        <Card>
          <Loaded {...props} />
        </Card>
      )}
    </>
  )
}

const textOf = ({ code, metadata }: Insight, t: Translate<CenterTexts>): string => {
  const { password, restrictions, mfa, sessions, totalUsers = 0 } = metadata ?? {}
  const count =
    code === 'BREACHED_PASSWORD_USERS_EXIST'
      ? password?.breachedPasswordUsersCount
      : (restrictions?.ipsCount ?? restrictions?.domainsCount)
  return t(code, {
    count: count ?? 0,
    enrolled: mfa?.enrolledUsersCount ?? 0,
    total: totalUsers,
    settings: sessions?.configuredSessionSettings ?? 0,
  })
}

interface TileProps {
  category: SecurityCategory
  lines: readonly { text: string; isGood: boolean }[]
  button: { label: string; name: string; onSelect(): void } | undefined
  t: Translate<CenterTexts>
}

const Tile = ({ category, lines, button, t }: TileProps) => (
  <li className="fe-center-tile">
    <Heading depth={3} className="fe-center-title">
      <Icon name={CATEGORY_ICON[category]} />
      {t(CATEGORY_TEXT[category])}
    </Heading>
    <ul className="fe-center-lines">
      {lines.map(({ text, isGood }) => (
        <li key={text} data-good={isGood || undefined}>
          <Icon name={isGood ? 'circle-check' : 'info'} size="s" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
    {button && (
      <Button size="s" aria-label={button.name} onClick={button.onSelect}>
        {button.label}
      </Button>
    )}
  </li>
)

const InactivityTile = ({ count, onShowUsers, state, t }: CenterPartProps & { count: number }) => (
  <Tile
    category="INACTIVITY"
    lines={[{ text: count > 0 ? t('staleUsers', { count }) : t('noStaleUsers'), isGood: count === 0 }]}
    button={
      count > 0 && state.viewer?.may.seeUsers && !haveAllFailed(state)
        ? { label: t('showUsers'), name: t('showUsers'), onSelect: () => onShowUsers('inactive') }
        : undefined
    }
    t={t}
  />
)

const Tiles = (props: CenterPartProps & { insights: readonly Insight[] }) => {
  const { insights, tabs, go, t } = props
  const stale = insights.find(({ metadata }) => metadata?.inactivity)?.metadata?.inactivity?.staleUsersCount
  return (
    <ul className="fe-center-tiles">
      {INSIGHT_CATEGORIES.map((category) => {
        const own = insights.filter((insight) => insight.category === category)
        const { tab, focus } = CATEGORY_TARGET[category]
        const name = t('openFor', { title: t(CATEGORY_TEXT[category]) })
        return own.length === 0 ? null : (
          <Tile
            key={category}
            category={category}
            lines={own.map((insight) => ({ text: textOf(insight, t), isGood: GOOD_INSIGHTS.includes(insight.code) }))}
            button={tabs.includes(tab) ? { label: t('open'), name, onSelect: () => go(tab, focus) } : undefined}
            t={t}
          />
        )
      })}
      {stale !== undefined && <InactivityTile {...props} count={stale} />}
    </ul>
  )
}

/** The account's current configuration, whether or not it needs changes. */
export const Insights = (props: CenterPartProps) => {
  const { state, actions, t } = props
  const { phase, value, error } = state.insights
  return (
    <section className="fe-center-section" aria-busy={phase === 'loading'}>
      <Heading depth={2} className="fe-center-heading">
        {t('insightsTitle')}
      </Heading>
      {phase === 'failed' && (
        <PartFailure
          title={t('insightsFailedTitle')}
          reason={error}
          retry={t('retry')}
          onRetry={actions.loadInsights}
        />
      )}
      {value && <Tiles {...props} insights={value} />}
      {!value && phase === 'loading' && <Skeleton height="334px" />}
    </section>
  )
}
