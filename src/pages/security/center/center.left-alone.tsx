import { usePageLink } from '../../../parts/page-kit/page-links.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { CenterViewProps } from './center.actions.ts'

/** The accounts below without an administrator, with a button that opens the page of all accounts. */
export const LeftAlone = ({ state, t }: Pick<CenterViewProps, 'state' | 't'>) => {
  const open = usePageLink('all-accounts')
  const { count, accounts } = state.leftAlone ?? { count: 0, accounts: [] }
  if (count === 0) return null
  const rest = count - accounts.length
  return (
    <Alert className="fe-center-alone" tone="danger" title={t('leftAloneTitle', { count })}>
      <ul className="fe-center-lines">
        {accounts.map(({ tenantId, name, at }) => (
          <li key={tenantId}>
            <span>{name}</span>
            {at && (
              <span>
                {t('leftAloneSince')} <RelativeTime at={at} absolute />
              </span>
            )}
          </li>
        ))}
        {rest > 0 && <li>{t('leftAloneMore', { count: rest })}</li>}
      </ul>
      <p>{t('leftAloneText')}</p>
      {open && (
        <Button size="s" onClick={open}>
          {t('leftAloneOpen')}
        </Button>
      )}
    </Alert>
  )
}
