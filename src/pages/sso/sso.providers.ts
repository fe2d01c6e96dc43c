import type { SsoType } from '../../entities/sso.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { CopyValue } from '../../parts/copy-values/copy-values.tsx'
import type { SetupTexts } from './setup/setup.messages.ts'
import type { Connection, SsoState } from './sso.state.ts'

/** Names of providers are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<SsoType, string>> = {
  okta: 'Okta',
  azure: 'Microsoft Entra ID',
  google: 'Google Workspace',
  saml: 'SAML 2.0',
  oidc: 'OpenID Connect',
}

/** The provider within a sentence, and at its start: a protocol's name is no name of a provider. */
export const providerTexts = (
  type: SsoType,
  s: Translate<Pick<SetupTexts, 'yourProvider' | 'yourProviderFirst'>>,
): { provider: string; providerFirst: string } =>
  type === 'saml' || type === 'oidc'
    ? { provider: s('yourProvider'), providerFirst: s('yourProviderFirst') }
    : { provider: PROVIDER_NAMES[type], providerFirst: PROVIDER_NAMES[type] }

/** The provider's name below a connection's own, and nothing where they are the same. */
export const providerBeside = ({ name, type }: { name: string; type: SsoType }): string =>
  name === PROVIDER_NAMES[type] ? '' : PROVIDER_NAMES[type]

export const PROVIDER_TYPES = Object.keys(PROVIDER_NAMES) as SsoType[]

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

interface SamlLabels {
  acs: string
  entity: string
  /** Where attributes of the user are added. */
  attributes: string
  more: readonly CopyValue[]
}

/** The labels of each console, in English as the consoles have them. */
const SAML_LABELS: Readonly<Record<Exclude<SsoType, 'oidc'>, SamlLabels>> = {
  okta: {
    acs: 'Single sign-on URL',
    entity: 'Audience URI (SP Entity ID)',
    attributes: 'Attribute Statements',
    more: [
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
    more: [
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
    more: [
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
    more: [
      { label: 'NameID format', value: EMAIL_FORMAT },
      { label: 'Email attribute', value: 'email' },
      { label: 'Name attribute', value: 'name' },
      { label: 'Groups attribute', value: 'groups' },
    ],
  },
}

/** What the console calls the two URLs of ours, and the place for attributes of the user. */
export const labelsOf = (type: SsoType): Pick<SamlLabels, 'acs' | 'entity' | 'attributes'> =>
  type === 'oidc' ? { acs: 'Redirect URI', entity: 'Client ID', attributes: 'ID token claims' } : SAML_LABELS[type]

/** Every value that the provider's console asks for, in its order. */
/** With the account's encryption key, as the SAML settings show it. */
const metadataUrlOf = ({ spEntityId }: Connection, tenantId: string | undefined): string => {
  if (tenantId === undefined || !URL.canParse(spEntityId)) return spEntityId
  const url = new URL(spEntityId)
  url.searchParams.set('tenantId', tenantId)
  return url.href
}

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
  const { acs, entity, more } = SAML_LABELS[connection.type]
  const ours = [
    { label: acs, value: connection.acsUrl },
    { label: entity, value: connection.spEntityId },
  ]
  const isSpFirst = connection.type === 'azure'
  const metadata =
    connection.type === 'saml' ? [{ label: 'SP metadata URL', value: metadataUrlOf(connection, viewer?.tenantId) }] : []
  return [...(isSpFirst ? ours.reverse() : ours), ...metadata, ...more]
}
