import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSettings } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Slice } from '../../feature/slice.ts'
import type { Translate } from '../../i18n/messages.ts'
import { PageFailure, PageLoading } from '../../parts/page-bodies/page-bodies.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { type Viewer, viewerOf } from '../../parts/viewer/viewer.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { useLeave } from '../../ui/unsaved/unsaved-guard.ts'
import css from './security.css'
import { type SecurityTexts, securityMessages } from './security.messages.ts'
import {
  initialSecurity,
  type SecurityAbility,
  type SecurityActions,
  type SecurityState,
  type TabDefinition,
  type TabId,
  type TabProps,
} from './security.state.ts'
import { fieldAppearance, readPlace, tabLocation, tabs, visibleTabs, writePlace } from './security.tabs.ts'

const NO_ABILITIES: Readonly<Record<SecurityAbility, string>> = {
  read: '',
  edit: '',
  seeUsers: '',
  changeUsers: '',
  removeUsers: '',
  readDomains: '',
  editDomains: '',
  deleteDomains: '',
}

const securitySlice: Slice<SecurityState, SecurityActions> = ({ set, deps, page }) => ({
  open: () => set(() => ({ ...initialSecurity, viewer: viewerOf(deps, { ...NO_ABILITIES, ...page?.abilities }) })),
  changed: () => set((state) => ({ ...state, changes: state.changes + 1 })),
})

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

const SecurityView = (props: SecurityViewProps) => {
  useSheet(css)
  const { viewer, t } = props
  return (
    <div className="fe-security">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })} />
      <Body {...props} />
    </div>
  )
}

type SecurityProps = FeatureProps<SecurityState, SecurityActions, SecurityTexts> & PageProps

/** Returns the tab in the URL if this user can see it, otherwise the first one. */
const usePlace = ({ location }: SecurityProps) => {
  const settings = useSettings()
  const shown = visibleTabs(tabs, settings)
  const { tab, focus } = readPlace(location.search)
  return { settings, shown, active: shown.find(({ id }) => id === tab) ?? shown[0], focus }
}

const SecurityPage = (props: SecurityProps) => {
  const { page, location, state, actions, t } = props
  const { viewer, changes } = state
  const { settings, shown, active, focus } = usePlace(props)
  const leave = useLeave()
  useEffect(() => actions.open(), [actions])
  const go = (tab: TabId, control?: string) =>
    leave(() => location.write(writePlace({ tab, ...(control && { focus: control }) }), 'push'))
  const given: TabProps | undefined = viewer &&
    active && {
      page,
      viewer,
      location: tabLocation(location, active.id),
      appearanceOf: fieldAppearance(settings, active, viewer.may.edit),
      appearanceIn: (id, field) => {
        const tab = shown.find((one) => one.id === id)
        return tab ? fieldAppearance(settings, tab, viewer.may.edit)(field) : 'hidden'
      },
      tabs: shown.map(({ id }) => id),
      focus,
      go,
      changed: actions.changed,
      changes,
    }
  return <SecurityView viewer={viewer} tabs={shown} active={active} given={given} onTab={go} t={t} />
}

export const securityFeature = defineFeature<SecurityState, SecurityActions, SecurityTexts, PageProps>({
  initial: initialSecurity,
  slice: securitySlice,
  messages: securityMessages,
  Component: SecurityPage,
})
