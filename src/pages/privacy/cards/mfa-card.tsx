import { isEditable } from '../../../feature/page-fields.ts'
import { CardList, CardMark, CardRow, CardText } from '../../../parts/card-list/card-list.tsx'
import { formatDate } from '../../../rules/account-date.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'
import type { PrivacyTexts } from '../privacy.messages.ts'
import {
  type Device,
  type DeviceKind,
  deviceName,
  type Enrollable,
  isKey,
  KIND_TEXT,
  offersOf,
} from '../privacy.state.ts'

const ICONS: Readonly<Record<DeviceKind, IconName>> = {
  app: 'shield',
  sms: 'phone',
  email: 'mail',
  platform: 'monitor',
  key: 'key',
}

const OFFER: Readonly<Record<Enrollable, { icon: IconName; name: keyof PrivacyTexts; text: keyof PrivacyTexts }>> = {
  AuthenticatorApp: { icon: 'shield', name: 'mfaAddAuthenticatorApp', text: 'mfaAuthenticatorAppText' },
  SMS: { icon: 'phone', name: 'mfaAddSMS', text: 'mfaSMSText' },
  WebAuthnPlatform: { icon: 'monitor', name: 'mfaAddWebAuthnPlatform', text: 'mfaWebAuthnPlatformText' },
  WebAuthnCrossPlatform: { icon: 'key', name: 'mfaAddWebAuthnCrossPlatform', text: 'mfaWebAuthnCrossPlatformText' },
}

const DeviceActions = ({ device, state, actions, t }: PrivacyViewProps & { device: Device }) => {
  const name = deviceName(device, t)
  return (
    <>
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
    </>
  )
}

const DeviceRow = (props: PrivacyViewProps & { device: Device }) => {
  const { device, t, fields } = props
  const { dates } = useLocale()
  const dateOf = (at: Device['createdAt']) => formatDate(at ?? '', dates)
  const canChange = device.id !== '' && isEditable(fields.mfa)
  return (
    <CardRow
      icon={ICONS[device.kind]}
      name={deviceName(device, t)}
      facts={[
        device.name && t(KIND_TEXT[device.kind]),
        device.detail && <bdi key="detail">{device.detail}</bdi>,
        device.createdAt && t('addedAt', { date: dateOf(device.createdAt) }),
        device.lastUsedAt && t('usedAt', { date: dateOf(device.lastUsedAt) }),
      ]}
      actions={canChange && <DeviceActions {...props} />}
    />
  )
}

const OfferText = ({ strategy, t }: { strategy: Enrollable; t: PrivacyViewProps['t'] }) => (
  <CardText name={t(OFFER[strategy].name)} facts={[t(OFFER[strategy].text)]} />
)

/** Reserves the space of the offers, so that the cards below don't move. Hidden texts give it their height. */
const OffersPlaceholder = ({
  expectedOffers,
  ceremonies,
  t,
}: Pick<PrivacyViewProps, 'expectedOffers' | 'ceremonies' | 't'>) => {
  const expected = expectedOffers.filter((strategy) => ceremonies.isSupported() || !isKey(strategy))
  if (expected.length === 0) return null
  return (
    <div className="fe-privacy-offers" aria-hidden="true">
      {expected.map((strategy) => (
        <div key={strategy} className="fe-privacy-expected">
          <Skeleton height="100%" />
          <span className="fe-privacy-offer">
            <CardMark icon={OFFER[strategy].icon} />
            <OfferText strategy={strategy} t={t} />
          </span>
        </div>
      ))}
    </div>
  )
}

const Offers = (props: PrivacyViewProps) => {
  const { state, actions, t, ceremonies } = props
  if (!state.strategies) return <OffersPlaceholder {...props} />
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
            {state.starting === strategy ? (
              <span className="fe-card-row-mark">
                <Spinner />
              </span>
            ) : (
              <CardMark icon={OFFER[strategy].icon} />
            )}
            <OfferText strategy={strategy} t={t} />
          </button>
        </li>
      ))}
    </ul>
  )
}

export const MfaCard = (props: PrivacyViewProps) => {
  const { state, actions, t, fields, failures } = props
  const isOn = state.devices.length > 0
  const isReady = state.phase === 'ready'
  return (
    <Card
      title={t('mfaTitle')}
      text={t('mfaDescription')}
      action={
        isReady && (
          <Badge tone={isOn ? 'success' : 'warning'} dot>
            {t(isOn ? 'mfaEnabled' : 'mfaDisabled')}
          </Badge>
        )
      }
    >
      <CardList
        phase={state.phase}
        failure={failures.mfa}
        none={{ icon: 'shield', text: t('mfaNone') }}
        texts={{ list: t('mfaList'), loading: t('loading'), failed: t('mfaFailed'), retry: t('retry') }}
        onRetry={actions.load}
        placeholder={isEditable(fields.mfa) && <OffersPlaceholder {...props} />}
      >
        {state.devices.map((device) => (
          <DeviceRow key={`${device.kind} ${device.id}`} {...props} device={device} />
        ))}
      </CardList>
      {isReady && isEditable(fields.mfa) && <Offers {...props} />}
    </Card>
  )
}
