import { type FormEvent, useId, useState } from 'react'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { partOf, type StepProps } from '../setup.props.ts'
import { providerTexts } from '../sso.providers.ts'
import { hasTrust } from '../sso.state.ts'
import { ByHand } from './by-hand.tsx'
import { Certificates } from './certificates.tsx'

/** Sets the trust in a SAML provider: by its metadata, or by values entered one by one. */
export const TrustStep = (props: StepProps) => {
  const { connection, s, canEdit } = props
  return (
    <>
      {hasTrust(connection) && <Alert tone="success">{s('trustDone', { endpoint: connection.ssoEndpoint })}</Alert>}
      <MetadataWarnings {...props} />
      {canEdit && (
        <Card title={s('trustTitle', providerTexts(connection.type, s))}>
          <MetadataUrl {...props} />
          <details className="fe-sso-more" open={connection.type === 'google'}>
            <summary>{s('otherWays')}</summary>
            <MetadataFile {...props} />
            <MetadataText {...props} />
          </details>
          <details className="fe-sso-more">
            <summary>{s('byHand')}</summary>
            <ByHand {...props} />
          </details>
        </Card>
      )}
      <Certificates {...props} />
    </>
  )
}

const MetadataWarnings = ({ connection, s }: StepProps) => {
  const warnings = connection.details?.metadataWarnings ?? []
  if (warnings.length === 0) return null
  return (
    <Alert tone="warning">
      {warnings.map(({ code, detail }) => (
        <p key={`${code} ${detail}`}>
          {s(`warning_${code}`, { ...providerTexts(connection.type, s), detail: detail.split('T')[0] ?? '' })}
        </p>
      ))}
    </Alert>
  )
}

const hintOf = ({ connection, s }: StepProps): string => {
  const { type } = connection
  return type === 'oidc' ? '' : s(`metadataUrlHint_${type}`)
}

const MetadataUrl = (props: StepProps) => {
  const { connection, actions, s } = props
  const [url, setUrl] = useState(connection.details?.metadataUrl ?? '')
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'url')
  const isWrong = isChecked && !URL.canParse(url.trim())
  const submit = () => {
    setChecked(true)
    if (URL.canParse(url.trim())) void actions.readMetadata(connection, { kind: 'url', url: url.trim() })
  }
  return (
    <LineForm
      label={s('metadataUrl')}
      hint={hintOf(props)}
      error={isWrong ? s('urlRequired') : error}
      submitLabel={s('readUrl')}
      variant={hasTrust(connection) ? 'secondary' : 'primary'}
      busy={busy}
      onSubmit={submit}
    >
      {(ids) => (
        <TextInput
          {...ids}
          name="metadataUrl"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      )}
    </LineForm>
  )
}

const MetadataFile = ({ connection, actions, s }: StepProps) => {
  const id = useId()
  const read = async (file: File | undefined) => {
    if (file) await actions.readMetadata(connection, { kind: 'xml', metadata: await file.text() })
  }
  return (
    <p className="fe-sso-file">
      <label htmlFor={id}>{s('metadataFile')}</label>
      <input
        id={id}
        type="file"
        name="metadataFile"
        accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </p>
  )
}

const MetadataText = (props: StepProps) => {
  const { connection, actions, s } = props
  const [metadata, setMetadata] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'xml')
  const isWrong = isChecked && metadata.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (metadata.trim() !== '') void actions.readMetadata(connection, { kind: 'xml', metadata })
  }
  return (
    <form className="fe-sso-form" noValidate onSubmit={submit}>
      <Field label={s('metadataText')} error={isWrong ? s('metadataTextRequired') : error}>
        {(ids) => (
          <Textarea
            {...ids}
            name="metadata"
            spellCheck={false}
            value={metadata}
            onChange={(event) => setMetadata(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {s('readText')}
      </Button>
    </form>
  )
}
