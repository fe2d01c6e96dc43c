import { useMemo, useState } from 'react'
import type { CardPaymentMethod } from '../../../entities/billing.ts'
import { countryOptions } from '../../../parts/phone/countries.ts'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { type DetailsField, detailsOf, draftOf, faultsOf, hasPostalCode, hasState } from '../billing-details.ts'
import type { SubscriptionViewProps } from '../subscription.actions.ts'

const MAX_LENGTH = 200

/** HTML standard, autofill field names. */
const TEXTS = [
  ['email', 'emailInputLabel', 'billing email'],
  ['addressLine1', 'address1InputLabel', 'billing address-line1'],
  ['addressLine2', 'address2InputLabel', 'billing address-line2'],
  ['city', 'cityInputLabel', 'billing address-level2'],
  ['state', 'stateInputLabel', 'billing address-level1'],
  ['postalCode', 'postCodeInputLabel', 'billing postal-code'],
] as const satisfies readonly (readonly [DetailsField, string, string])[]

/** The email that receives invoices, and the address on them, whose parts depend on the country. */
export const DetailsDialog = ({ state, actions, t, card }: SubscriptionViewProps & { card: CardPaymentMethod }) => {
  const { language } = useLocale()
  const [start] = useState(() => draftOf(card))
  const [draft, setDraft] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const faults = isChecked ? faultsOf(draft) : {}
  const countries = useMemo(
    () => [
      { value: '', label: t('countryInputPlaceholder') },
      ...countryOptions(language).map(({ region, name }) => ({ value: region as string, label: name })),
    ],
    [language, t],
  )
  const faultOf = (field: DetailsField) => {
    const fault = faults[field]
    return fault && t(fault)
  }
  const isShown = (field: DetailsField) =>
    (field !== 'state' || hasState(draft.country)) && (field !== 'postalCode' || hasPostalCode(draft.country))
  const submit = () => {
    setChecked(true)
    if (Object.keys(faultsOf(draft)).length > 0) return false
    return actions.updateBillingDetails(detailsOf(draft))
  }
  return (
    <FormDialog
      open
      title={t('dialogUpdateBillingDetailsTitle')}
      description={t('billingDetailsText')}
      submitLabel={t('saveBillingDetails')}
      cancelLabel={t('cancelEditing')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(start)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('countryInputLabel')} error={faultOf('country')}>
        {({ id, describedBy, invalid }) => (
          <Select
            id={id}
            describedBy={describedBy}
            invalid={invalid}
            autoComplete="billing country"
            value={draft.country}
            options={countries}
            onChange={(country) => setDraft({ ...draft, country })}
          />
        )}
      </Field>
      {TEXTS.filter(([field]) => isShown(field)).map(([field, label, autoComplete]) => (
        <Field key={field} label={t(label)} error={faultOf(field)}>
          {(ids) => (
            <TextInput
              {...ids}
              type={field === 'email' ? 'email' : 'text'}
              autoComplete={autoComplete}
              maxLength={MAX_LENGTH}
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}
