import { isEditable, isShown } from '../../../feature/page-fields.ts'
import { FormCard, TextRow, useProblems } from '../../../parts/form-card/form-card.tsx'
import { PostalAddressFields } from '../../../parts/postal-address/postal-address-fields.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'
import { problemsOf } from '../profile.draft.ts'
import { isDirty } from '../profile.state.ts'

const MAX_NAME_LENGTH = 200
const MAX_TITLE_LENGTH = 120

const useDetails = ({ state, t, fields }: ProfileViewProps) => {
  const problems = problemsOf(state.draft, fields)
  return useProblems({
    name: problems.name && t(problems.name),
    phone: problems.phone && t(problems.phone),
  })
}

/** Returns the text that names only the visible fields. */
const visibilityText = ({ fields, t }: ProfileViewProps): string | undefined => {
  if (isShown(fields.name)) return t(isShown(fields.jobTitle) ? 'informationText' : 'nameIsVisible')
  return isShown(fields.jobTitle) ? t('jobTitleIsVisible') : undefined
}

export const DetailsCard = (props: ProfileViewProps) => {
  const { state, actions, t, fields, failures, addressTexts } = props
  const { draft, profile } = state
  const email = useShownDomain(profile?.email ?? '')
  const problems = useDetails(props)
  const busy = state.saving.kind === 'busy'
  // The server texts codes to this number, so only the factor's own dialogs may change it.
  const isPhoneLocked = Boolean(profile?.mfaEnrolled)
  // The server refuses a change, because the directory would overwrite it.
  const isNameManaged = profile?.managedBy === 'scim2'
  const isReadOnly = !Object.values(fields).some(isEditable)
  const submit = () => {
    const isGood = problems.check()
    if (isGood) void actions.save()
    return isGood
  }
  return (
    <FormCard
      title={t('informationTitle')}
      text={visibilityText(props)}
      dirty={isDirty(state)}
      busy={busy}
      error={failures.saving}
      words={{ save: t('save'), discard: t('discard'), noChanges: t('noChanges') }}
      readOnly={isReadOnly}
      onSubmit={submit}
      onDiscard={() => {
        problems.forget()
        actions.discard()
      }}
    >
      <TextRow
        label={t('name')}
        name="name"
        autoComplete="name"
        value={draft.name}
        {...(isNameManaged && { hint: t('nameManagedHint') })}
        error={problems.of('name')}
        appearance={isNameManaged && isEditable(fields.name) ? 'viewOnly' : fields.name}
        maxLength={MAX_NAME_LENGTH}
        busy={busy}
        required
        onChange={(name) => actions.edit({ name })}
        onLeave={() => problems.left('name')}
      />
      <TextRow
        label={t('email')}
        name="email"
        value={email}
        hint={t('emailHint')}
        appearance="viewOnly"
        onChange={() => undefined}
      />
      <TextRow
        label={t('jobTitle')}
        name="jobTitle"
        autoComplete="organization-title"
        value={draft.jobTitle}
        appearance={fields.jobTitle}
        maxLength={MAX_TITLE_LENGTH}
        busy={busy}
        onChange={(jobTitle) => actions.edit({ jobTitle })}
      />
      <TextRow
        label={t('phone')}
        type="tel"
        name="phone"
        autoComplete="tel"
        value={draft.phone}
        hint={t(isPhoneLocked ? 'disabledEditPhoneNumberTooltip' : 'phoneHint')}
        error={problems.of('phone')}
        appearance={isPhoneLocked && isEditable(fields.phoneNumber) ? 'viewOnly' : fields.phoneNumber}
        busy={busy}
        onChange={(phone) => actions.edit({ phone })}
        onLeave={() => problems.left('phone')}
      />
      <PostalAddressFields
        title={t('address')}
        address={draft.address}
        appearance={fields.address}
        busy={busy}
        t={addressTexts}
        onChange={(address) => actions.edit({ address })}
      />
    </FormCard>
  )
}
