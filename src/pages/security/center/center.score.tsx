import { formatNumber } from '../../../i18n/formatting.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { MAX_SCORE } from '../../../rules/security-score.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { CenterViewProps } from './center.actions.ts'
import { cardsOf, gradeOf } from './center.cards.ts'

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
  if (!value) return <Skeleton height="120px" />
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
