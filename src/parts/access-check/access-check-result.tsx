import type { Guaranteed, GuaranteedKind, Interruption } from '../../entities/guarantee.ts'
import { GUARANTEED_PAGES } from '../../navigation/guaranteed-pages.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { usePageLink } from '../page-kit/page-links.ts'
import { RowLink } from '../record-list/record-list.tsx'
import css from './access-check.css'
import { accessCheckMessages } from './access-check.messages.ts'

export interface AccessCheck {
  found: readonly Interruption[]
  /** The reason why it isn't known what the change interrupts. */
  error: string | undefined
  retry(): void
}

/** Number of items that are named; the others are counted. */
const MAX_ITEMS = 5

interface ShownItem extends Pick<Guaranteed, 'kind' | 'id' | 'name'> {
  guarantor: Interruption['guarantor']
}

/** Returns some items by the user who vouches for them, at least one of each user if they are few. */
const shownItems = (found: readonly Interruption[]): ShownItem[][] => {
  const named = found.flatMap(({ kind, guarantor, items }) => items.map((item) => ({ ...item, kind, guarantor })))
  const ids = [...new Set(named.map(({ guarantor }) => guarantor?.id))]
  const byUser = ids.map((id) => named.filter(({ guarantor }) => guarantor?.id === id))
  const places = byUser.flatMap((own) => own.map((item, place) => ({ item, place })))
  const shown = places.sort((one, other) => one.place - other.place).slice(0, MAX_ITEMS)
  return byUser
    .map((own) => own.filter((item) => shown.some((each) => each.item === item)))
    .filter(({ length }) => length > 0)
}

/** Links to the page on which it can be confirmed, if the user can open that. */
const Item = ({ kind, name }: { kind: GuaranteedKind; name: string }) => {
  const t = useLocale().translator.translatorFor(accessCheckMessages)
  const open = usePageLink(GUARANTEED_PAGES[kind])
  const label = name ? t('named', { kind: t(kind), name }) : t(kind)
  return <li>{open ? <RowLink onClick={open}>{label}</RowLink> : label}</li>
}

/** Names what the change interrupts, or the reason why that isn't known. */
export const AccessCheckResult = ({ found, error, retry }: AccessCheck) => {
  const t = useLocale().translator.translatorFor(accessCheckMessages)
  useSheet(css)
  if (error !== undefined)
    return (
      <Alert tone="warning" title={t('failed')} action={<Button onClick={retry}>{t('retry')}</Button>}>
        {error}
      </Alert>
    )
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const shown = shownItems(found)
  const rest = count - shown.flat().length
  return (
    <Alert tone="warning" title={t('title', { count })}>
      <div className="fe-access-check">
        {shown.map((items) => {
          const guarantor = items[0]?.guarantor
          return (
            <div key={guarantor?.id ?? ''}>
              {guarantor ? t('of', { name: nameOfUser(guarantor) }) : shown.length > 1 && t('ofUnknown')}
              <ul>
                {items.map(({ kind, id, name }) => (
                  <Item key={`${kind} ${id}`} kind={kind} name={name} />
                ))}
              </ul>
            </div>
          )
        })}
        {rest > 0 && <span>{t('more', { count: rest })}</span>}
        <span>{t('hint')}</span>
      </div>
    </Alert>
  )
}
