import type { FeatureProps } from '../../../feature/define.ts'
import type { Translate } from '../../../feature/messages.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { FormTexts } from '../form/form.messages.ts'
import { useFocusOn } from '../use-focus-on.ts'
import { ConfigCard } from './config-card.tsx'
import css from './ip.css'
import type { IpTexts } from './ip.messages.ts'
import type { IpActions } from './ip.slice.ts'
import type { IpState } from './ip.state.ts'
import { IpDialogs } from './ip-dialogs.tsx'
import { RulesCard } from './rules-card.tsx'
import { TestCard } from './test-card.tsx'

export interface IpViewProps extends FeatureProps<IpState, IpActions, IpTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearance: Appearance
  tenant: string
  focus: string | undefined
}

/** A user without the right sees values instead of controls. */
export const mayWrite = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.write

export const mayRemove = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.remove

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
