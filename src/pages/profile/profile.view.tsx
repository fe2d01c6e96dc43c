import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { DetailsCard } from './cards/details-card.tsx'
import { PasswordCard } from './cards/password-card.tsx'
import { PhonesCard } from './cards/phones-card.tsx'
import { PictureCard } from './cards/picture-card.tsx'
import css from './profile.css'
import type { ProfileViewProps } from './profile.props.ts'

const Body = (props: ProfileViewProps) => {
  const { state, actions, t, failures } = props
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    return (
      <PageFailure title={t('loadFailedTitle')} text={failures.page ?? ''} retry={t('retry')} onRetry={actions.open} />
    )
  }
  return (
    <div className="fe-profile-cards">
      <FailureGroup>
        <PictureCard {...props} />
        <DetailsCard {...props} />
        <PhonesCard {...props} />
        <PasswordCard {...props} />
        {props.more}
      </FailureGroup>
    </div>
  )
}

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/profile-dialogs.tsx')).then(({ ProfileDialogs }) => ProfileDialogs)

export const ProfileView = (props: ProfileViewProps) => {
  useSheet(css)
  const { state, actions, t, tenant } = props
  return (
    <div className="fe-profile">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant })} />
      <Body {...props} />
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={state.phase !== 'loading'}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}
