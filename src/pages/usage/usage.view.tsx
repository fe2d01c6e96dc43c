import { useEffect } from 'react'
import type { FeatureUsage, UsageReport } from '../../contract/usage.ts'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { formatNumber } from '../../i18n/formatting.ts'
import type { Translate } from '../../i18n/messages.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { BarChart } from '../../ui/bar-chart/bar-chart.tsx'
import { Card } from '../../ui/card/card.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { usageSlice } from './usage.actions.ts'
import css from './usage.css'
import { type UsageTexts, usageMessages } from './usage.messages.ts'
import { featureName, initialUsage, type UsageActions, type UsageState, usageLevelOf } from './usage.state.ts'

interface FeatureCardProps {
  feature: FeatureUsage
  report: UsageReport
  t: Translate<UsageTexts>
}

const DAY_MS = 86_400_000
const WHOLE = 100

/** Formats days and months in UTC, regardless of the user's time zone. */
const useDates = ({ firstDay, periodEnd }: UsageReport) => {
  const { dates, language } = useLocale()
  const first = new Date(firstDay).getTime()
  const format = (time: number | string) => formatDate(time, { ...dates, timeZone: 'UTC' })
  return { dayText: (at: number) => format(first + at * DAY_MS), end: format(periodEnd), language }
}

/** The used share of the limit as a bar; the text above has the same information. */
const Meter = ({ feature: { used, limit, isHard } }: Pick<FeatureCardProps, 'feature'>) => {
  if (limit === null) return null
  const width = limit === 0 ? WHOLE : Math.min(WHOLE, (used / limit) * WHOLE)
  return (
    <svg
      className="fe-usage-meter"
      data-fullness={usageLevelOf({ used, limit })}
      data-hard={isHard || undefined}
      viewBox={`0 0 ${WHOLE} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="fe-usage-meter-track" width={WHOLE} height="1" />
      <rect className="fe-usage-meter-value" width={width} height="1" />
    </svg>
  )
}

/** Returns a rounded percentage that never shows an unreached limit as reached. */
const percentOf = (used: number, limit: number | null): number =>
  Math.min(Math.round((used / (limit || 1)) * WHOLE), WHOLE - 1)

const Warning = ({ feature, report, t }: FeatureCardProps) => {
  const { end, language } = useDates(report)
  const fullness = usageLevelOf(feature)
  const { used, limit, isHard, featureKey } = feature
  if (fullness === 'near') {
    const percent = formatNumber(percentOf(used, limit), { language })
    return <Alert tone="warning">{t('near', { percent })}</Alert>
  }
  if (fullness !== 'full') return null
  const values = { feature: featureName(featureKey), date: end }
  const isOver = limit !== null && used > limit
  if (isHard) return <Alert tone="danger">{t(isOver ? 'overHard' : 'fullHard', values)}</Alert>
  return <Alert tone="warning">{t(isOver ? 'overSoft' : 'fullSoft', values)}</Alert>
}

const History = ({ feature, report, t }: FeatureCardProps) => {
  const { dayText, language } = useDates(report)
  const { days, featureKey } = feature
  const label = t('history', { feature: featureName(featureKey) })
  return (
    <>
      <p className="fe-usage-days">{t('lastDays', { count: days.length })}</p>
      <BarChart label={label} values={days} textOf={(at) => t('onDay', { date: dayText(at), count: days[at] ?? 0 })} />
      <details className="fe-usage-table">
        <summary>{t('showTable')}</summary>
        <table>
          <caption className="fe-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dayHeader')}</th>
              <th scope="col">{t('usesHeader')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
              <tr key={at}>
                <th scope="row">{dayText(at)}</th>
                <td>{formatNumber(count, { language })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** The use of a feature, its limit, and its past month. */
export const FeatureCard = (props: FeatureCardProps) => {
  const { feature, t } = props
  const { language } = useLocale()
  const { used, limit, isHard, featureKey } = feature
  const number = (value: number) => formatNumber(value, { language })
  const text =
    limit === null
      ? `${t('usedUnlimited', { used: number(used) })} · ${t('unlimited')}`
      : t('usedOf', { used: number(used), limit: number(limit) })
  return (
    <Card
      title={featureName(featureKey)}
      text={
        <span className="fe-usage-figure" data-fullness={usageLevelOf(feature)} data-hard={isHard || undefined}>
          {text}
        </span>
      }
    >
      <div className="fe-usage-stack">
        <Meter feature={feature} />
        <Warning {...props} />
        <History {...props} />
      </div>
    </Card>
  )
}

const LOADING = ['chart', 'chart', 'chart'] as const

type UsageViewProps = FeatureProps<UsageState, UsageActions, UsageTexts>

const Body = (props: UsageViewProps) => {
  const { state, actions, t } = props
  const { report, error, viewer } = state
  if (viewer?.may.read === false) {
    const tenant = viewer.tenantName
    return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { tenant })} />
  }
  if (error !== null) {
    return <PageFailure title={t('loadFailedTitle')} text={error} retry={t('retry')} onRetry={() => actions.reload()} />
  }
  if (!report) return <PageLoading label={t('loading')} cards={LOADING} />
  if (report.features.length === 0) {
    return <EmptyState icon="chart" title={t('emptyTitle')} text={t('emptyText')} />
  }
  return report.features.map((feature) => (
    <FeatureCard key={feature.featureKey} feature={feature} report={report} t={t} />
  ))
}

export const UsageView = (props: UsageViewProps) => {
  useSheet(css)
  const { state, t } = props
  const { dates } = useLocale()
  const tenant = state.viewer?.tenantName ?? ''
  const { report } = state
  // Empty if a foreign backend sends no valid end.
  const date = report && formatDate(report.periodEnd, { ...dates, timeZone: 'UTC' })
  return (
    <PageFrame
      className="fe-usage"
      title={t('pageTitle')}
      description={date ? t('pageDescription', { tenant, date }) : t('pageDescriptionEarly', { tenant })}
      isReady={report !== undefined}
      page={props}
    >
      <div className="fe-usage-body">
        <Body {...props} />
      </div>
    </PageFrame>
  )
}

const UsagePage = ({
  page: _,
  location: __,
  ...props
}: FeatureProps<UsageState, UsageActions, UsageTexts> & PageProps) => {
  const { actions } = props
  const tenantId = useSession().activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions, tenantId])
  return <UsageView {...props} />
}

export const usageFeature = defineFeature<UsageState, UsageActions, UsageTexts, PageProps>({
  initial: initialUsage,
  slice: usageSlice,
  messages: usageMessages,
  Component: UsagePage,
})
