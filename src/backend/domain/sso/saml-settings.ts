import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import { type AttributeMapping, MAPPED_FIELDS } from '../../../rules/saml-attributes.ts'
import type { Ports } from '../../ports.ts'
import type { SamlSettingsRecord, SsoConnectionRecord } from '../../store/records.ts'

type Binding = 'redirect' | 'post'
export const CLIENT_AUTHENTICATIONS = ['', 'basic', 'post', 'none'] as const
type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number]

export type SamlSettings = Omit<
  SamlSettingsRecord,
  'attributes' | 'logoutBinding' | 'offeredLogoutBinding' | 'clientAuthentication'
> & {
  attributes: AttributeMapping
  logoutBinding: Binding
  offeredLogoutBinding: Binding
  clientAuthentication: ClientAuthentication
}

/** The settings of a connection until someone changes them. */
export const EMPTY_SAML_SETTINGS = {
  logoutUrl: '',
  logoutBinding: 'redirect',
  requireEncryption: false,
  attributes: '{}',
  clockToleranceSeconds: 120,
  offeredLogoutUrl: '',
  offeredLogoutBinding: 'redirect',
  offeredResponseUrl: '',
  clientAuthentication: '',
} as const satisfies Omit<SamlSettingsRecord, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>

const bindingOf = (text: string): Binding => (text === 'post' ? 'post' : 'redirect')

const mappingOf = (json: string): AttributeMapping => {
  const value = parseJson(json)
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    MAPPED_FIELDS.flatMap((field) => {
      const name = value[field]
      return typeof name === 'string' && name !== '' ? [[field, name]] : []
    }),
  )
}

/**
 * Returns the URL that our responses to the provider's logouts are sent to: its own one in the metadata (SAML Metadata
 * 2.2.2), unless an administrator entered another logout URL.
 */
export const logoutResponseUrlOf = (settings: SamlSettings): string => {
  const { logoutUrl, logoutBinding, offeredLogoutUrl, offeredLogoutBinding, offeredResponseUrl } = settings
  const isOffered = logoutUrl === offeredLogoutUrl && logoutBinding === offeredLogoutBinding
  return (isOffered && offeredResponseUrl) || logoutUrl
}

/** Returns the settings of a connection, which are the defaults if it has no record. */
export const samlSettingsOf = async (
  { store }: Pick<Ports, 'store'>,
  { id, tenantId }: Pick<SsoConnectionRecord, 'id' | 'tenantId'>,
): Promise<SamlSettings> => {
  const found = await store.samlSettings.find({ id, tenantId })
  const kept = found ?? { ...EMPTY_SAML_SETTINGS, id, tenantId, createdAt: 0, updatedAt: 0 }
  return {
    ...kept,
    logoutBinding: bindingOf(kept.logoutBinding),
    offeredLogoutBinding: bindingOf(kept.offeredLogoutBinding),
    attributes: mappingOf(kept.attributes),
    clientAuthentication: CLIENT_AUTHENTICATIONS.find((each) => each === kept.clientAuthentication) ?? '',
  }
}
