import type { PhoneNumber } from '../../../contract/me.ts'
import { isEditable, isShown } from '../../../feature/page-fields.ts'
import { CardList, CardRow } from '../../../parts/card-list/card-list.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Pagination } from '../../../ui/pagination/pagination.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'
import { PHONES_SHOWN } from '../profile.phone-actions.ts'

const PhoneActions = ({ phone, actions, t }: ProfileViewProps & { phone: PhoneNumber }) => (
  <>
    {!phone.verified && (
      <Button
        size="s"
        aria-label={t('verifyPhoneOf', { phone: phone.phoneNumber })}
        onClick={() => void actions.verifyPhone(phone)}
      >
        {t('verifyPhone')}
      </Button>
    )}
    <Button
      size="s"
      variant="ghost"
      aria-label={t('deletePhoneOf', { phone: phone.phoneNumber })}
      onClick={() => actions.openDeletePhone(phone)}
    >
      {t('deletePhone')}
    </Button>
  </>
)

const PhoneRow = (props: ProfileViewProps & { phone: PhoneNumber }) => {
  const { phone, t, fields } = props
  const name = (
    <>
      <bdi>{phone.phoneNumber}</bdi>
      <Badge tone={phone.verified ? 'success' : 'warning'} dot>
        {t(phone.verified ? 'verified' : 'notVerified')}
      </Badge>
    </>
  )
  const actions = isEditable(fields.phoneNumber) && <PhoneActions {...props} />
  return <CardRow icon="phone" name={name} facts={[]} actions={actions} />
}

export const PhonesCard = (props: ProfileViewProps) => {
  const { state, actions, t, fields, failures } = props
  const { phase, items, total, page } = state.phones
  if (!isShown(fields.phoneNumber)) return null
  const add = (
    <Button icon="plus" onClick={actions.openAddPhone}>
      {t('addPhone')}
    </Button>
  )
  return (
    <Card title={t('phonesTitle')} text={t('phonesText')} action={isEditable(fields.phoneNumber) && add}>
      <CardList
        phase={phase}
        failure={failures.phones}
        none={{ icon: 'phone', text: t('noPhones') }}
        texts={{ list: t('phonesTitle'), loading: t('phonesLoading'), failed: t('phonesFailed'), retry: t('retry') }}
        onRetry={actions.loadPhones}
      >
        {items.map((phone) => (
          <PhoneRow key={phone.id} {...props} phone={phone} />
        ))}
      </CardList>
      {phase === 'ready' && total > PHONES_SHOWN && (
        <Pagination
          offset={page * PHONES_SHOWN}
          limit={PHONES_SHOWN}
          total={total}
          limits={[PHONES_SHOWN]}
          onChange={({ offset }) => void actions.loadPhones(Math.floor(offset / PHONES_SHOWN))}
        />
      )}
    </Card>
  )
}
