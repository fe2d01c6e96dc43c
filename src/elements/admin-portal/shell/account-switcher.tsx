import { type ReactElement, useState } from 'react'
import type { Tenant } from '../../../entities/auth.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import type { PortalBodyProps } from './portal-body.props.ts'

/** More accounts than this are searched, not read through. */
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

/** The account a user works in, their roles there, and their other accounts. */
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

/** An element, not a component: the menu hands it the props that open it. */
const useSwitchButton = ({ state, t }: PortalBodyProps, onClick?: () => void): ReactElement<object> => {
  // What is read on the button is part of its name (WCAG 2.5.3).
  const spoken = `${useAccountName()} ${useRoleNames()}`.trim()
  return (
    <button type="button" className="fe-nav-switch" onClick={onClick}>
      <span className="fe-hidden">{t('switchAccount', { name: spoken })}</span>
      <span className="fe-nav-face" aria-hidden="true">
        <Face state={state} />
        <Icon name="chevron-down" size="s" />
      </span>
    </button>
  )
}

const useSwitchTo = ({ actions }: PortalBodyProps) => {
  const leave = useLeave()
  return (tenant: Tenant) => leave(() => void actions.switchTenant(tenant))
}

const AccountMenu = (props: PortalBodyProps) => {
  const { tenants, activeTenant } = useSession()
  const switchTo = useSwitchTo(props)
  return (
    <Menu
      label={props.t('accounts')}
      trigger={useSwitchButton(props)}
      items={tenants.map((tenant) => ({
        id: tenant.tenantId,
        label: tenant.name,
        checked: tenant.tenantId === activeTenant?.tenantId,
        onSelect: () => switchTo(tenant),
      }))}
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
  const { tenants } = useSession()
  const [text, setText] = useState('')
  const switchTo = useSwitchTo(props)
  const found = tenants.filter((tenant) => matches(tenant, text))
  const choose = (tenant: Tenant) => {
    onLeave()
    switchTo(tenant)
  }
  return (
    <Dialog open={open} size="s" title={t('accounts')} onClose={onLeave}>
      <SearchInput label={t('searchAccounts')} placeholder={t('searchAccounts')} value={text} onChange={setText} />
      <ul className="fe-nav-accounts">
        {found.map((tenant) => (
          <FoundAccount key={tenant.tenantId} tenant={tenant} onChoose={choose} />
        ))}
      </ul>
      {found.length === 0 && <p role="status">{t('noAccountFound')}</p>}
    </Dialog>
  )
}

const FoundAccount = ({ tenant, onChoose }: { tenant: Tenant; onChoose(tenant: Tenant): void }) => {
  const isActive = useSession().activeTenant?.tenantId === tenant.tenantId
  return (
    <li>
      <button
        type="button"
        className="fe-nav-switch"
        aria-current={isActive || undefined}
        onClick={() => onChoose(tenant)}
      >
        <Avatar name={tenant.name} shape="square" size="s" />
        <span className="fe-nav-account">{tenant.name}</span>
        {isActive && <Icon name="check" size="s" />}
      </button>
    </li>
  )
}
