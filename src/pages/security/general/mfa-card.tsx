import type { EnforceMfa } from '../../../entities/mfa.ts'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { PolicyCard } from '../form/policy-card.tsx'
import { mfaChoices } from './general.policies.ts'
import type { PolicyCardProps } from './general.props.ts'
import { isBusy } from './general.state.ts'
import { PartCard } from './part-card.tsx'

/** Sets who needs a second factor, and what happens to users without one. */
export const MfaCard = (props: PolicyCardProps) => {
  const { state, actions, t, app, form, appearance } = props
  const { draft, floor } = state.parts.mfa
  const labelOf = (choice: EnforceMfa) => t(`mfa${choice}`)
  const chosen = draft.enforceMFAType
  const isRequired = chosen !== 'DontForce'
  const options = mfaChoices(floor).map((value) => ({
    value,
    label: labelOf(value),
    hint: t(`mfa${value}Text`),
  }))
  return (
    <PartCard {...props} kind="mfa">
      <PolicyCard
        focus="mfa"
        title={t('mfaTitle')}
        text={t('mfaText')}
        appearance={appearance}
        isOn={isRequired}
        stateLabel={labelOf(chosen)}
        summary={t(`mfa${chosen}Text`)}
        busy={isBusy(state)}
        t={form}
      >
        <RadioGroup
          label={t('mfaLabel')}
          name="enforceMFAType"
          value={chosen}
          options={options}
          disabled={isBusy(state)}
          onChange={(enforceMFAType) => actions.edit('mfa', { enforceMFAType })}
        />
        {isRequired && <p className="fe-security-note">{t('mfaEnrollment')}</p>}
        {floor && floor.enforceMFAType !== 'DontForce' && (
          <p className="fe-security-note">
            {t('mfaFloor', { app: app || t('appUnnamed'), choice: labelOf(floor.enforceMFAType) })}
          </p>
        )}
      </PolicyCard>
    </PartCard>
  )
}
