import { type FormEvent, useState } from 'react'
import type { SsoTest } from '../../../entities/sso.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { splitLines } from '../../../rules/line-breaks.ts'
import { type AttributeMapping, type DescribedUser, MAPPED_FIELDS, mappedUser } from '../../../rules/saml-attributes.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { providerTexts } from '../sso.providers.ts'
import type { Connection } from '../sso.state.ts'
import { SamlForm, type SamlProps } from './saml-form.tsx'

/** Returns the user of the latest test; `undefined` if nothing is known about them. */
export const testedUser = (test: SsoTest | null | undefined): DescribedUser | undefined => {
  if (!test || test.attributes.length === 0) return undefined
  const attributes = Object.fromEntries(test.attributes.map(({ name, values }) => [name, values]))
  const { NameID: [nameId = ''] = [], ...others } = attributes
  return { nameId, nameIdFormat: '', attributes: others }
}

/**
 * Parses lines such as `email: ada@company.com`, with several values separated by commas. Returns `undefined` if there
 * are none.
 */
export const typedUser = (text: string): DescribedUser | undefined => {
  const lines = splitLines(text).flatMap((line) => {
    const [, name, values] = /^\s*(\S+?)\s*(?:=|:(?=\s))\s*(.*)$/.exec(line) ?? []
    return name && values ? [[name, values.split(',').map((value) => value.trim())] as const] : []
  })
  if (lines.length === 0) return undefined
  const { NameID: [nameId = ''] = [], ...attributes } = Object.fromEntries(lines)
  return { nameId, nameIdFormat: '', attributes }
}

/**
 * Returns the ids of the roles that a new user in these groups gets. If it is empty, the account’s default roles apply.
 */
export const rolesOfGroups = (
  { roleIds, groups }: Pick<Connection, 'roleIds' | 'groups'>,
  named: readonly string[],
): string[] => [
  ...new Set([...roleIds, ...groups.filter(({ group }) => named.includes(group)).flatMap((group) => group.roleIds)]),
]

interface MappingPreviewProps extends SamlProps {
  user: DescribedUser | undefined
  isPasted: boolean
  mapping: AttributeMapping
}

const PREVIEW_LABELS = { email: 'userEmail', name: 'userName', groups: 'userGroups' } as const

const trimmed = (mapping: AttributeMapping): AttributeMapping =>
  Object.fromEntries(Object.entries(mapping).map(([field, name]) => [field, name.trim()]))

/** The user who would sign in with the typed mapping, saved or not. */
const MappingPreview = ({ connection, state, m, user, isPasted, mapping }: MappingPreviewProps) => {
  if (!user) return <p className="fe-sso-muted">{m('previewNone')}</p>
  const mapped = mappedUser(user, trimmed(mapping))
  const shown = { email: mapped.email, name: mapped.name, groups: mapped.groups.join(', ') }
  const roleIds = rolesOfGroups(connection, mapped.groups)
  const roles = roleIds.map((id) => state.roles.find((role) => role.id === id)?.name ?? id)
  return (
    <section className="fe-sso-result" aria-label={m('preview')}>
      <h4 className="fe-sso-subtitle">{m('preview')}</h4>
      <p className="fe-sso-muted">{m(isPasted ? 'previewOfPasted' : 'previewOfTest')}</p>
      {!mapped.email && <Alert tone="danger">{m('noEmail')}</Alert>}
      <dl className="fe-sso-values" aria-live="polite">
        {MAPPED_FIELDS.map((field) => (
          <div key={field} className="fe-sso-value">
            <dt>{m(PREVIEW_LABELS[field])}</dt>
            <dd>
              {shown[field] || m('nothing')}{' '}
              {mapped.from[field] && (
                <span className="fe-sso-muted">{m('from', { attribute: mapped.from[field] })}</span>
              )}
            </dd>
          </div>
        ))}
        <div className="fe-sso-value">
          <dt>{m('userRoles')}</dt>
          <dd>{roles.join(', ') || m('accountRoles')}</dd>
        </div>
      </dl>
    </section>
  )
}

const LABELS = { email: 'emailAttribute', name: 'nameAttribute', groups: 'groupsAttribute' } as const

/** Maps attributes to the fields of a user, and shows the resulting user while typing. */
export const AttributesCard = (props: SamlProps) => {
  const { connection, actions, s, m, options } = props
  const { email = '', name = '', groups = '' } = options.attributes
  const draft = useDraft({ email, name, groups })
  const [pasted, setPasted] = useState<DescribedUser>()
  const { values, edit } = draft
  const user = pasted ?? testedUser(connection.details?.test)
  const submit = () => {
    void actions.saveSamlOptions(connection, 'attributes', { attributes: values })
  }
  return (
    <Card title={m('attributesTitle')} text={m('attributesText', providerTexts(connection.type, s))}>
      <SamlForm
        card={props}
        subject="attributes"
        title="attributesTitle"
        saveLabel="saveAttributes"
        draft={draft}
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
