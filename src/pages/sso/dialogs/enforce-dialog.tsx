import { useEffect, useState } from 'react'
import type { SsoAdministrator, SsoEnforcementEffect } from '../../../contract/sso.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { ShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { EnforcementTexts } from '../enforcement.messages.ts'
import { domainsOf, partOf, type StepProps } from '../sso.actions.ts'
import { hasPassed } from '../sso.state.ts'

interface EnforceDialogProps extends StepProps {
  e: Translate<EnforcementTexts>
  onClose(): void
}

const TONES = { sso: 'success', other: 'info', none: 'danger' } as const

/** Shows who keeps access before single sign-on is required, and lets administrators be exempt. */
export const EnforceDialog = (props: EnforceDialogProps) => {
  const { connection, state, actions, s, e, onClose } = props
  const before = connection.details?.exemptUserIds ?? []
  const [exempt, setExempt] = useState<readonly string[]>(before)
  const { busy, error } = partOf(props, 'enforcement')
  const { preview } = state.enforcement ?? {}
  const { previewEnforcement } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the choice changes, not when a save is shown
  useEffect(() => void previewEnforcement(connection, exempt), [exempt, connection.id])
  const mayExempt = ({ id, isAtDomain }: SsoAdministrator) => isAtDomain || exempt.includes(id)
  const toggle = (id: string, isExempt: boolean) =>
    setExempt((now) => (isExempt ? [...now, id] : now.filter((one) => one !== id)))
  const submit = async () => {
    if (!preview || isBlocked(preview)) return
    if (await actions.setEnforcement(connection, { enforced: true, exemptUserIds: [...exempt] })) onClose()
  }
  return (
    <FormDialog
      open
      title={e('dialogTitle')}
      description={e('dialogText', { domains: domainsOf(props) })}
      submitLabel={connection.details?.enforced ? s('save') : e('require')}
      cancelLabel={s('cancel')}
      busy={busy || (state.enforcement?.busy && !preview)}
      error={error}
      dirty={exempt.join() !== before.join()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Preview {...props} onRetry={() => void previewEnforcement(connection, exempt)} />
      {preview && (
        <fieldset className="fe-sso-admins">
          <legend>{e('administrators')}</legend>
          <p className="fe-sso-muted">{e('administratorsHint')}</p>
          {preview.administrators.map((administrator) => (
            <div key={administrator.id} className="fe-sso-admin">
              <Checkbox
                label={<ShownDomain text={administrator.name || administrator.email} />}
                hint={<ShownDomain text={administrator.email} />}
                aria-label={e('exempt', { name: administrator.name || administrator.email })}
                checked={exempt.includes(administrator.id)}
                disabled={!mayExempt(administrator)}
                onChange={(isExempt) => toggle(administrator.id, isExempt)}
              />
              <Badge tone={TONES[administrator.wayIn]}>{e(`wayIn_${administrator.wayIn}`)}</Badge>
            </div>
          ))}
        </fieldset>
      )}
      {preview && <ExemptUsers {...props} preview={preview} exempt={exempt} onToggle={toggle} />}
    </FormDialog>
  )
}

/** Returns whether the server would refuse the change. */
const isBlocked = ({ effect }: SsoEnforcementEffect): boolean =>
  effect.isRefused || effect.caller === 'now' || effect.caller === 'next-sign-in'

const Preview = ({ connection, state, e, onRetry }: EnforceDialogProps & { onRetry(): void }) => {
  const { preview, error } = state.enforcement ?? {}
  if (error) {
    return (
      <Alert tone="danger" title={e('failed')} action={<Button onClick={onRetry}>{e('retry')}</Button>}>
        {error}
      </Alert>
    )
  }
  if (!preview) {
    return (
      <div role="status" aria-label={e('loading')}>
        <Skeleton height="120px" />
      </div>
    )
  }
  const { effect } = preview
  const lost = effect.now + effect.nextSignIn
  return (
    <div className="fe-sso-effect" aria-live="polite">
      {!hasPassed(connection) && lost > 0 && <Alert tone="warning">{e('untested')}</Alert>}
      {effect.isRefused && <Alert tone="danger">{e('refused')}</Alert>}
      {!effect.isRefused && isBlocked(preview) && <Alert tone="danger">{e('callerLost')}</Alert>}
      {lost > 0 && <p>{e('lost', { count: lost })}</p>}
      {effect.signedOut > 0 && <p>{e('signedOut', { count: effect.signedOut })}</p>}
      {effect.caller === 'signed-out' && <p>{e('callerSignedOut')}</p>}
    </div>
  )
}

interface ExemptUsersProps extends StepProps {
  e: Translate<EnforcementTexts>
  preview: SsoEnforcementEffect
  exempt: readonly string[]
  onToggle(id: string, isExempt: boolean): void
}

/** Members without an administrator role who may still sign in another way, and a search to add more. */
const ExemptUsers = (props: ExemptUsersProps) => {
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
            <span>
              <ShownDomain text={name || email} />
            </span>
            <span className="fe-sso-muted">
              <ShownDomain text={email} />
            </span>
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
