import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useSettings } from '../../feature/feature-context.tsx'
import { useLeave } from '../../ui/unsaved/use-unsaved.ts'
import { fieldAppearance, visibleTabs } from './security.fields.ts'
import { readPlace, tabLocation, writePlace } from './security.location.ts'
import { type SecurityTexts, securityMessages } from './security.messages.ts'
import { type SecurityActions, securitySlice } from './security.slice.ts'
import { initialSecurity, type SecurityState } from './security.state.ts'
import { tabs } from './security.tabs.ts'
import { SecurityView } from './security.view.tsx'
import type { TabId, TabProps } from './tab.ts'

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

export const feature = defineFeature<SecurityState, SecurityActions, SecurityTexts, PageProps>({
  initial: initialSecurity,
  slice: securitySlice,
  messages: securityMessages,
  Component: SecurityPage,
})
