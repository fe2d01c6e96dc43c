import { type FormEvent, useId, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyPart } from '../../../parts/lazy-part/lazy-part.tsx'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../ui/textarea/textarea.tsx'
import { useDraft } from '../../../ui/unsaved/use-draft.ts'
import { partOf, type StepProps } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { hasTrust } from '../sso.state.ts'

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

/** The certificates with which responses are verified, as parsed by the server. */
const Certificates = ({ connection, s }: Pick<StepProps, 'connection' | 's'>) => {
  const certificates = connection.details?.certificates
  if (!certificates) return null
  return (
    <Card title={s('certificates')}>
      {certificates.length === 0 && <p className="fe-sso-muted">{s('noCertificates')}</p>}
      <ul className="fe-sso-list">
        {certificates.map(({ subject, expiresAt, fingerprint }) => (
          <li key={fingerprint} className="fe-sso-certificate">
            <b>{subject}</b>
            <span>
              {s('certificateDates')} <RelativeTime at={expiresAt} absolute />{' '}
              {Date.parse(String(expiresAt)) < Date.now() && <Badge tone="danger">{s('expired')}</Badge>}
            </span>
            <span className="fe-sso-muted">{s('fingerprint')}</span>
            <code>{fingerprint}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Loads the certificate parser when the first certificate is typed. */
const loadCertificates = () =>
  loadChunk(() => import('./typed-certificates.tsx')).then(({ TypedCertificates }) => TypedCertificates)

/** Fields for the metadata values, one by one. */
const ByHand = (props: StepProps) => {
  const { connection, actions, s } = props
  const { ssoEndpoint, publicCertificate, signRequest } = connection
  const { values: draft, edit } = useDraft({ ssoEndpoint, publicCertificate, signRequest })
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'trust', 'fields')
  const problemOf = (value: string) => (isChecked && value.trim() === '' ? s('required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (draft.ssoEndpoint.trim() && draft.publicCertificate.trim()) void actions.saveTrust(connection, draft)
  }
  return (
    <form className="fe-sso-form" noValidate onSubmit={submit}>
      {error && <Alert tone="danger">{error}</Alert>}
      <Field label={s('ssoEndpoint')} error={problemOf(draft.ssoEndpoint)}>
        {(ids) => (
          <TextInput
            {...ids}
            name="ssoEndpoint"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={draft.ssoEndpoint}
            onChange={(event) => edit({ ssoEndpoint: event.target.value })}
          />
        )}
      </Field>
      <Field label={s('certificate')} hint={s('certificateHint')} error={problemOf(draft.publicCertificate)}>
        {(ids) => (
          <Textarea
            {...ids}
            name="publicCertificate"
            spellCheck={false}
            value={draft.publicCertificate}
            onChange={(event) => edit({ publicCertificate: event.target.value })}
          />
        )}
      </Field>
      {draft.publicCertificate !== publicCertificate && (
        <LazyPart load={loadCertificates} props={{ text: draft.publicCertificate, s }} />
      )}
      <Switch
        label={s('signRequest')}
        hint={s('signRequestHint')}
        checked={draft.signRequest}
        onChange={(isOn) => edit({ signRequest: isOn })}
      />
      <Button type="submit" busy={busy}>
        {s('save')}
      </Button>
    </form>
  )
}
