import type { SamlKey, SamlKeys, SamlOptions } from '../../entities/sso.ts'
import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const SSO = '/identity/resources/fe/v1/sso'
const KEYS = `${SSO}/saml-keys` as const
const OPTIONS = `${SSO}/configurations/{configId}/saml` as const

export const samlSettings = {
  getOptions: endpoint<void, void, SamlOptions>()('GET', OPTIONS),
  /** Updates the options; absent fields stay unchanged. */
  updateOptions: endpoint<void, Partial<SamlOptions>, SamlOptions>()('PATCH', OPTIONS),
  listKeys: endpoint<void, void, SamlKeys>()('GET', KEYS),
  addKey: endpoint<void, void, SamlKey>()('POST', KEYS),
  removeKey: endpoint<void, void, Ignored>()('DELETE', `${KEYS}/{id}`),
}
