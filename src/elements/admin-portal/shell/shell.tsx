import { useCallback, useMemo, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { useRuntime, useSession, useSettings, useTexts } from '../../../feature/feature-context.tsx'
import { HeadingLevelProvider } from '../../../feature/heading-level.tsx'
import { withOfferedCommands } from '../../../navigation/pages.ts'
import { pages } from '../../../pages/index.ts'
import { UnsavedBoundary } from '../../../parts/unsaved/unsaved.tsx'
import { IconSet } from '../../../ui/icon/icon.tsx'
import { portalIcons } from '../../../ui/icon/portal-icons.ts'
import { LocaleProvider } from '../../../ui/locale/locale.tsx'
import { ToastProvider } from '../../../ui/toast/toast.tsx'
import { createUnsavedGuard } from '../../../ui/unsaved/unsaved-guard.ts'
import { Guard } from '../../shared/guard.tsx'
import { menuFor } from '../navigation.ts'
import { pageTitles } from '../page-texts.ts'
import {
  initialShell,
  type PortalElement,
  type ShellActions,
  type ShellProps,
  type ShellState,
} from '../shell.state.ts'
import { Crash } from './places.tsx'
import { PortalBody } from './portal-body.tsx'
import { levelOf, PortalFrame } from './portal-frame.tsx'
import { shellSlice } from './shell.actions.ts'
import { type ShellTexts, shellMessages } from './shell.messages.ts'
import { useFormatAdvice } from './use-format-advice.ts'
import { usePortalRoute } from './use-portal-route.ts'

const NO_PERMISSIONS: readonly string[] = []

const useMenu = () => {
  const { user } = useSession()
  const { flags, configuration, policy, theme } = useSettings()
  const forcePermissions = policy?.forcePermissions === true
  return useMemo(() => {
    const permissions = user?.permissions?.map(({ key }) => key) ?? NO_PERMISSIONS
    const superUser = user?.superUser === true
    const offered = pages.map((page) => withOfferedCommands(page, { theme, configuration }))
    return menuFor(offered, configuration?.navigation, { superUser, permissions, flags, forcePermissions })
  }, [user?.permissions, user?.superUser, flags, forcePermissions, theme, configuration])
}

const Shell = (props: ShellProps) => {
  const { element, t } = props
  const { translator, deps } = useRuntime()
  const { activeTenant } = useSession()
  useFormatAdvice(activeTenant)
  const [guard] = useState(createUnsavedGuard)
  const { route, go } = usePortalRoute(element, guard)
  const menu = useMenu()
  const titles = useTexts(pageTitles)
  const titleOf = useCallback(({ id }: PageDefinition) => titles(id), [titles])
  const close = () => guard.leave(() => element.host.removeAttribute('open'))
  return (
    <LocaleProvider
      translator={translator}
      now={deps.clock.now}
      timeZone={activeTenant?.timezone}
      dateFormat={activeTenant?.dateFormat}
      timeFormat={activeTenant?.timeFormat}
    >
      <IconSet icons={portalIcons}>
        <HeadingLevelProvider value={levelOf(element)}>
          <PortalFrame mode={element.mode} label={t('portal')} onClose={close}>
            <ToastProvider>
              <UnsavedBoundary guard={guard}>
                <Guard id="admin-portal" view={Crash}>
                  <PortalBody {...props} menu={menu} titleOf={titleOf} route={route} go={go} onClose={close} />
                </Guard>
              </UnsavedBoundary>
            </ToastProvider>
          </PortalFrame>
        </HeadingLevelProvider>
      </IconSet>
    </LocaleProvider>
  )
}

export const shellFeature = defineFeature<ShellState, ShellActions, ShellTexts, { element: PortalElement }>({
  initial: initialShell,
  slice: shellSlice,
  messages: shellMessages,
  Component: Shell,
})
