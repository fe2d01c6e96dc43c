import { useState } from 'react'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { normalizeName } from '../../../rules/names.ts'
import { Card } from '../../../ui/card/card.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { partOf, type StepProps } from '../sso.actions.ts'
import { consoleFields, providerTexts } from '../sso.providers.ts'
import { PROVIDER_NAMES } from '../sso.state.ts'

/** Values to enter in the provider's console, under the names used there. */
export const ProviderStep = (props: StepProps) => {
  const { connection, state, s } = props
  return (
    <>
      <Card
        title={s('providerTitle', providerTexts(connection.type, s))}
        text={`${s(`where_${connection.type}`)} ${s('providerText')}`}
      >
        <CopyValues values={consoleFields(connection, state)} copyLabel={(name) => s('copy', { name })} />
      </Card>
      <NameCard {...props} />
    </>
  )
}

/** The connection's name; not supported by older backends. */
const NameCard = (props: StepProps) => {
  const { connection, actions, s, canEdit } = props
  const before = connection.details?.name ?? ''
  const [name, setName] = useState(before)
  const { busy, error } = partOf(props, 'name')
  if (!connection.details || !canEdit) return null
  return (
    <Card>
      <LineForm
        label={s('nameLabel')}
        hint={s('nameHint')}
        error={error}
        submitLabel={s('save')}
        busy={busy}
        onSubmit={() => void actions.rename(connection, normalizeName(name))}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            autoComplete="off"
            maxLength={100}
            placeholder={PROVIDER_NAMES[connection.type]}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </LineForm>
    </Card>
  )
}
