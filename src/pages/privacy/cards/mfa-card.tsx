import { formatDate } from '../../../i18n/formatting.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { type Device, type DeviceKind, type Enrollable, offersOf } from '../privacy.devices.ts'
import type { PrivacyTexts } from '../privacy.messages.ts'
import type { PrivacyViewProps } from '../privacy.view.tsx'

const ICONS: Readonly<Record<DeviceKind, IconName>> = {
  app: 'shield',
  sms: 'phone',
  email: 'mail',
  platform: 'monitor',
  key: 'key',
}

const KIND_TEXT = {
  app: 'mfaAuthenticatorApp',
  sms: 'mfaSMS',
  email: 'mfaEmail',
  platform: 'mfaWebAuthnPlatform',
  key: 'mfaWebAuthnCrossPlatform',
} as const satisfies Record<DeviceKind, keyof PrivacyTexts>

const OFFER: Readonly<Record<Enrollable, { icon: IconName; name: keyof PrivacyTexts; text: keyof PrivacyTexts }>> = {
  AuthenticatorApp: { icon: 'shield', name: 'mfaAddAuthenticatorApp', text: 'mfaAuthenticatorAppText' },
  SMS: { icon: 'phone', name: 'mfaAddSMS', text: 'mfaSMSText' },
  WebAuthnPlatform: { icon: 'monitor', name: 'mfaAddWebAuthnPlatform', text: 'mfaWebAuthnPlatformText' },
  WebAuthnCrossPlatform: { icon: 'key', name: 'mfaAddWebAuthnCrossPlatform', text: 'mfaWebAuthnCrossPlatformText' },
}

export const deviceName = (device: Device, t: PrivacyViewProps['t']): string => device.name || t(KIND_TEXT[device.kind])

const Facts = ({ device, t }: { device: Device } & Pick<PrivacyViewProps, 't'>) => {
  const { dates } = useLocale()
  const dateOf = (at: Device['createdAt']) => formatDate(at ?? '', dates)
  const facts = [
    device.name && t(KIND_TEXT[device.kind]),
    device.detail,
    device.createdAt && t('addedAt', { date: dateOf(device.createdAt) }),
    device.lastUsedAt && t('usedAt', { date: dateOf(device.lastUsedAt) }),
  ]
  return <span className="fe-privacy-facts">{facts.filter(Boolean).join(' · ')}</span>
}

const DeviceRow = ({ device, state, actions, t, fields }: PrivacyViewProps & { device: Device }) => {
  const name = deviceName(device, t)
  const canChange = device.id !== '' && fields.mfa === 'edit'
  return (
    <li className="fe-privacy-row">
      <span className="fe-privacy-mark">
        <Icon name={ICONS[device.kind]} />
      </span>
      <span className="fe-privacy-words">
        <span className="fe-privacy-name">{name}</span>
        <Facts device={device} t={t} />
      </span>
      {canChange && (
        <span className="fe-privacy-buttons">
          {state.canRename && (
            <Button size="s" aria-label={t('renameDeviceOf', { name })} onClick={() => actions.openRename(device)}>
              {t('renameDevice')}
            </Button>
          )}
          <Button
            size="s"
            variant="ghost"
            aria-label={t('mfaDeleteDeviceOf', { name })}
            onClick={() => actions.openDisable(device)}
          >
            {t('mfaDeleteDevice')}
          </Button>
        </span>
      )}
    </li>
  )
}

const Offers = ({ state, actions, t, ceremonies }: PrivacyViewProps) => {
  const offers = offersOf(state.strategies, state.devices, ceremonies.isSupported())
  if (offers.length === 0) return null
  return (
    <ul className="fe-privacy-offers" aria-label={t('mfaSetup')}>
      {offers.map((strategy) => (
        <li key={strategy}>
          <button
            type="button"
            className="fe-privacy-offer"
            aria-disabled={state.starting ? true : undefined}
            onClick={() => void actions.enroll(strategy)}
          >
            <span className="fe-privacy-mark">
              {state.starting === strategy ? <Spinner /> : <Icon name={OFFER[strategy].icon} />}
            </span>
            <span className="fe-privacy-words">
              <span className="fe-privacy-name">{t(OFFER[strategy].name)}</span>
              <span className="fe-privacy-facts">{t(OFFER[strategy].text)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Body = (props: PrivacyViewProps) => {
  const { state, actions, t, failures, fields } = props
  if (state.phase === 'loading') {
    return (
      <div role="status">
        <span className="fe-hidden">{t('loading')}</span>
        <Skeleton height="40px" />
      </div>
    )
  }
  if (state.phase === 'failed') {
    const retry = <Button onClick={() => void actions.load()}>{t('retry')}</Button>
    return (
      <Alert tone="danger" title={t('mfaFailed')} action={retry}>
        {failures.mfa}
      </Alert>
    )
  }
  return (
    <>
      {state.devices.length === 0 ? (
        <EmptyState icon="shield" title={t('mfaNone')} text={t('mfaNoneText')} />
      ) : (
        <ul className="fe-privacy-rows" aria-label={t('mfaList')}>
          {state.devices.map((device) => (
            <DeviceRow key={`${device.kind} ${device.id}`} {...props} device={device} />
          ))}
        </ul>
      )}
      {fields.mfa === 'edit' && <Offers {...props} />}
    </>
  )
}

export const MfaCard = (props: PrivacyViewProps) => {
  const { state, t } = props
  const isOn = state.devices.length > 0
  return (
    <Card
      title={t('mfaTitle')}
      text={t('mfaDescription')}
      action={
        state.phase === 'ready' && (
          <Badge tone={isOn ? 'success' : 'warning'} dot>
            {t(isOn ? 'mfaEnabled' : 'mfaDisabled')}
          </Badge>
        )
      }
    >
      <Body {...props} />
    </Card>
  )
}
