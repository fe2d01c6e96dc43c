import { type AttributeMapping, type DescribedUser, MAPPED_FIELDS, mappedUser } from '../../../rules/saml-attributes.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { rolesOfGroups } from './mapping.ts'
import type { SamlProps } from './saml.props.ts'

interface MappingPreviewProps extends SamlProps {
  user: DescribedUser | undefined
  isPasted: boolean
  mapping: AttributeMapping
}

const LABELS = { email: 'userEmail', name: 'userName', groups: 'userGroups' } as const

const trimmed = (mapping: AttributeMapping): AttributeMapping =>
  Object.fromEntries(Object.entries(mapping).map(([field, name]) => [field, name.trim()]))

/** The user who would sign in with the typed mapping, saved or not. */
export const MappingPreview = ({ connection, state, m, user, isPasted, mapping }: MappingPreviewProps) => {
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
            <dt>{m(LABELS[field])}</dt>
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
