import { type FormEvent, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import type { DescribedUser } from '../../../rules/saml-attributes.ts'
import { MAPPED_FIELDS } from '../../../rules/saml-attributes.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf } from '../setup.props.ts'
import { providerTexts } from '../sso.providers.ts'
import { testedUser, typedUser } from './mapping.ts'
import { MappingPreview } from './mapping-preview.tsx'
import type { SamlProps } from './saml.props.ts'
import { SamlForm } from './saml-form.tsx'

const LABELS = { email: 'emailAttribute', name: 'nameAttribute', groups: 'groupsAttribute' } as const

/** Maps attributes to the fields of a user, and shows the resulting user while typing. */
export const AttributesCard = (props: SamlProps) => {
  const { connection, actions, s, m, canEdit, options } = props
  const { email = '', name = '', groups = '' } = options.attributes
  const draft = useDraft({ email, name, groups })
  const [pasted, setPasted] = useState<DescribedUser>()
  const { values, edit } = draft
  const { busy, error } = partOf(props, 'saml', 'attributes')
  const user = pasted ?? testedUser(connection.details?.test)
  const submit = () => {
    void actions.saveSamlOptions(connection, 'attributes', { attributes: values })
  }
  return (
    <Card title={m('attributesTitle')} text={m('attributesText', providerTexts(connection.type, s))}>
      <SamlForm
        title={m('attributesTitle')}
        saveLabel={m('saveAttributes')}
        s={s}
        canEdit={canEdit}
        draft={draft}
        busy={busy}
        error={error}
        onSubmit={submit}
      >
        {MAPPED_FIELDS.map((field) => (
          <Field key={field} label={m(LABELS[field])}>
            {(ids) => (
              <TextInput
                {...ids}
                name={`${field}Attribute`}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder={m('automatic')}
                list={user ? `fe-sso-attributes-${connection.id}` : undefined}
                value={values[field]}
                onChange={(event) => edit({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <datalist id={`fe-sso-attributes-${connection.id}`}>
          {Object.keys(user?.attributes ?? {}).map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </SamlForm>
      <PasteForm m={m} onUser={setPasted} />
      <MappingPreview {...props} user={user} isPasted={pasted !== undefined} mapping={values} />
    </Card>
  )
}

/** Loads the response parser on the first click. */
const readUser = async (text: string): Promise<DescribedUser | undefined> => {
  const typed = /^\s*[<{]|^[\w+/=%\s-]+$/.test(text) ? undefined : typedUser(text)
  if (typed) return typed
  const { troubleshoot } = await loadChunk(() => import('../../../rules/sso-troubleshooter/troubleshoot.ts'))
  return (await troubleshoot(text, { now: Date.now() })).user
}

const PasteForm = ({ m, onUser }: Pick<SamlProps, 'm'> & { onUser(user: DescribedUser | undefined): void }) => {
  const [text, setText] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const user = text.trim() === '' ? undefined : await readUser(text)
    setUnreadable(text.trim() !== '' && !user)
    onUser(user)
  }
  return (
    <details className="fe-sso-more">
      <summary>{m('pasteTitle')}</summary>
      <form className="fe-sso-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={m('pasteLabel')} hint={m('pasteHint')} error={isUnreadable ? m('pasteUnreadable') : undefined}>
          {(ids) => (
            <Textarea
              {...ids}
              name="attributes"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">{m('pasteShow')}</Button>
      </form>
    </details>
  )
}
