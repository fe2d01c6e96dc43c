import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { ConfigCard } from './config-card.tsx'
import { IpDialogs } from './dialogs/ip-dialogs.tsx'
import css from './ip.css'
import type { IpViewProps } from './ip.props.ts'
import { RulesCard } from './rules-card.tsx'
import { TestCard } from './test-card.tsx'

const Cards = (props: IpViewProps) => {
  const ref = useFocusOn(props.focus, true)
  return (
    <div ref={ref} className="fe-security-ips">
      <ConfigCard {...props} />
      <RulesCard {...props} />
      {!props.state.missing.includes('testIpAddress') && <TestCard {...props} />}
      <IpDialogs {...props} />
    </div>
  )
}

export const IpView = (props: IpViewProps) => {
  useSheet(css)
  const { state, actions, t, failure, appearance } = props
  if (appearance === 'hidden') return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    return <PageFailure title={t('loadFailedTitle')} text={failure ?? ''} retry={t('retry')} onRetry={actions.load} />
  }
  return <Cards {...props} />
}
