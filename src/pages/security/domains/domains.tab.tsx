import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { useFailureText } from '../../../parts/failure/use-failure-text.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Guard } from '../../../parts/policy-guard/guard.tsx'
import { useListUrl } from '../../../parts/record-list/use-list-url.ts'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { formMessages } from '../form/form.messages.ts'
import type { TabProps } from '../tab.ts'
import { type DomainsTexts, domainsMessages } from './domains.messages.ts'
import { type DomainsActions, domainsSlice } from './domains.slice.ts'
import { type DomainsState, domainQuery, initialDomains } from './domains.state.ts'
import { DomainsView } from './domains.view.tsx'

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

export const feature = defineFeature<DomainsState, DomainsActions, DomainsTexts, TabProps>({
  initial: initialDomains,
  slice: domainsSlice,
  messages: domainsMessages,
  Component: DomainsTab,
})
