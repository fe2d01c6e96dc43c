import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import type { Tenant } from '../../../entities/auth.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { sortByName } from '../../../rules/sort-by-name.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuChoice } from '../../../ui/menu/menu-popover.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import type { PortalBodyProps } from '../shell.state.ts'

/** Above this number of accounts, a dialog with a search field replaces the menu. */
const MENU_LIMIT = 8

const useRoleNames = (): string => {
  const { user } = useSession()
  return (user?.roles ?? []).map((role) => role.name).join(', ')
}

const useAccountName = (): string => useSession().activeTenant?.name ?? ''

const Face = ({ state }: Pick<PortalBodyProps, 'state'>) => {
  const name = useAccountName()
  const roles = useRoleNames()
  return (
    <>
      <Avatar name={name} shape="square" />
      <span className="fe-nav-lines">
        <span className="fe-nav-account">{name}</span>
        {roles && <span className="fe-nav-note fe-truncate">{roles}</span>}
      </span>
      {state.switching && <Spinner />}
    </>
  )
}

/** Shows the user's active account, their roles there, and their other accounts. */
export const AccountSwitcher = (props: PortalBodyProps) => {
  const { state, t } = props
  const { tenants } = useSession()
  if (tenants.length < 2)
    return (
      <div className="fe-nav-switch" data-alone="">
        <Face state={state} />
      </div>
    )
  return (
    <>
      {tenants.length <= MENU_LIMIT ? <AccountMenu {...props} /> : <AccountDialog {...props} />}
      <span className="fe-hidden" role="status">
        {state.switching ? t('switching', { name: state.switching }) : ''}
      </span>
    </>
  )
}

/** Returns an element, not a component, because the menu passes it the props that open it. */
const useSwitchButton = ({ state, t, actions }: PortalBodyProps, onClick?: () => void): ReactElement<object> => {
  // The button's visible text is part of its accessible name (WCAG 2.5.3).
  const load = () => void actions.loadPaths()
  const spoken = `${useAccountName()} ${useRoleNames()}`.trim()
  return (
    <button type="button" className="fe-nav-switch" onClick={onClick} onFocus={load} onPointerEnter={load}>
      <span className="fe-hidden">{t('switchAccount', { name: spoken })}</span>
      <span className="fe-nav-face" aria-hidden="true">
        <Face state={state} />
        <Icon name="chevron-down" size="s" />
      </span>
    </button>
  )
}

/** Returns where an account is in the hierarchy, and the user's roles there. */
const useNoteOf = ({ state: { paths } }: PortalBodyProps) => {
  const { user } = useSession()
  return ({ tenantId }: Tenant): string => {
    const roles = user?.tenants?.find((one) => one.tenantId === tenantId)?.roles ?? []
    return [paths?.[tenantId], roles.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')
  }
}

const useSwitchTo = ({ actions }: PortalBodyProps) => {
  const leave = useLeave()
  return (tenant: Tenant) => leave(() => void actions.switchTenant(tenant))
}

/** Returns the accounts sorted by name, whatever the backend's order. */
const useAccounts = (): Tenant[] => {
  const { tenants } = useSession()
  const { language } = useLocale()
  return sortByName(tenants, language)
}

const AccountMenu = (props: PortalBodyProps) => {
  const { activeTenant } = useSession()
  const tenants = useAccounts()
  const switchTo = useSwitchTo(props)
  const noteOf = useNoteOf(props)
  return (
    <Menu
      label={props.t('accounts')}
      trigger={useSwitchButton(props)}
      items={tenants.map(
        (tenant): MenuChoice => ({
          id: tenant.tenantId,
          label: tenant.name,
          hint: noteOf(tenant),
          avatar: { name: tenant.name, src: tenant.logoUrl ?? tenant.logo, shape: 'square' },
          checked: tenant.tenantId === activeTenant?.tenantId,
          onSelect: () => switchTo(tenant),
        }),
      )}
    />
  )
}

const AccountDialog = (props: PortalBodyProps) => {
  const [isSearching, setSearching] = useState(false)
  return (
    <>
      {useSwitchButton(props, () => setSearching(true))}
      <AccountSearch {...props} open={isSearching} onLeave={() => setSearching(false)} />
    </>
  )
}

const matches = (tenant: Tenant, text: string): boolean =>
  tenant.name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())

const AccountSearch = (props: PortalBodyProps & { open: boolean; onLeave(): void }) => {
  const { t, open, onLeave } = props
  const tenants = useAccounts()
  const [text, setText] = useState('')
  const switchTo = useSwitchTo(props)
  const noteOf = useNoteOf(props)
  const list = useRef<HTMLUListElement>(null)
  const found = tenants.filter((tenant) => matches(tenant, text))
  const choose = (tenant: Tenant) => {
    onLeave()
    switchTo(tenant)
  }
  return (
    <Dialog open={open} size="s" title={t('accounts')} onClose={onLeave}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={t('accounts')} onKeyDown={(event) => moveThrough(list.current, event)}>
        <SearchInput label={t('searchAccounts')} placeholder={t('searchAccounts')} value={text} onChange={setText} />
        <ul ref={list} className="fe-nav-accounts">
          {found.map((tenant) => (
            <FoundAccount key={tenant.tenantId} tenant={tenant} note={noteOf(tenant)} onChoose={choose} />
          ))}
        </ul>
      </div>
      {found.length === 0 && <p role="status">{t('noAccountFound')}</p>}
    </Dialog>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Moves the focus from the search field to the accounts and through them; up from the first account keeps the focus
 * there.
 */
const moveThrough = (list: HTMLElement | null, event: KeyboardEvent) => {
  const step = STEPS[event.key]
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const now = buttons.indexOf(event.target as HTMLButtonElement)
  const next = step && buttons[Math.max(0, now + step)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface FoundAccountProps {
  tenant: Tenant
  note: string
  onChoose(tenant: Tenant): void
}

const FoundAccount = ({ tenant, note, onChoose }: FoundAccountProps) => {
  const isActive = useSession().activeTenant?.tenantId === tenant.tenantId
  return (
    <li>
      <button
        type="button"
        className="fe-nav-switch"
        aria-current={isActive || undefined}
        onClick={() => onChoose(tenant)}
      >
        <Avatar name={tenant.name} src={tenant.logoUrl ?? tenant.logo} shape="square" size="s" />
        <span className="fe-nav-lines">
          <span className="fe-nav-account">{tenant.name}</span>
          {note && <span className="fe-nav-note fe-truncate">{note}</span>}
        </span>
        {isActive && <Icon name="check" size="s" />}
      </button>
    </li>
  )
}
