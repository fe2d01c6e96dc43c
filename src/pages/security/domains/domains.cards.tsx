import { useMemo, useState } from 'react'
import type { DomainCheck } from '../../../contract/restrictions.ts'
import type { DomainRestriction, ListType } from '../../../entities/policies.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { MainButton } from '../../../parts/page-kit/page-frame.tsx'
import { shownTotal } from '../../../parts/record-list/list-state.ts'
import { RecordList } from '../../../parts/record-list/record-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import type { Column } from '../../../ui/data-table/data-table.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popover.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { PolicyCard, SettingsForm } from '../form/settings-form.tsx'
import { type DomainQuery, type DomainsViewProps, isBusy, isDirty, warningOf } from './domains.state.ts'

const LISTS = ['ALLOW', 'BLOCK'] as const

const Choices = ({ state, actions, t }: DomainsViewProps) => {
  const { listType, blockPublicDomains } = state.draft
  return (
    <>
      <RadioGroup
        label={t('listTypeLabel')}
        name="listType"
        value={listType}
        options={LISTS.map((value) => ({ value, label: t(value), hint: t(`${value}Text`) }))}
        disabled={isBusy(state)}
        onChange={(chosen) => actions.edit({ listType: chosen })}
      />
      <Checkbox
        className="fe-security-domains-public"
        name="blockPublicDomains"
        label={t('blockPublic')}
        hint={t('blockPublicText')}
        checked={blockPublicDomains}
        disabled={isBusy(state)}
        onChange={(isBlocked) => actions.edit({ blockPublicDomains: isBlocked })}
      />
    </>
  )
}

const summaryOf = ({ state, t }: DomainsViewProps): string => {
  const { active, listType, blockPublicDomains } = state.draft
  if (!active) return t('restrictOff')
  return [t(`${listType}Text`), ...(blockPublicDomains ? [t('blockPublicOn')] : [])].join(' ')
}

/** Sets whether and how the lists apply; all values are saved together. */
export const SettingsCard = (props: DomainsViewProps & { appearance: Appearance }) => {
  const { state, actions, t, form, appearance, onSave } = props
  const warning = warningOf(state)
  const submit = () => {
    void onSave()
    return true
  }
  return (
    <SettingsForm
      label={t('title')}
      dirty={isDirty(state)}
      busy={isBusy(state)}
      error={state.dialog === null ? state.formError : undefined}
      onSubmit={submit}
      onDiscard={actions.discard}
      t={form}
    >
      <PolicyCard
        focus="config"
        title={t('restrictTitle')}
        text={t('restrictText')}
        appearance={appearance}
        isOn={state.draft.active}
        summary={summaryOf(props)}
        busy={isBusy(state)}
        onToggle={(active) => actions.edit({ active })}
        t={form}
      >
        <Choices {...props} />
      </PolicyCard>
      {warning && <Alert tone="warning">{t(warning)}</Alert>}
    </SettingsForm>
  )
}

const whyOf = ({ reason, domain, restriction }: DomainCheck, listType: ListType, t: DomainsViewProps['t']): string => {
  const isAllow = listType === 'ALLOW'
  if (reason === 'inactive') return t('whyInactive')
  if (reason === 'public') return t('whyPublic', { domain })
  const rule = restriction?.domain ?? domain
  if (reason === 'listed') return t(isAllow ? 'whyAllowListed' : 'whyBlockListed', { rule })
  return t(isAllow ? 'whyNotAllowed' : 'whyNotBlocked', { domain })
}

const Outcome = ({ state, t }: DomainsViewProps) => {
  const { email = '', result } = state.check
  if (!result) return null
  return (
    <Alert
      tone={result.accepted ? 'success' : 'warning'}
      title={t(result.accepted ? 'accepted' : 'refused', { email })}
    >
      {whyOf(result, state.stored?.listType ?? 'ALLOW', t)}
    </Alert>
  )
}

/** Checks an email against the saved settings. It isn't shown if the backend lacks the call. */
export const CheckCard = (props: DomainsViewProps) => {
  const { state, actions, t } = props
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  if (state.missing.includes('verifyEmail')) return null
  const { busy, error } = state.check
  const submit = () => {
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !busy) void actions.check(email.trim())
  }
  return (
    <Card title={t('checkTitle')} text={t('checkText')}>
      <LineForm
        label={t('checkLabel')}
        hint={isDirty(state) ? t('checkUnsaved') : undefined}
        error={isEmpty ? t('checkRequired') : error}
        submitLabel={t('checkSubmit')}
        busy={busy}
        onSubmit={submit}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </LineForm>
      <Outcome {...props} />
    </Card>
  )
}

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
