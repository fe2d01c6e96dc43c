import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import type { Appearance } from '../../../feature/page-fields.ts'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { useListUrl } from '../../../parts/record-list/list-url.ts'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { formMessages } from '../form/form.messages.ts'
import { useFocusOn } from '../form/settings-form.tsx'
import type { TabProps } from '../security.state.ts'
import { AddDialog } from './dialogs/add-dialog.tsx'
import { domainsSlice } from './domains.actions.ts'
import { CheckCard, DomainList, SettingsCard } from './domains.cards.tsx'
import css from './domains.css'
import { type DomainsTexts, domainsMessages } from './domains.messages.ts'
import {
  type DomainsActions,
  type DomainsState,
  type DomainsViewProps,
  domainQuery,
  initialDomains,
} from './domains.state.ts'

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

type DomainsProps = FeatureProps<DomainsState, DomainsActions, DomainsTexts> & TabProps

/** Returns the URL of a list with this query. */
const urlOf = (query: DomainsState['list']['query']): string => {
  const params = new URLSearchParams()
  domainQuery.write(query, params)
  return params.toString()
}

const useNotices = ({ state, actions, t }: DomainsProps) =>
  useNotice(state.notice, ({ key, values, undo }) => ({
    tone: key === 'unavailable' ? 'danger' : 'success',
    text: t(key, values),
    ...(undo !== undefined && {
      ms: UNDO_MS,
      action: { label: t('undo'), onSelect: () => actions.undo(undo) },
      onGone: () => actions.commit(undo),
    }),
  }))

const DomainsTab = (props: DomainsProps) => {
  const { state, actions, t, location, appearanceOf, viewer, focus, changed } = props
  useListUrl({
    location,
    search: urlOf(state.list.query),
    canonical: (search) => urlOf(domainQuery.read(new URLSearchParams(search))),
    open: actions.open,
    follow: actions.follow,
    close: actions.close,
    typed: state.list.query.search,
  })
  useNotices(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save is reported once
  useEffect(() => {
    if (state.changes > 0) changed()
  }, [state.changes])
  return (
    <>
      <DomainsView
        state={state}
        actions={actions}
        t={t}
        form={useTexts(formMessages)}
        failure={useFailureText(state.failure)}
        appearanceOf={appearanceOf}
        focus={focus}
        onSave={async () => void (await actions.save())}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const domainsFeature = defineFeature<DomainsState, DomainsActions, DomainsTexts, TabProps>({
  initial: initialDomains,
  slice: domainsSlice,
  messages: domainsMessages,
  Component: DomainsTab,
})
