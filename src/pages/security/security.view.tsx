import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import type { Viewer } from '../../parts/viewer/viewer.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import css from './security.css'
import type { SecurityTexts } from './security.messages.ts'
import type { SecurityAbility } from './security.state.ts'
import type { TabDefinition, TabId, TabProps } from './tab.ts'

interface SecurityViewProps {
  viewer: Viewer<SecurityAbility> | undefined
  tabs: readonly TabDefinition[]
  active: TabDefinition | undefined
  given: TabProps | undefined
  onTab(tab: TabId): void
  t: Translate<SecurityTexts>
}

const Panel = ({ tab, given, t }: { tab: TabDefinition; given: TabProps } & Pick<SecurityViewProps, 't'>) => (
  <FeatureHost
    definition={{ id: `security-${tab.id}`, load: tab.load }}
    given={given}
    fallback={<PageLoading label={t('loading')} />}
    failure={(retry) => (
      <PageFailure title={t('loadFailedTitle')} text={t('loadFailedText')} retry={t('retry')} onRetry={retry} />
    )}
  />
)

const Body = ({ viewer, tabs, active, given, onTab, t }: SecurityViewProps) => {
  if (!viewer) return <PageLoading label={t('loading')} />
  if (!viewer.may.read) {
    return (
      <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { tenant: viewer.tenantName })} />
    )
  }
  if (!active || !given) return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  const panel = <Panel tab={active} given={given} t={t} />
  if (tabs.length === 1) return panel
  const labels = tabs.map(({ id }) => ({ id, label: t(`${id}Tab`) }))
  return (
    <Tabs label={t('tabs')} tabs={labels} active={active.id} onChange={onTab}>
      {panel}
    </Tabs>
  )
}

export const SecurityView = (props: SecurityViewProps) => {
  useSheet(css)
  const { viewer, t } = props
  return (
    <div className="fe-security">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })} />
      <Body {...props} />
    </div>
  )
}
