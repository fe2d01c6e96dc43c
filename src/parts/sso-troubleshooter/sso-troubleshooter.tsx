import { type DragEvent, useRef, useState } from 'react'
import type { Translate } from '../../i18n/messages.ts'
import { type AttributeMapping, MAPPED_FIELDS, mappedUser } from '../../rules/saml-attributes.ts'
import {
  type Diagnosis,
  type Expected,
  type Finding,
  type InputKind,
  WARNINGS,
} from '../../rules/sso-troubleshooter/findings.ts'
import { troubleshoot } from '../../rules/sso-troubleshooter/troubleshoot.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Field } from '../../ui/field/field.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Textarea } from '../../ui/textarea/textarea.tsx'
import type { FaultTexts } from './faults.messages.ts'
import css from './sso-troubleshooter.css'
import type { TroubleshooterTexts } from './sso-troubleshooter.messages.ts'

interface ResultsProps {
  diagnosis: Diagnosis
  mapping: AttributeMapping | undefined
  t: Translate<TroubleshooterTexts>
  faultText: Translate<FaultTexts>
}

const KINDS = {
  response: 'kindResponse',
  metadata: 'kindMetadata',
  certificate: 'kindCertificate',
  discovery: 'kindDiscovery',
  url: 'kindUrl',
  unknown: 'kindUnknown',
} as const satisfies Record<InputKind, keyof TroubleshooterTexts>

const FIELDS = { email: 'userEmail', name: 'userName', groups: 'userGroups' } as const

const FindingAlert = ({
  finding,
  t,
  faultText,
}: Omit<ResultsProps, 'diagnosis' | 'mapping'> & { finding: Finding }) => {
  const { id, values } = finding
  const compared = (['found', 'expected'] as const).filter((key) => values[key])
  return (
    <Alert tone={WARNINGS.includes(id) ? 'warning' : 'danger'}>
      <p>{faultText(id, values)}</p>
      {compared.length > 0 && (
        <dl className="fe-trouble-values">
          {compared.map((key) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{values[key]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Alert>
  )
}

/** The user as the connection would read them. Changes of the mapping show here before they are saved. */
const MappedUser = ({ diagnosis, mapping, t }: ResultsProps) => {
  if (!diagnosis.user) return null
  const user = mappedUser(diagnosis.user, mapping)
  const shown = { email: user.email, name: user.name, groups: user.groups.join(', ') }
  return (
    <Card title={t('userTitle')}>
      <dl className="fe-trouble-values">
        {MAPPED_FIELDS.map((field) => (
          <div key={field}>
            <dt>{t(FIELDS[field])}</dt>
            <dd>
              {shown[field] || t('userNone')} {user.from[field] && t('userFrom', { attribute: user.from[field] })}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const Results = (props: ResultsProps) => {
  const { diagnosis, t, faultText } = props
  const { kind, findings } = diagnosis
  const values = { kind: t(KINDS[kind]), count: findings.length }
  return (
    <div className="fe-trouble-results">
      {findings.length === 0 ? (
        <Alert tone="success" title={t('noProblemTitle', values)}>
          <p>{t('noProblemText')}</p>
        </Alert>
      ) : (
        <p role="status">{t('resultTitle', values)}</p>
      )}
      {findings.map((finding) => (
        <FindingAlert key={finding.id} finding={finding} t={t} faultText={faultText} />
      ))}
      <MappedUser {...props} />
    </div>
  )
}

const MAX_BYTES = 300_000
/** A binary certificate (DER) begins with a sequence. */
const SEQUENCE = 0x30

const base64Of = (bytes: Uint8Array): string => btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))

/** Returns the text of a file, with binary certificates as base64; `undefined` if it is too large. */
const readFile = async (file: Blob): Promise<string | undefined> => {
  if (file.size > MAX_BYTES) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  return bytes[0] === SEQUENCE && bytes[1] === 0x82 ? base64Of(bytes) : new TextDecoder().decode(bytes)
}

export interface SsoTroubleshooterProps {
  /** Values that the connection expects; unknown ones aren't compared. */
  expected: Omit<Expected, 'now'>
  now(): number
  t: Translate<TroubleshooterTexts>
  faultText: Translate<FaultTexts>
}

/** Holds the pasted text and its findings; a result always belongs to the latest check. */
const useTroubleshooter = ({ expected, now, t }: SsoTroubleshooterProps) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [diagnosis, setDiagnosis] = useState<Diagnosis>()
  const latest = useRef(0)
  const write = (value: string) => {
    latest.current += 1
    setText(value)
    setError(undefined)
    setDiagnosis(undefined)
  }
  const check = async (value: string) => {
    latest.current += 1
    const own = latest.current
    const found = await troubleshoot(value, { ...expected, now: now() })
    if (own === latest.current) setDiagnosis(found)
  }
  const take = async (file: Blob | null | undefined) => {
    if (!file) return
    const value = await readFile(file)
    write(value ?? '')
    if (value === undefined) setError(t('fileTooLarge'))
    else await check(value)
  }
  return { text, error, diagnosis, write, check: () => check(text), take }
}

/** Explains faults of an identity provider. Pasted text is never sent anywhere. */
export const SsoTroubleshooter = (props: SsoTroubleshooterProps) => {
  useSheet(css)
  const { t, faultText, expected } = props
  const { text, error, diagnosis, write, check, take } = useTroubleshooter(props)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void take(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut of the button
    <div className="fe-trouble" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <p>{t('intro')}</p>
      <Field label={t('inputLabel')} hint={t('inputHint')} error={error}>
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            describedBy={describedBy}
            invalid={invalid}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
      <div className="fe-trouble-actions">
        <Button variant="primary" disabled={text.trim() === ''} onClick={() => void check()}>
          {t('check')}
        </Button>
        <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
        <Button variant="ghost" disabled={text === ''} onClick={() => write('')}>
          {t('clear')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('chooseFile')}
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      {diagnosis && <Results diagnosis={diagnosis} mapping={expected.attributes} t={t} faultText={faultText} />}
    </div>
  )
}
