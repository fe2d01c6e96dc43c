import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import { type AttributeMapping, MAPPED_FIELDS } from '../../../rules/saml-attributes.ts'
import type { Ports } from '../../ports.ts'
import type { SamlSettingsRecord, SsoConnectionRecord } from '../../store/records.ts'

export type SamlSettings = Omit<SamlSettingsRecord, 'attributes' | 'logoutBinding'> & {
  attributes: AttributeMapping
  logoutBinding: 'redirect' | 'post'
}

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

/** What a connection does besides sign-ins; one without a record does nothing more. */
export const samlSettingsOf = async (
  { store }: Pick<Ports, 'store'>,
  { id, tenantId }: Pick<SsoConnectionRecord, 'id' | 'tenantId'>,
): Promise<SamlSettings> => {
  const found = await store.samlSettings.find({ id, tenantId })
  return {
    id,
    tenantId,
    logoutUrl: found?.logoutUrl ?? '',
    logoutBinding: found?.logoutBinding === 'post' ? 'post' : 'redirect',
    requireEncryption: found?.requireEncryption ?? false,
    attributes: mappingOf(found?.attributes ?? '{}'),
    createdAt: found?.createdAt ?? 0,
    updatedAt: found?.updatedAt ?? 0,
  }
}
