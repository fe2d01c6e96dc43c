import { type ReactNode, useState } from 'react'
import type { SamlCertificate, SamlKey } from '../../../entities/sso.ts'
import { saveFile } from '../../../kernel/save-file.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { partOf } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { RetireKeyDialog } from './dialogs/retire-key-dialog.tsx'
import css from './keys-card.css'
import type { SamlProps } from './saml-form.tsx'

/** The server's limit. */
const MAX_KEYS = 3

/** The keys for which assertions are encrypted, and the certificate of our signatures. */
export const KeysCard = (props: SamlProps) => {
  useSheet(css)
  const { connection, actions, m, canEdit, options, keys } = props
  const [removed, setRemoved] = useState<SamlKey>()
  const { busy, error } = partOf(props, 'saml', 'keys')
  const encryption = partOf(props, 'saml', 'encryption')
  const remove = async (key: SamlKey) => {
    if (await actions.removeSamlKey(connection, key.id)) setRemoved(undefined)
  }
  return (
    <Card title={m('keysTitle')} text={m('keysText', providerTexts(connection.type, props.s))}>
      <div className="fe-sso-keys">
        {error && !removed && <Alert tone="danger">{error}</Alert>}
        <h4 className="fe-sso-subtitle">{m('encryptionKeys')}</h4>
        {keys.keys.length === 0 && <p className="fe-sso-muted">{m('noKeys')}</p>}
        <ul className="fe-sso-list">
          {keys.keys.map((key, index) => (
            <li key={key.id} className="fe-sso-certificate">
              <CertificateLines {...props} certificate={key}>
                <Badge tone={index === 0 ? 'success' : 'neutral'}>{m(index === 0 ? 'currentKey' : 'olderKey')}</Badge>
              </CertificateLines>
              <div className="fe-sso-buttons">
                <Download {...props} certificate={key} fileName={`encryption-${index + 1}.pem`} />
                {props.state.viewer?.may.remove && (
                  <Button size="s" onClick={() => setRemoved(key)}>
                    {m('removeKey')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        {canEdit && (
          <div className="fe-sso-buttons fe-sso-add">
            <Button
              busy={busy && !removed}
              disabled={keys.keys.length >= MAX_KEYS}
              onClick={() => void actions.addSamlKey(connection)}
            >
              {m(keys.keys.length === 0 ? 'createKey' : 'replaceKey')}
            </Button>
          </div>
        )}
        {keys.keys.length > 1 && <p className="fe-sso-muted">{m('rollover')}</p>}
        {encryption.error && <Alert tone="danger">{encryption.error}</Alert>}
        <Switch
          label={m('requireEncryption')}
          hint={m('requireEncryptionHint')}
          checked={options.requireEncryption}
          disabled={!canEdit || encryption.busy}
          onChange={(requireEncryption) =>
            void actions.saveSamlOptions(connection, 'encryption', { requireEncryption })
          }
        />
        <h4 className="fe-sso-subtitle">{m('signingKey')}</h4>
        <div className="fe-sso-certificate">
          <CertificateLines {...props} certificate={keys.signing} />
          <div className="fe-sso-buttons">
            <Download {...props} certificate={keys.signing} fileName="signing.pem" />
          </div>
        </div>
      </div>
      {removed && (
        <RetireKeyDialog
          m={m}
          fingerprint={removed.fingerprint}
          cancelLabel={props.s('cancel')}
          busy={busy}
          error={error}
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  )
}

interface CertificateProps extends SamlProps {
  certificate: SamlCertificate
  children?: ReactNode
}

const CertificateLines = ({ certificate, s, children }: CertificateProps) => (
  <>
    <span className="fe-sso-item-head">
      <b>{certificate.subject}</b>
      {children}
    </span>
    <span>
      {s('certificateDates')} <RelativeTime at={certificate.expiresAt} absolute />
    </span>
    <span className="fe-sso-muted">{s('fingerprint')}</span>
    <code>{certificate.fingerprint}</code>
  </>
)

const Download = ({ certificate, fileName, m }: CertificateProps & { fileName: string }) => (
  <Button
    size="s"
    aria-label={`${m('download')}: ${fileName}`}
    onClick={() => saveFile(new Blob([certificate.certificate], { type: 'application/x-pem-file' }), fileName)}
  >
    {m('download')}
  </Button>
)
