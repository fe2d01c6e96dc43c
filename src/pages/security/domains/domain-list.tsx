import { useMemo } from 'react'
import type { DomainRestriction } from '../../../entities/policies.ts'
import { MainButton } from '../../../parts/page-kit/page-frame.tsx'
import { shownTotal } from '../../../parts/record-list/list-state.ts'
import { RecordList } from '../../../parts/record-list/record-list.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { Column } from '../../../ui/data-table/data-table.tsx'
import type { MenuItem } from '../../../ui/menu/menu.props.ts'
import { useShownDomain } from '../../../ui/shown-domain/use-shown-domain.ts'
import type { DomainsViewProps } from './domains.props.ts'
import type { DomainQuery } from './domains.state.ts'

const DomainName = ({ domain }: Pick<DomainRestriction, 'domain'>) => (
  <span className="fe-security-domains-name">{useShownDomain(domain)}</span>
)

type ListProps = DomainsViewProps & { canEdit: boolean }

const menuOf = ({ actions, t }: ListProps, rule: DomainRestriction): MenuItem[] => [
  { id: 'delete', label: t('remove'), icon: 'trash', danger: true, onSelect: () => actions.remove(rule) },
]

/** The list of the selected type. The other list stays stored but doesn't apply. */
export const DomainList = (props: ListProps) => {
  const { state, actions, t, canEdit } = props
  const { list, draft } = state
  const canDelete = canEdit && state.viewer?.may.deleteDomains === true
  const columns = useMemo((): Column<DomainRestriction>[] => {
    const cell = ({ domain }: DomainRestriction) => <DomainName domain={domain} />
    return [{ id: 'domain', header: t('domainHeader'), sortable: true, primary: true, cell }]
  }, [t])
  const add = { label: t('add'), icon: 'plus' as const, onSelect: actions.openAdd }
  return (
    <Card
      title={t(`${draft.listType}ListTitle`)}
      text={t('listText')}
      action={
        canEdit && (
          <Button icon="plus" onClick={actions.openAdd}>
            {t('add')}
          </Button>
        )
      }
    >
      <RecordList<DomainRestriction, DomainQuery>
        list={list}
        label={t(`${draft.listType}ListTitle`)}
        searchLabel={t('search')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={({ domain }) => domain}
        menu={canDelete ? (rule) => menuOf(props, rule) : undefined}
        onChange={actions.change}
        onRetry={() => void actions.load()}
        empty={{
          icon: 'globe',
          title: t('emptyTitle'),
          text: t(`${draft.listType}EmptyText`),
          action: canEdit && <MainButton {...add} />,
        }}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText'), clear: t('clearSearch') }}
      />
    </Card>
  )
}
