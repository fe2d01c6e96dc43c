import type { Appearance } from '../../../feature/page-fields.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { PolicyCard } from '../form/policy-card.tsx'
import { SettingsForm } from '../form/settings-form.tsx'
import type { DomainsViewProps } from './domains.props.ts'
import { isBusy, isDirty, warningOf } from './domains.state.ts'

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
