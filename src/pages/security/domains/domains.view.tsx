import type { Appearance } from '../../../feature/page-fields.ts'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { CheckCard } from './check-card.tsx'
import { AddDialog } from './dialogs/add-dialog.tsx'
import { DomainList } from './domain-list.tsx'
import css from './domains.css'
import type { DomainsViewProps } from './domains.props.ts'
import { SettingsCard } from './settings-card.tsx'

const Ready = (props: DomainsViewProps & { appearance: Appearance }) => {
  const ref = useFocusOn(props.focus, true)
  const canEdit = props.appearance === 'edit'
  return (
    <div ref={ref} className="fe-security-domains">
      <SettingsCard {...props} />
      <DomainList {...props} canEdit={canEdit} />
      <CheckCard {...props} />
      {canEdit && props.state.dialog && <AddDialog {...props} />}
    </div>
  )
}

export const DomainsView = (props: DomainsViewProps) => {
  useSheet(css)
  const { state, actions, t, failure, appearanceOf } = props
  const own = appearanceOf(CONTROLS.domains.field)
  if (own === 'hidden') return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  if (state.viewer?.may.readDomains === false) {
    return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText')} />
  }
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    const retry = () => void actions.load()
    return <PageFailure title={t('loadFailedTitle')} text={failure ?? ''} retry={t('retry')} onRetry={retry} />
  }
  const appearance = own === 'edit' && state.viewer?.may.editDomains ? 'edit' : 'viewOnly'
  return <Ready {...props} appearance={appearance} />
}
