import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { useRuntime, useSession, useSettings, useTexts } from '../../../feature/feature-context.tsx'
import { type HeadingLevel, HeadingLevelProvider } from '../../../feature/heading-level.tsx'
import { withOfferedCommands } from '../../../navigation/pages.ts'
import { pages } from '../../../pages/index.ts'
import { UnsavedBoundary } from '../../../parts/unsaved/unsaved.tsx'
import { unreadToken } from '../../../rules/date-pattern.ts'
import { useModal } from '../../../ui/dialog/dialog.tsx'
import { IconSet } from '../../../ui/icon/icon.tsx'
import { portalIcons } from '../../../ui/icon/portal-icons.ts'
import { LocaleProvider } from '../../../ui/locale/locale.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
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
import navCss from './nav.css'
import { Crash } from './places.tsx'
import css from './portal.css'
import { PortalBody } from './portal-body.tsx'
import preferencesCss from './preferences.css'
import printCss from './print.css'
import { shellSlice } from './shell.actions.ts'
import { type ShellTexts, shellMessages } from './shell.messages.ts'
import { usePortalRoute } from './use-portal-route.ts'

const adviceFor = (kind: 'date' | 'time', pattern: string | undefined): string | undefined => {
  const token = pattern ? unreadToken(kind, pattern) : undefined
  if (token === undefined) return undefined
  const problem = token ? `has "${token}", which isn't supported` : 'lacks the day, the month or the year'
  return `The account's ${kind} format "${pattern}" ${problem}. The format of the user's language is used instead.`
}

/** Logs why a format that the account stores isn't used. */
export const useFormatAdvice = ({
  dateFormat,
  timeFormat,
}: {
  dateFormat?: string
  timeFormat?: string
} = {}): void => {
  const { log } = useRuntime().deps
  useEffect(() => {
    for (const advice of [adviceFor('date', dateFormat), adviceFor('time', timeFormat)]) if (advice) log.warn(advice)
  }, [log, dateFormat, timeFormat])
}

const LEVELS: readonly HeadingLevel[] = [1, 2, 3, 4, 5]

/**
 * Returns the host's heading level; by default, a dialog starts its own outline and an inline portal continues the
 * page's.
 */
const levelOf = ({ headingLevel, mode }: Pick<PortalElement, 'headingLevel' | 'mode'>): HeadingLevel =>
  LEVELS.find((level) => String(level) === headingLevel) ?? (mode === 'dialog' ? 1 : 2)

interface PortalFrameProps {
  mode: 'inline' | 'dialog'
  label: string
  onClose(): void
  children: ReactNode
}

const PortalFrame = (props: PortalFrameProps) => {
  useSheet(css)
  useSheet(navCss)
  useSheet(preferencesCss)
  // The print sheet is last, so that it overrides the others.
  useSheet(printCss)
  return props.mode === 'dialog' ? <DialogFrame {...props} /> : <InlineFrame {...props} />
}

const InlineFrame = ({ label, children }: PortalFrameProps) => (
  <section className="fe-portal" data-mode="inline" part="portal" aria-label={label}>
    {children}
  </section>
)

/** Uses the browser's modal dialog: the page behind is inert, and the focus returns when it closes. */
const DialogFrame = ({ label, onClose, children }: PortalFrameProps) => {
  const { ref, onCancel } = useModal(onClose)
  return (
    <dialog ref={ref} tabIndex={-1} className="fe-portal-dialog" part="portal" aria-label={label} onCancel={onCancel}>
      <div className="fe-portal" data-mode="dialog">
        {children}
      </div>
    </dialog>
  )
}

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
