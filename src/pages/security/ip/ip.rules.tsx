import { useState } from 'react'
import type { IpRestriction, IpTest, ListType } from '../../../entities/policies.ts'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { shownRows, shownTotal } from '../../../parts/record-list/list-state.ts'
import { ListPages } from '../../../parts/record-list/record-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popover.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Truncated } from '../../../ui/truncated/truncated.tsx'
import { CARD_ROWS, type IpQuery, type IpViewProps, mayRemove, mayWrite } from './ip.state.ts'

const TABLE_STATE = { first: 'loading', reloading: 'loading', ready: 'ready', failed: 'error' } as const

const columnsOf = ({ state, t }: IpViewProps): Column<IpRestriction>[] => [
  {
    id: 'ip',
    header: t('tableIpAddress'),
    primary: true,
    width: '36%',
    cell: ({ ip }) => (
      <span className="fe-security-ip-address">
        <bdi>{ip}</bdi>
        {ip === state.myIp && <Badge tone="info">{t('yours')}</Badge>}
      </span>
    ),
  },
  {
    id: 'description',
    header: t('tableIpDescription'),
    cell: ({ description }) =>
      description ? <Truncated text={description} /> : <span className="fe-security-ip-none">–</span>,
  },
  {
    id: 'state',
    header: t('tableState'),
    phone: 'beside',
    width: '96px',
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'success' : 'neutral'} dot>
        {isActive ? t('active') : t('inactive')}
      </Badge>
    ),
  },
  {
    id: 'createdAt',
    header: t('tableCreated'),
    wide: true,
    width: '132px',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} none="–" />,
  },
]

/** Returns the actions for one rule. */
const menuOf = (props: IpViewProps, rule: IpRestriction): MenuItem[] => {
  const { state, actions, t } = props
  const canUpdate = mayWrite(props) && !state.missing.includes('updateIpRestriction')
  const updates: MenuItem[] = [
    {
      id: 'toggle',
      label: rule.isActive ? t('turnOff') : t('turnOn'),
      icon: rule.isActive ? 'lock' : 'check',
      onSelect: () => void actions.update(rule, { isActive: !rule.isActive }),
    },
    { id: 'edit', label: t('editAction'), icon: 'edit', onSelect: () => actions.openDialog({ kind: 'edit', rule }) },
  ]
  const remove: MenuItem = {
    id: 'delete',
    label: t('deleteAction'),
    icon: 'trash',
    danger: true,
    separated: canUpdate,
    onSelect: () => void actions.remove(rule),
  }
  return [...(canUpdate ? updates : []), ...(mayRemove(props) ? [remove] : [])]
}

const Tools = (props: IpViewProps) => {
  const { state, actions, t } = props
  return (
    <div className="fe-security-ip-tools">
      <Select<ListType>
        label={t('listLabel')}
        value={state.list.query.strategy}
        options={[
          { value: 'ALLOW', label: t('allowList') },
          { value: 'BLOCK', label: t('blockList') },
        ]}
        onChange={(strategy) => void actions.showList(strategy)}
      />
      {mayWrite(props) && (
        <span className="fe-security-ip-buttons">
          <Button onClick={() => actions.openDialog({ kind: 'paste' })}>{t('pasteButton')}</Button>
          <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'add' })}>
            {t('addButton')}
          </Button>
        </span>
      )}
    </div>
  )
}

const Empty = ({ state, t }: IpViewProps) =>
  state.list.query.strategy === 'ALLOW' ? (
    <EmptyState icon="shield" title={t('emptyAllowTitle')} text={t('emptyAllowText')} />
  ) : (
    <EmptyState icon="shield" title={t('emptyBlockTitle')} text={t('emptyBlockText')} />
  )

const Pages = ({ state, actions, t }: IpViewProps) => {
  const { list } = state
  const isAll = list.query.size !== CARD_ROWS
  if (shownTotal(list) <= CARD_ROWS) return null
  return (
    <div className="fe-security-ip-pages">
      <Button variant="ghost" size="s" onClick={() => void actions.showAll(!isAll)}>
        {isAll ? t('showLess') : t('showAll', { count: shownTotal(list) })}
      </Button>
      {isAll && <ListPages<IpRestriction, IpQuery> list={list} onChange={(patch) => void actions.change(patch)} />}
    </div>
  )
}

/** One list of rules: the first few, or all of them page by page. */
export const RulesCard = (props: IpViewProps) => {
  const { state, actions, t } = props
  const { list } = state
  const name = list.query.strategy === 'ALLOW' ? t('allowList') : t('blockList')
  const hasMenu = mayWrite(props) || mayRemove(props)
  return (
    <Card title={t('listTitle')} text={t('listText')}>
      <Tools {...props} />
      <DataTable<IpRestriction>
        label={name}
        columns={columnsOf(props)}
        rows={shownRows(list)}
        rowId={({ id }) => id}
        rowLabel={({ ip }) => ip}
        state={TABLE_STATE[list.phase]}
        error={list.error}
        onRetry={() => void actions.reload()}
        empty={<Empty {...props} />}
        {...(hasMenu && { rowMenu: (rule: IpRestriction) => menuOf(props, rule) })}
        total={shownTotal(list)}
        offset={list.query.page * list.query.size}
        skeletonRows={CARD_ROWS}
      />
      <Pages {...props} />
    </Card>
  )
}

const ruleName = ({ rule }: IpTest): string =>
  rule ? [rule.ip, rule.description && `(${rule.description})`].filter(Boolean).join(' ') : ''

const verdictOf = (result: IpTest, t: IpViewProps['t']): string => {
  const values = { ip: result.ip, rule: ruleName(result) }
  if (result.isAllowedByRules) return result.rule ? t('testAllowedBy', values) : t('testAllowed', values)
  return result.rule ? t('testRefusedBy', values) : t('testRefused', values)
}

const Result = ({ result, isActive, t }: { result: IpTest; isActive: boolean; t: IpViewProps['t'] }) => {
  const isOff = !isActive && result.isAllowed
  if (!isOff) return <Alert tone={result.isAllowed ? 'success' : 'warning'}>{verdictOf(result, t)}</Alert>
  return (
    <Alert tone="info">
      {t('testOff', { ip: result.ip })} {result.isAllowedByRules ? t('testOffAllowed') : t('testOffRefused')}{' '}
      {result.rule && verdictOf(result, t)}
    </Alert>
  )
}

/** Shows whether an IP address is allowed, and which rule decides. */
export const TestCard = ({ state, actions, t }: IpViewProps) => {
  const [ip, setIp] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { phase, result, error } = state.test
  const submit = () => {
    setMissing(ip.trim() === '')
    if (ip.trim() !== '') void actions.test(ip.trim())
  }
  return (
    <Card title={t('testTitle')} text={t('testText')}>
      <LineForm
        label={t('testLabel')}
        error={isMissing ? t('ipAddressRequiredMessage') : error}
        submitLabel={t('testButton')}
        busy={phase === 'busy'}
        onSubmit={submit}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="testIp"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            placeholder={t('addIpAddressPlaceholder')}
            value={ip}
            onChange={(event) => setIp(event.target.value)}
          />
        )}
      </LineForm>
      {phase === 'done' && result && <Result result={result} isActive={state.config.isActive} t={t} />}
    </Card>
  )
}
