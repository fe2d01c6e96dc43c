import { useEffect, useRef } from 'react'
import type { WebAuthnDevice } from '../../entities/mfa.ts'
import type { Translate } from '../../i18n/messages.ts'
import { formatDate } from '../../rules/account-date.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { CardList, type CardListProps, CardRow } from '../card-list/card-list.tsx'
import { RenameDialog } from '../card-list/rename-dialog.tsx'
import css from './passkeys.css'
import type { PasskeysTexts } from './passkeys.messages.ts'
import type { PasskeysState } from './passkeys.state.ts'

export interface PasskeysViewProps {
  state: PasskeysState
  t: Translate<PasskeysTexts>
  /** The browser and the page can use passkeys. */
  isSupported: boolean
  /** The user may add and remove passkeys. */
  canEdit: boolean
  /** A link to the button that adds one was followed. */
  isWanted?: boolean | undefined
  errors: Readonly<Record<'list' | 'adding' | 'removal' | 'renaming', string | undefined>>
  on: {
    retry(): void
    add(): void
    stop(): void
    askRemoval(deviceId: string): void
    keep(): void
    remove(): void
    openRenaming(deviceId: string): void
    dropRenaming(): void
    rename(name: string): void
  }
}

type Named = Pick<PasskeysViewProps, 'state' | 't'> & { device: WebAuthnDevice }

const kindOf = ({ device, t }: Pick<Named, 'device' | 't'>): string =>
  t(device.deviceType === 'Platform' ? 'passkeyPlatform' : 'passkeyCrossPlatform')

const nameOf = ({ device, state, t }: Named): string => state.names?.[device.id]?.name || kindOf({ device, t })

const RowActions = ({ name, device, state, t, on }: PasskeysViewProps & { name: string; device: WebAuthnDevice }) => (
  <>
    {state.names && (
      <Button size="s" aria-label={t('passkeyRename', { name })} onClick={() => on.openRenaming(device.id)}>
        {t('passkeyRenameShort')}
      </Button>
    )}
    <Button size="s" variant="ghost" aria-label={t('passkeyRemove', { name })} onClick={() => on.askRemoval(device.id)}>
      {t('passkeyRemoveShort')}
    </Button>
  </>
)

const Row = (props: PasskeysViewProps & { device: WebAuthnDevice }) => {
  const { device, state, t, canEdit } = props
  const { dates } = useLocale()
  const name = nameOf(props)
  const known = state.names?.[device.id]
  return (
    <CardRow
      icon={device.deviceType === 'Platform' ? 'phone' : 'key'}
      name={name}
      facts={[
        known?.name && kindOf(props),
        t('passkeyAdded', { date: formatDate(device.createdAt, dates) }),
        known?.lastUsedAt && t('passkeyUsed', { date: formatDate(known.lastUsedAt, dates) }),
      ]}
      actions={canEdit && <RowActions {...props} name={name} />}
    />
  )
}

const phaseOf = ({ devices, list }: PasskeysState): CardListProps['phase'] => {
  if (list.kind === 'failed') return 'failed'
  return devices ? 'ready' : 'loading'
}

const Add = ({ state, t, isSupported, isWanted, on }: PasskeysViewProps) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWanted) place.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [isWanted])
  const busy = state.adding.kind === 'busy'
  return (
    <div ref={place} className="fe-passkeys-add">
      {busy && (
        <Button variant="ghost" onClick={on.stop}>
          {t('passkeyStop')}
        </Button>
      )}
      <Button icon="plus" busy={busy} disabled={!isSupported} onClick={on.add}>
        {t('setUpPasskeys')}
      </Button>
    </div>
  )
}

const Removal = ({ state, t, errors, on }: PasskeysViewProps) => {
  const device = state.devices?.find(({ id }) => id === state.removal?.deviceId)
  if (!device) return null
  return (
    <ConfirmDialog
      open
      danger
      title={t('deletePasskeyTitle', { name: nameOf({ device, state, t }) })}
      text={t('deletePasskeyText', { name: nameOf({ device, state, t }) })}
      confirmLabel={t('deletePasskeyConfirm', { name: nameOf({ device, state, t }) })}
      cancelLabel={t('deletePasskeyCancel')}
      busy={state.removal?.progress.kind === 'busy'}
      error={errors.removal}
      onConfirm={on.remove}
      onClose={on.keep}
    />
  )
}

const Renaming = ({ state, t, errors, on }: PasskeysViewProps) => {
  const device = state.devices?.find(({ id }) => id === state.renaming?.deviceId)
  if (!device) return null
  return (
    <RenameDialog
      name={state.names?.[device.id]?.name ?? ''}
      texts={{
        title: t('passkeyRenameTitle', { name: nameOf({ device, state, t }) }),
        label: t('passkeyRenameLabel'),
        hint: t('passkeyRenameHint'),
        submit: t('passkeyRenameSubmit'),
        cancel: t('deletePasskeyCancel'),
      }}
      busy={state.renaming?.progress.kind === 'busy'}
      error={errors.renaming}
      onSave={on.rename}
      onClose={on.dropRenaming}
    />
  )
}

/** The user's passkeys with actions to add, rename and remove them. */
export const PasskeysView = (props: PasskeysViewProps) => {
  useSheet(css)
  const { state, t, isSupported, canEdit, errors, on } = props
  return (
    <Card title={t('passkeysTitle')} text={t('passkeysSetUpDescription')} action={canEdit && <Add {...props} />}>
      {canEdit && !isSupported && <Alert tone="info">{t('disabledSetUpPasskeysTooltip')}</Alert>}
      {errors.adding && <Alert tone="danger">{errors.adding}</Alert>}
      <CardList
        phase={phaseOf(state)}
        failure={errors.list}
        none={{ icon: 'key', text: t('noPasskeysSetYet') }}
        texts={{
          list: t('passkeysList'),
          loading: t('passkeysLoading'),
          failed: t('passkeysFailed'),
          retry: t('passkeysRetry'),
        }}
        onRetry={on.retry}
      >
        {(state.devices ?? []).map((device) => (
          <Row key={device.id} {...props} device={device} />
        ))}
      </CardList>
      <Removal {...props} />
      <Renaming {...props} />
    </Card>
  )
}
