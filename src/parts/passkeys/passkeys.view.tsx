import type { WebAuthnDevice } from '../../entities/mfa.ts'
import type { Translate } from '../../feature/messages.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './passkeys.css'
import type { PasskeysTexts } from './passkeys.messages.ts'
import type { PasskeysState } from './passkeys.state.ts'

export interface PasskeysViewProps {
  state: PasskeysState
  t: Translate<PasskeysTexts>
  /** The browser and the page can use passkeys. */
  isSupported: boolean
  errors: { list: string | undefined; adding: string | undefined; removal: string | undefined }
  on: { retry(): void; add(): void; stop(): void; askRemoval(deviceId: string): void; keep(): void; remove(): void }
}

const nameOf = ({ deviceType }: Pick<WebAuthnDevice, 'deviceType'>, t: PasskeysViewProps['t']): string =>
  t(deviceType === 'Platform' ? 'passkeyPlatform' : 'passkeyCrossPlatform')

const Row = ({ device, t, onRemove }: { device: WebAuthnDevice; t: PasskeysViewProps['t']; onRemove(): void }) => {
  const name = nameOf(device, t)
  return (
    <li className="fe-passkey">
      <span className="fe-passkey-mark" aria-hidden="true">
        <Icon name={device.deviceType === 'Platform' ? 'phone' : 'key'} />
      </span>
      <span className="fe-passkey-words">
        <span className="fe-passkey-name">{name}</span>
        <span className="fe-passkey-facts">
          {t('passkeyAdded')} <RelativeTime at={device.createdAt} />
        </span>
      </span>
      <IconButton icon="trash" label={t('passkeyRemove', { name })} onClick={onRemove} />
    </li>
  )
}

/** The rows of a list that is on its way. */
export const PasskeysLoading = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="fe-passkeys-loading">
    <Skeleton height="40px" />
    <Skeleton height="40px" />
  </div>
)

const List = ({ state, t, errors, on }: PasskeysViewProps) => {
  const { devices } = state
  const failure = errors.list && (
    <Alert tone="danger" title={t('passkeysFailed')} action={<Button onClick={on.retry}>{t('passkeysRetry')}</Button>}>
      {errors.list}
    </Alert>
  )
  if (!devices) return failure || <PasskeysLoading label={t('passkeysLoading')} />
  return (
    <>
      {failure}
      {devices.length === 0 ? (
        <EmptyState icon="key" title={t('noPasskeysSetYet')} text={t('noPasskeysText')} />
      ) : (
        <ul className="fe-passkeys" aria-label={t('passkeysList')}>
          {devices.map((device) => (
            <Row key={device.id} device={device} t={t} onRemove={() => on.askRemoval(device.id)} />
          ))}
        </ul>
      )}
    </>
  )
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

/** The person's passkeys: which there are, one more, one less. */
export const PasskeysView = (props: PasskeysViewProps) => {
  useSheet(css)
  const { t, isSupported, errors } = props
  return (
    <Card title={t('passkeysTitle')} text={t('passkeysSetUpDescription')} action={<Add {...props} />}>
      {!isSupported && <Alert tone="info">{t('disabledSetUpPasskeysTooltip')}</Alert>}
      {errors.adding && <Alert tone="danger">{errors.adding}</Alert>}
      <List {...props} />
      <Removal {...props} />
    </Card>
  )
}
