import type { PhoneNumber } from '../../../contract/phone-numbers.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Pagination } from '../../../ui/pagination/pagination.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { PHONES_SHOWN } from '../profile.phones.slice.ts'
import type { ProfileViewProps } from '../profile.view.tsx'

const PhoneRow = ({ phone, actions, t }: ProfileViewProps & { phone: PhoneNumber }) => {
  const { phoneNumber, verified } = phone
  return (
    <li className="fe-profile-row">
      <span className="fe-profile-number">{phoneNumber}</span>
      <Badge tone={verified ? 'success' : 'warning'} dot>
        {t(verified ? 'verified' : 'notVerified')}
      </Badge>
      <span className="fe-profile-buttons">
        {!verified && (
          <Button
            size="s"
            aria-label={t('verifyPhoneOf', { phone: phoneNumber })}
            onClick={() => void actions.verifyPhone(phone)}
          >
            {t('verifyPhone')}
          </Button>
        )}
        <Button
          size="s"
          variant="ghost"
          aria-label={t('deletePhoneOf', { phone: phoneNumber })}
          onClick={() => actions.openDeletePhone(phone)}
        >
          {t('deletePhone')}
        </Button>
      </span>
    </li>
  )
}

const Phones = (props: ProfileViewProps) => {
  const { state, actions, t, failures } = props
  const { phase, items, total, page } = state.phones
  if (phase === 'loading') {
    return (
      <div role="status">
        <span className="fe-hidden">{t('phonesLoading')}</span>
        <Skeleton height="32px" />
      </div>
    )
  }
  if (phase === 'failed') {
    const retry = <Button onClick={() => void actions.loadPhones()}>{t('retry')}</Button>
    return (
      <Alert tone="danger" title={t('phonesFailed')} action={retry}>
        {failures.phones}
      </Alert>
    )
  }
  if (items.length === 0) return <EmptyState icon="phone" title={t('noPhones')} text={t('noPhonesText')} />
  return (
    <>
      <ul className="fe-profile-rows">
        {items.map((phone) => (
          <PhoneRow key={phone.id} {...props} phone={phone} />
        ))}
      </ul>
      {total > PHONES_SHOWN && (
        <Pagination
          offset={page * PHONES_SHOWN}
          limit={PHONES_SHOWN}
          total={total}
          limits={[PHONES_SHOWN]}
          onChange={({ offset }) => void actions.loadPhones(Math.floor(offset / PHONES_SHOWN))}
        />
      )}
    </>
  )
}

export const PhonesCard = (props: ProfileViewProps) => {
  const { actions, t, fields } = props
  if (fields.phoneNumber === 'hidden') return null
  return (
    <Card
      title={t('phonesTitle')}
      text={t('phonesText')}
      action={
        <Button icon="plus" onClick={actions.openAddPhone}>
          {t('addPhone')}
        </Button>
      }
    >
      <Phones {...props} />
    </Card>
  )
}
