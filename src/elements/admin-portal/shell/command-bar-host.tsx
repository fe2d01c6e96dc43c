import { useEffect, useMemo, useRef, useState } from 'react'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { useModal } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { CommandBarPort } from '../command-bar/commands.ts'
import type { PortalBodyProps, PortalElement } from '../shell.state.ts'

/** The command bar is a chunk of its own, because most visits never press its keys. */
const commandBar: Loadable<{ port: CommandBarPort }> = {
  id: 'commandBar',
  load: () => import('../command-bar/command-bar.tsx'),
}

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key?.toLowerCase() === 'k'

/**
 * Opens the bar by keyboard. The dialog covers the page and may use the keys everywhere; inline, keys outside of the
 * portal belong to the host.
 */
export const useCommandBarOpen = ({ host, mode }: PortalElement) => {
  const [isOpen, setOpen] = useState(false)
  const target = mode === 'dialog' ? host.ownerDocument.defaultView : host
  useEffect(() => {
    if (!target) return
    const press = (event: Event) => {
      // In a document to which the portal was moved, its class is a different one.
      if (!isShortcut(event as KeyboardEvent)) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    target.addEventListener('keydown', press)
    return () => target.removeEventListener('keydown', press)
  }, [target])
  return { isOpen, setOpen }
}

const Failure = ({ t, close, reopen }: Pick<PortalBodyProps, 't'> & { close(): void; reopen(): void }) => {
  const toast = useToast()
  useEffect(() => {
    toast({ tone: 'danger', text: t('findFailed'), action: { label: t('retry'), onSelect: reopen } })
    close()
  }, [toast, t, close, reopen])
  return null
}

/** Takes the focus and typed letters at once; the bar continues with them when its chunk has loaded. */
const Waiting = ({
  t,
  typed,
  onClose,
}: Pick<PortalBodyProps, 't'> & { typed: { current: string }; onClose(): void }) => {
  const { ref, onCancel } = useModal(onClose)
  return (
    <dialog ref={ref} className="fe-command" aria-label={t('find')} aria-busy="true" onCancel={onCancel}>
      <div className="fe-command-box">
        <div className="fe-command-input">
          <Spinner />
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={t('find')}
            onChange={(event) => {
              typed.current = event.target.value
            }}
          />
        </div>
      </div>
    </dialog>
  )
}

const usePort = (props: PortalBodyProps, typed: { current: string }, close: () => void): CommandBarPort => {
  const { menu, titleOf, go, actions } = props
  const leave = useLeave()
  return useMemo(
    () => ({
      menu,
      titleOf,
      go: (route) => leave(() => go(route, 'push')),
      switchTenant: (tenant) => leave(() => void actions.switchTenant(tenant)),
      signOut: () => leave(() => void actions.signOut()),
      typed: () => typed.current,
      close,
    }),
    [menu, titleOf, go, actions, leave, typed, close],
  )
}

interface CommandBarHostProps extends PortalBodyProps {
  onClose(): void
  /** Opens the bar again after its chunk failed to load. */
  onReopen(): void
}

export const CommandBarHost = ({ onClose, onReopen, ...props }: CommandBarHostProps) => {
  const typed = useRef('')
  const port = usePort({ ...props, onClose }, typed, onClose)
  return (
    <FeatureHost
      definition={commandBar}
      given={{ port }}
      fallback={<Waiting t={props.t} typed={typed} onClose={onClose} />}
      failure={() => <Failure t={props.t} close={onClose} reopen={onReopen} />}
    />
  )
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the bar for users without a keyboard, and shows the shortcut to all others. */
export const FindButton = ({ t, onFind }: Pick<PortalBodyProps, 't'> & { onFind(): void }) => (
  <button type="button" className="fe-nav-find" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
    <Icon name="search" />
    <span className="fe-nav-find-text">{t('find')}</span>
    <span className="fe-nav-keys" aria-hidden="true">
      {isApple() ? '⌘K' : 'Ctrl K'}
    </span>
  </button>
)
