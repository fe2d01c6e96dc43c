import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { withHash } from '../../../navigation/with-hash.ts'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { Truncated } from '../../../ui/truncated/truncated.tsx'
import { groupsOf } from '../navigation.ts'
import { toHash } from '../portal-hash.ts'
import type { PortalBodyProps } from '../shell.state.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { BellHost } from './bell-host.tsx'
import { FindButton } from './command-bar-host.tsx'
import type { ShellTexts } from './shell.messages.ts'

/** Space beyond the current entry that shows its group's title or the beginning of the next entry. */
const PEEK_PX = 40

/** Scrolls the list only, because `scrollIntoView` would also scroll the host's page. */
const showCurrent = (list: HTMLElement): void => {
  const entry = list.querySelector('[aria-current]')
  if (!entry) return
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  list.scrollTop += Math.min(0, inner.top - PEEK_PX - outer.top) || Math.max(0, inner.bottom + PEEK_PX - outer.bottom)
}

/** Scrolls the current entry into view when it changes and when the list is resized. */
const useCurrentInView = (ref: RefObject<HTMLElement | null>, current: string | undefined): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry that is marked as current is another one
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const observer = new ResizeObserver(() => showCurrent(list)) // the observer also reports the initial size
    observer.observe(list)
    return () => observer.disconnect()
  }, [ref, current])
}

const GROUP_TITLES = {
  you: 'groupYou',
  organization: 'groupOrganisation',
  security: 'groupSecurity',
  developers: 'groupDevelopers',
} as const satisfies Record<PageDefinition['group'], keyof ShellTexts>

interface SideNavProps extends PortalBodyProps {
  active: PageDefinition | undefined
  /** Opens the command bar. */
  onFind(): void
  /** Called when the user chose a page in the drawer. */
  onLeave?: () => void
}

export const SideNav = (props: SideNavProps) => (
  <div className="fe-nav">
    <AccountSwitcher {...props} />
    <FindButton {...props} />
    <PageLinks {...props} />
    <Me {...props} />
  </div>
)

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const PageLinks = ({ t, titleOf, menu, active, go, actions, onLeave }: SideNavProps) => {
  const leave = useLeave()
  const ref = useRef<HTMLElement>(null)
  useCurrentInView(ref, active?.id)
  const open = (page: PageDefinition) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (page.id === active?.id) return onLeave?.()
    leave(() => {
      go({ slug: page.slug, search: '' }, 'push')
      actions.pageChosen(page.id)
      onLeave?.()
    })
  }
  return (
    <nav ref={ref} className="fe-nav-pages" aria-label={t('navigation')}>
      {groupsOf(menu.visible).map((group) => (
        <div key={group.id} className="fe-nav-group">
          <p className="fe-nav-title" id={`fe-nav-${group.id}`}>
            {t(GROUP_TITLES[group.id])}
          </p>
          <ul aria-labelledby={`fe-nav-${group.id}`}>
            {group.pages.map((page) => (
              <li key={page.id}>
                <a
                  className="fe-nav-link"
                  href={withHash(toHash({ slug: page.slug, search: '' }))}
                  aria-current={page.id === active?.id ? 'page' : undefined}
                  onClick={open(page)}
                >
                  <Icon name={page.icon as IconName} />
                  {titleOf(page)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Me = ({ t, actions, go, element, onLeave }: SideNavProps) => {
  const leave = useLeave()
  const { user } = useSession()
  const email = useShownDomain(user?.email ?? '')
  const name = user?.name?.trim() || email
  return (
    <div className="fe-nav-me">
      <Avatar name={name} src={user?.profilePictureUrl} size="s" />
      <span className="fe-nav-lines">
        <span className="fe-nav-name">
          <Truncated text={name} />
        </span>
        {user?.name?.trim() && (
          <span className="fe-nav-note">
            <Truncated text={email} />
          </span>
        )}
      </span>
      <BellHost go={go} element={element} onLeave={onLeave} />
      <IconButton icon="logout" label={t('signOut')} onClick={() => leave(() => void actions.signOut())} />
    </div>
  )
}
