import { useEffect, useState } from 'react'
import type { SsoEnforcementEffect } from '../../../contract/sso.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { EnforcementTexts } from '../enforcement.messages.ts'
import type { StepProps } from '../setup.props.ts'

interface ExemptUsersProps extends StepProps {
  e: Translate<EnforcementTexts>
  preview: SsoEnforcementEffect
  exempt: readonly string[]
  onToggle(id: string, isExempt: boolean): void
}

/** Members without an administrator role who may still sign in another way, and a search to add more. */
export const ExemptUsers = (props: ExemptUsersProps) => {
  const { e, preview, onToggle } = props
  const [isAdding, setAdding] = useState(false)
  return (
    <fieldset className="fe-sso-admins">
      <legend>{e('others')}</legend>
      <p className="fe-sso-muted">{e('othersHint')}</p>
      {preview.exemptMembers.length === 0 && <p>{e('noOthers')}</p>}
      {preview.exemptMembers.map(({ id, name, email }) => (
        <div key={id} className="fe-sso-admin">
          <span className="fe-sso-name">
            <span>{name || email}</span>
            <span className="fe-sso-muted">{email}</span>
          </span>
          <IconButton
            icon="x"
            size="s"
            label={e('remove', { name: name || email })}
            onClick={() => onToggle(id, false)}
          />
        </div>
      ))}
      {isAdding ? (
        <Search {...props} />
      ) : (
        <div>
          <Button icon="plus" onClick={() => setAdding(true)}>
            {e('add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const Search = ({ state, actions, e, preview, exempt, onToggle }: ExemptUsersProps) => {
  const { findUsers, moreUsers } = actions
  useEffect(() => void findUsers(''), [findUsers])
  const isAdministrator = (id: string) => preview.administrators.some((one) => one.id === id)
  return (
    <UserList
      state={state.users}
      onSearch={findUsers}
      onMore={moreUsers}
      chosen={new Set(exempt)}
      onToggle={({ id }, isExempt) => onToggle(id, isExempt)}
      blocked={({ id }) => (isAdministrator(id) ? e('isAdministrator') : undefined)}
    />
  )
}
