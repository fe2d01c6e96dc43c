import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSession } from '../../feature/feature-context.tsx'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { FeatureCard } from './feature-card.tsx'
import { usageSlice } from './usage.actions.ts'
import css from './usage.css'
import { type UsageTexts, usageMessages } from './usage.messages.ts'
import { initialUsage, type UsageActions, type UsageState } from './usage.state.ts'

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
