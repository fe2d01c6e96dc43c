import { type ReactElement, useState } from 'react'
import type { Tenant } from '../../../entities/auth.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import type { PortalBodyProps } from './portal-body.tsx'

/** More accounts than this are searched, not read through. */
const MENU_LIMIT = 8

const useRoleNames = (): string => {
  const { user } = useSession()
  return (user?.roles ?? []).map((role) => role.name).join(', ')
}

const Face = ({ state, name }: Pick<PortalBodyProps, 'state'> & { name: string }) => {
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

/** The account somebody works in, her roles there, and the way to her others. */
export const AccountSwitcher = (props: PortalBodyProps) => {
  const { state, actions, t } = props
  const { tenants, activeTenant } = useSession()
  const name = activeTenant?.name ?? ''
  // What is read on the button is part of its name (WCAG 2.5.3).
  const spoken = `${name} ${useRoleNames()}`.trim()
  const [isSearching, setSearching] = useState(false)
  const button = (extra: { onClick?: () => void } = {}): ReactElement<object> => (
    <button type="button" className="fe-nav-switch" {...extra}>
      <span className="fe-hidden">{t('switchAccount', { name: spoken })}</span>
      <span className="fe-nav-face" aria-hidden="true">
        <Face state={state} name={name} />
        <Icon name="chevron-down" size="s" />
      </span>
    </button>
  )
  const status = (
    <span className="fe-hidden" role="status">
      {state.switching ? t('switching', { name: state.switching }) : ''}
    </span>
  )
  if (tenants.length < 2)
    return (
      <div className="fe-nav-switch" data-alone="">
        <Face state={state} name={name} />
      </div>
    )
  if (tenants.length <= MENU_LIMIT)
    return (
      <>
        <Menu
          label={t('accounts')}
          trigger={button()}
          items={tenants.map((tenant) => ({
            id: tenant.tenantId,
            label: tenant.name,
            checked: tenant.tenantId === activeTenant?.tenantId,
            onSelect: () => void actions.switchTenant(tenant),
          }))}
        />
        {status}
      </>
    )
  return (
    <>
      {button({ onClick: () => setSearching(true) })}
      {status}
      <AccountSearch {...props} open={isSearching} onLeave={() => setSearching(false)} />
    </>
  )
}

const matches = (tenant: Tenant, text: string): boolean =>
  tenant.name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())

const AccountSearch = ({ t, actions, open, onLeave }: PortalBodyProps & { open: boolean; onLeave(): void }) => {
  const { tenants, activeTenant } = useSession()
  const [text, setText] = useState('')
  const found = tenants.filter((tenant) => matches(tenant, text))
  const choose = (tenant: Tenant) => {
    onLeave()
    void actions.switchTenant(tenant)
  }
  return (
    <Dialog open={open} size="s" title={t('accounts')} onClose={onLeave}>
      <SearchInput label={t('searchAccounts')} placeholder={t('searchAccounts')} value={text} onChange={setText} />
      <ul className="fe-nav-accounts">
        {found.map((tenant) => (
          <li key={tenant.tenantId}>
            <button
              type="button"
              className="fe-nav-switch"
              aria-current={tenant.tenantId === activeTenant?.tenantId || undefined}
              onClick={() => choose(tenant)}
            >
              <Avatar name={tenant.name} shape="square" size="s" />
              <span className="fe-nav-account">{tenant.name}</span>
              {tenant.tenantId === activeTenant?.tenantId && <Icon name="check" size="s" />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{t('noAccountFound')}</p>}
    </Dialog>
  )
}
