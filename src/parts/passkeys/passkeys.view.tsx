import type { WebAuthnDevice } from '../../entities/mfa.ts'
import type { Translate } from '../../feature/messages.ts'
import { formatDate } from '../../i18n/formatting.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { CardList, type CardListProps } from '../card-list/card-list.tsx'
import { CardRow } from '../card-list/card-row.tsx'
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
  errors: { list: string | undefined; adding: string | undefined; removal: string | undefined }
  on: { retry(): void; add(): void; stop(): void; askRemoval(deviceId: string): void; keep(): void; remove(): void }
}

const nameOf = ({ deviceType }: Pick<WebAuthnDevice, 'deviceType'>, t: PasskeysViewProps['t']): string =>
  t(deviceType === 'Platform' ? 'passkeyPlatform' : 'passkeyCrossPlatform')

const Row = ({
  device,
  t,
  canEdit,
  on,
}: Pick<PasskeysViewProps, 't' | 'canEdit' | 'on'> & { device: WebAuthnDevice }) => {
  const { dates } = useLocale()
  const name = nameOf(device, t)
  const remove = (
    <Button size="s" variant="ghost" aria-label={t('passkeyRemove', { name })} onClick={() => on.askRemoval(device.id)}>
      {t('passkeyRemoveShort')}
    </Button>
  )
  return (
    <CardRow
      icon={device.deviceType === 'Platform' ? 'phone' : 'key'}
      name={name}
      facts={[t('passkeyAdded', { date: formatDate(device.createdAt, dates) })]}
      actions={canEdit && remove}
    />
  )
}

const phaseOf = ({ devices, list }: PasskeysState): CardListProps['phase'] => {
  if (list.kind === 'failed') return 'failed'
  return devices ? 'ready' : 'loading'
}

const Add = ({ state, t, isSupported, on }: PasskeysViewProps) => {
  const busy = state.adding.kind === 'busy'
  return (
    <div className="fe-passkeys-add">
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
      title={t('deletePasskeyTitle')}
      text={t('deletePasskeyText', { name: nameOf(device, t) })}
      confirmLabel={t('deletePasskeyConfirm')}
      cancelLabel={t('deletePasskeyCancel')}
      busy={state.removal?.progress.kind === 'busy'}
      error={errors.removal}
      onConfirm={on.remove}
      onClose={on.keep}
    />
  )
}

/** The user's passkeys: list, add, remove. */
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
          <Row key={device.id} device={device} t={t} canEdit={canEdit} on={on} />
        ))}
      </CardList>
      <Removal {...props} />
    </Card>
  )
}
