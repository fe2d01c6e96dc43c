import type { SsoType } from '../../entities/sso.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { CopyValue } from '../../parts/copy-values/copy-values.tsx'
import type { SetupTexts } from './setup/setup.messages.ts'
import { type Connection, PROVIDER_NAMES, type SsoState } from './sso.state.ts'

/** Returns the provider's name within a sentence and at its start. A protocol's name doesn't name a provider. */
export const providerTexts = (
  type: SsoType,
  s: Translate<Pick<SetupTexts, 'yourProvider' | 'yourProviderFirst'>>,
): { provider: string; providerFirst: string } =>
  type === 'saml' || type === 'oidc'
    ? { provider: s('yourProvider'), providerFirst: s('yourProviderFirst') }
    : { provider: PROVIDER_NAMES[type], providerFirst: PROVIDER_NAMES[type] }

/** Returns the provider's name to show below the connection's own; empty if they are the same. */
export const providerBeside = ({ name, type }: { name: string; type: SsoType }): string =>
  name === PROVIDER_NAMES[type] ? '' : PROVIDER_NAMES[type]

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

interface SamlLabels {
  acs: string
  entity: string
  /** The place where user attributes are added. */
  attributes: string
  otherValues: readonly CopyValue[]
}

/** The labels of each console, in English as in the consoles. */
const SAML_LABELS: Readonly<Record<Exclude<SsoType, 'oidc'>, SamlLabels>> = {
  okta: {
    acs: 'Single sign-on URL',
    entity: 'Audience URI (SP Entity ID)',
    attributes: 'Attribute Statements',
    otherValues: [
      { label: 'Name ID format', value: 'EmailAddress' },
      { label: 'Application username', value: 'Email' },
      { label: 'Attribute Statements: email', value: 'user.email' },
      { label: 'Attribute Statements: name', value: 'user.displayName' },
      { label: 'Group Attribute Statements: groups (Matches regex)', value: '.*' },
    ],
  },
  azure: {
    acs: 'Reply URL (Assertion Consumer Service URL)',
    entity: 'Identifier (Entity ID)',
    attributes: 'Attributes & Claims',
    otherValues: [
      { label: 'Unique User Identifier (Name ID)', value: 'user.mail' },
      { label: 'Additional claim: email', value: 'user.mail' },
      { label: 'Additional claim: name', value: 'user.displayname' },
      { label: 'Group claim: Customize the name of the group claim', value: 'groups' },
    ],
  },
  google: {
    acs: 'ACS URL',
    entity: 'Entity ID',
    attributes: 'SAML attribute mapping',
    otherValues: [
      { label: 'Name ID format', value: 'EMAIL' },
      { label: 'Name ID', value: 'Basic Information > Primary email' },
      { label: 'App attributes: Primary email', value: 'email' },
      { label: 'Group membership: App attribute', value: 'groups' },
    ],
  },
  saml: {
    acs: 'Assertion Consumer Service (ACS) URL',
    entity: 'SP entity ID',
    attributes: 'Attributes',
    otherValues: [
      { label: 'NameID format', value: EMAIL_FORMAT },
      { label: 'Email attribute', value: 'email' },
      { label: 'Name attribute', value: 'name' },
      { label: 'Groups attribute', value: 'groups' },
    ],
  },
}

/** Returns the console's labels for our two URLs and the user attributes. */
export const labelsOf = (type: SsoType): Pick<SamlLabels, 'acs' | 'entity' | 'attributes'> =>
  type === 'oidc' ? { acs: 'Redirect URI', entity: 'Client ID', attributes: 'ID token claims' } : SAML_LABELS[type]

/** Returns the metadata URL, which includes the account's encryption key, as shown in the SAML settings. */
const metadataUrlOf = ({ spEntityId }: Connection, tenantId: string | undefined): string => {
  if (tenantId === undefined || !URL.canParse(spEntityId)) return spEntityId
  const url = new URL(spEntityId)
  url.searchParams.set('tenantId', tenantId)
  return url.href
}

/** Returns the values for the provider's console, in its order. */
export const consoleFields = (
  connection: Connection,
  { redirectUri, viewer }: Pick<SsoState, 'redirectUri'> & { viewer?: { tenantId: string } | undefined },
): CopyValue[] => {
  if (connection.type === 'oidc') {
    return [
      { label: 'Redirect URI', value: redirectUri },
      { label: 'Grant type', value: 'Authorization Code' },
      { label: 'Scopes', value: 'openid email profile' },
    ]
  }
  const { acs, entity, otherValues } = SAML_LABELS[connection.type]
  const ours = [
    { label: acs, value: connection.acsUrl },
    { label: entity, value: connection.spEntityId },
  ]
  const isSpFirst = connection.type === 'azure'
  const metadata =
    connection.type === 'saml' ? [{ label: 'SP metadata URL', value: metadataUrlOf(connection, viewer?.tenantId) }] : []
  return [...(isSpFirst ? ours.reverse() : ours), ...metadata, ...otherValues]
}
