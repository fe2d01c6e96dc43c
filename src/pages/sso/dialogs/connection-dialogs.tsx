import type { SsoDomain } from '../../../entities/sso.ts'
import { CardMark, CardText } from '../../../parts/card-list/card-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { domainsOf, partOf, type SsoViewProps, type StepProps } from '../sso.actions.ts'
import { type Connection, PROVIDER_NAMES, PROVIDER_TYPES, statusOf } from '../sso.state.ts'

const HINTS = { saml: 'samlText', oidc: 'oidcText' } as const

/** Selecting a provider stores the draft with one click. */
export const NewDialog = ({ state, actions, t }: SsoViewProps) => (
  <Dialog
    open
    title={t('newTitle')}
    description={t('newText')}
    onClose={actions.closeDialog}
    footer={<Button onClick={actions.closeDialog}>{t('cancel')}</Button>}
  >
    {state.formError && <Alert tone="danger">{state.formError}</Alert>}
    <ul className="fe-sso-choices">
      {PROVIDER_TYPES.map((type) => (
        <li key={type}>
          <button
            type="button"
            className="fe-sso-choice"
            aria-disabled={state.saving || undefined}
            onClick={() => void actions.create(type)}
          >
            <CardMark icon={type === 'saml' || type === 'oidc' ? 'key' : 'sso'} />
            <CardText name={PROVIDER_NAMES[type]} facts={[(type === 'saml' || type === 'oidc') && t(HINTS[type])]} />
            <Icon name="chevron-left" className="fe-sso-choice-go" />
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
)

interface StatusDialogProps extends StepProps {
  busy: boolean
  error: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Asks before a connection is turned on without a passed test, and before it is turned off. */
export const StatusDialog = (props: StatusDialogProps) => {
  const { connection, s, busy, error, onConfirm, onClose } = props
  const { enabled, name } = connection
  return (
    <ConfirmDialog
      open
      danger={enabled}
      title={enabled ? s('turnOffTitle', { name }) : s('untestedTitle')}
      text={s(enabled ? 'turnOffText' : 'untestedText', { domains: domainsOf(props) })}
      confirmLabel={enabled ? s('turnOffConfirm', { name }) : s('untestedConfirm')}
      cancelLabel={s('cancel')}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

interface RemoveDomainDialogProps extends StepProps {
  domain: SsoDomain
  onClose(): void
}

/** Asks before a verified domain is removed, because only a new DNS record can verify it again. */
export const RemoveDomainDialog = (props: RemoveDomainDialogProps) => {
  const { connection, actions, s, onClose } = props
  const { id, domain } = props.domain
  const { busy, error } = partOf(props, 'domains', id)
  const values = { domain: useShownDomain(domain), name: connection.name }
  const remove = async () => {
    if (await actions.removeDomain(connection, id)) onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={s('removeDomainTitle', values)}
      text={s(connection.enabled ? 'removeDomainText' : 'removeDomainOff', values)}
      confirmLabel={s('removeDomain', values)}
      cancelLabel={s('cancel')}
      busy={busy}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

export const DeleteDialog = ({ state, actions, t, connection }: SsoViewProps & { connection: Connection }) => (
  <ConfirmDialog
    open
    danger
    title={t('deleteTitle', { name: connection.name })}
    text={statusOf(connection) === 'draft' ? t('deleteDraft') : t('deleteText')}
    confirmLabel={t('deleteConfirm', { name: connection.name })}
    cancelLabel={t('cancel')}
    busy={state.saving}
    error={state.formError}
    onConfirm={() => void actions.remove(connection)}
    onClose={actions.closeDialog}
  />
)
