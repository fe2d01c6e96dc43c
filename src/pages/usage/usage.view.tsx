import type { FeatureProps } from '../../feature/define.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { FeatureCard } from './feature-card.tsx'
import css from './usage.css'
import type { UsageTexts } from './usage.messages.ts'
import type { UsageActions } from './usage.slice.ts'
import type { UsageState } from './usage.state.ts'

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
  if (!report) return <PageLoading label={t('loading')} />
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
