import { useMemo } from 'react'
import { type Appearance, isEditable, isShown, viewOnly } from '../../../feature/page-fields.ts'
import { FormCard, FormSection, TextRow, useProblems } from '../../../parts/form-card/form-card.tsx'
import { PictureInput } from '../../../parts/picture/picture-input.tsx'
import { PostalAddressFields } from '../../../parts/postal-address/postal-address-fields.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select, type SelectOption } from '../../../ui/select/select.tsx'
import type { AccountViewProps } from '../account.actions.ts'
import { currencyOptions, dateOptions, timeOptions, useZoneOptions } from '../account.choices.ts'
import { problemsOf } from '../account.draft.ts'
import { isDirty } from '../account.state.ts'

const MAX_NAME_LENGTH = 200
const MAX_URL_LENGTH = 500
const MAX_ALIAS_LENGTH = 63

interface ChoiceProps {
  label: string
  value: string
  options: readonly SelectOption[]
  appearance: Appearance
  busy: boolean
  onChange(value: string): void
}

/** A select field; read-only it shows the selected text. */
const Choice = ({ label, value, options, appearance, busy, onChange }: ChoiceProps) => {
  if (!isShown(appearance)) return null
  if (!isEditable(appearance)) {
    const shown = options.find((option) => option.value === value)?.label ?? value
    return <TextRow label={label} value={shown} appearance="viewOnly" onChange={() => undefined} />
  }
  return (
    <Field label={label}>
      {({ id, describedBy }) => (
        <Select id={id} describedBy={describedBy} value={value} options={options} disabled={busy} onChange={onChange} />
      )}
    </Field>
  )
}

const Regional = ({ state, actions, t, fields }: AccountViewProps) => {
  const { language, now } = useLocale()
  const { draft, settings } = state
  const busy = state.saving.kind === 'busy'
  const none = t('notSet')
  const zones = useZoneOptions(settings?.timezone ?? '', none)
  const currencies = useMemo(
    () => currencyOptions(settings?.currency ?? '', none, language),
    [settings?.currency, none, language],
  )
  const formats = state.viewer?.may.edit ? 'edit' : 'viewOnly'
  const hours = { none, twelve: t('twelveHours'), twentyFour: t('twentyFourHours') }
  return (
    <FormSection title={t('regional')}>
      <Choice
        label={t('timezone')}
        value={draft.timezone}
        options={zones}
        appearance={fields.timezone}
        busy={busy}
        onChange={(timezone) => actions.edit({ timezone })}
      />
      <Choice
        label={t('currency')}
        value={draft.currency}
        options={currencies}
        appearance={fields.currency}
        busy={busy}
        onChange={(currency) => actions.edit({ currency })}
      />
      <Choice
        label={t('dateFormat')}
        value={draft.dateFormat}
        options={dateOptions(settings?.dateFormat ?? '', none, now(), language)}
        appearance={formats}
        busy={busy}
        onChange={(dateFormat) => actions.edit({ dateFormat })}
      />
      <Choice
        label={t('timeFormat')}
        value={draft.timeFormat}
        options={timeOptions(settings?.timeFormat ?? '', hours)}
        appearance={formats}
        busy={busy}
        onChange={(timeFormat) => actions.edit({ timeFormat })}
      />
    </FormSection>
  )
}

interface SignInProps extends AccountViewProps {
  problems: Pick<ReturnType<typeof useProblems<'alias' | 'applicationUrl'>>, 'of' | 'left'>
}

/** The alias of the account's login, and the URL it redirects to. */
const SignIn = ({ state, actions, t, problems }: SignInProps) => {
  const { draft, alias } = state
  const common = {
    busy: state.saving.kind === 'busy',
    appearance: state.viewer?.may.edit ? 'edit' : 'viewOnly',
    autoComplete: 'off',
  } as const
  return (
    <FormSection title={t('signIn')}>
      {alias !== undefined && (
        <TextRow
          {...common}
          label={t('alias')}
          name="alias"
          value={draft.alias}
          hint={t('aliasHint')}
          error={problems.of('alias')}
          maxLength={MAX_ALIAS_LENGTH}
          onChange={(typed) => actions.edit({ alias: typed.toLowerCase() })}
          onLeave={() => problems.left('alias')}
        />
      )}
      <TextRow
        {...common}
        label={t('applicationUrl')}
        name="applicationUrl"
        inputMode="url"
        value={draft.applicationUrl}
        hint={t('applicationUrlHint')}
        error={problems.of('applicationUrl')}
        maxLength={MAX_URL_LENGTH}
        onChange={(applicationUrl) => actions.edit({ applicationUrl })}
        onLeave={() => problems.left('applicationUrl')}
      />
    </FormSection>
  )
}

export const pictureWords = (t: AccountViewProps['t']) => ({
  choose: t('addLogo'),
  change: t('changeLogo'),
  remove: t('removeLogo'),
  unreadable: t('logoInputError'),
  hint: t('logoHint'),
})

export const SettingsCard = (given: AccountViewProps) => {
  const { state, actions, t, failures, addressTexts } = given
  const canEdit = state.viewer?.may.edit ?? false
  const fields = canEdit ? given.fields : viewOnly(given.fields)
  const props = { ...given, fields }
  const { draft, settings } = state
  const found = problemsOf(draft, fields)
  const problems = useProblems({
    name: found.name && t(found.name),
    website: found.website && t(found.website),
    alias: found.alias && t(found.alias),
    applicationUrl: found.applicationUrl && t(found.applicationUrl),
  })
  const busy = state.saving.kind === 'busy'
  const submit = () => {
    const isGood = problems.check()
    if (isGood) void actions.save()
    return isGood
  }
  return (
    <FormCard
      title={t('informationTitle')}
      text={canEdit ? undefined : t('readOnlyText')}
      dirty={isDirty(state)}
      busy={busy}
      error={failures.saving}
      words={{ save: t('save'), discard: t('discard'), noChanges: t('noChanges') }}
      readOnly={!canEdit}
      onSubmit={submit}
      onDiscard={() => {
        problems.forget()
        actions.discard()
      }}
    >
      <PictureInput
        label={t('logo')}
        value={draft.logo}
        words={pictureWords(t)}
        readOnly={!canEdit}
        busy={busy}
        onChange={(logo) => actions.edit({ logo })}
      />
      <TextRow
        label={t('companyName')}
        name="companyName"
        autoComplete="organization"
        value={draft.name}
        error={problems.of('name')}
        appearance={fields.companyName}
        maxLength={MAX_NAME_LENGTH}
        busy={busy}
        required
        onChange={(name) => actions.edit({ name })}
        onLeave={() => problems.left('name')}
      />
      {settings && 'website' in settings && (
        <TextRow
          label={t('website')}
          name="website"
          inputMode="url"
          autoComplete="url"
          value={draft.website}
          error={problems.of('website')}
          appearance={fields.website}
          maxLength={MAX_URL_LENGTH}
          busy={busy}
          onChange={(website) => actions.edit({ website })}
          onLeave={() => problems.left('website')}
        />
      )}
      <PostalAddressFields
        title={t('address')}
        address={draft.address}
        appearance={fields.address}
        busy={busy}
        t={addressTexts}
        onChange={(address) => actions.edit({ address })}
      />
      <Regional {...props} />
      <SignIn {...props} problems={problems} />
    </FormCard>
  )
}
