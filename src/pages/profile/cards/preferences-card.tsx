import { useAppState, useRuntime, useSettings } from '../../../feature/feature-context.tsx'
import { chosenLanguage, keepPreferences, offeredLanguages } from '../../../feature/preferences.ts'
import type { Preferences } from '../../../feature/settings.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { FormRows } from '../../../parts/form-card/form-card.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select, type SelectOption } from '../../../ui/select/select.tsx'
import type { ProfileTexts } from '../profile.messages.ts'

/** Returns a language's own name, which its readers recognize. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

interface ChoiceProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  options: readonly SelectOption<Value>[]
  onChange(value: Value): void
}

const Choice = <Value extends string>({ label, hint, ...select }: ChoiceProps<Value>) => (
  <Field label={label} hint={hint}>
    {({ id, describedBy }) => <Select id={id} describedBy={describedBy} {...select} />}
  </Field>
)

/** Language and appearance on this device. Changes apply at once and in every tab. */
export const PreferencesCard = ({ t }: { t: Translate<ProfileTexts> }) => {
  const { store, deps } = useRuntime()
  const settings = useSettings()
  const preferences = useAppState((state) => state.settings.preferences)
  const languages = offeredLanguages(settings)
  const change = (patch: Preferences) => keepPreferences(store, deps.local, { ...preferences, ...patch })
  return (
    <Card title={t('preferencesTitle')} text={t('preferencesText')}>
      <FormRows>
        {languages.length > 1 && (
          <Choice
            label={t('language')}
            value={chosenLanguage(settings) ?? ''}
            options={[
              { value: '', label: t('languageDefault', { name: nameOf(languages[0] ?? '') }) },
              ...languages.map((language) => ({ value: language, label: nameOf(language) })),
            ]}
            onChange={(language) => change({ language: language || undefined })}
          />
        )}
        <Choice
          label={t('appearance')}
          value={preferences?.scheme ?? ''}
          options={[
            { value: '', label: t('appearanceDefault') },
            { value: 'light', label: t('appearanceLight') },
            { value: 'dark', label: t('appearanceDark') },
            { value: 'page', label: t('appearancePage') },
            { value: 'system', label: t('appearanceSystem') },
          ]}
          onChange={(scheme) => change({ scheme: scheme || undefined })}
        />
      </FormRows>
    </Card>
  )
}
