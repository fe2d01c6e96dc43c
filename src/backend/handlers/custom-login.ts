import type { metadata } from '../../contract/metadata.ts'
import type { PortalConfiguration } from '../../entities/portal.ts'
import type { JsonObject, JsonValue } from '../../entities/wire.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { AuthRequest } from '../call/auth.ts'
import type { Caller } from '../call/caller.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { bytesOfDataUrl, storePicture } from '../domain/base/pictures.ts'
import { recordLoginBox } from '../domain/identity/members/record-changes.ts'
import { customLoginSetting } from '../domain/settings/custom-login.ts'
import { portalMetadataSetting } from '../domain/settings/portal-metadata.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

const ALIAS_HEADER = 'frontegg-login-alias'

/** The settings of the login box that a tenant may change. */
const COLORS = ['main', 'dark', 'light', 'hover', 'active', 'contrastText'].map(
  (shade) => `loginBox/palette/primary/${shade}`,
)
const PLACEMENT = 'loginBox/socialLogins/socialLoginsLayout/placement'
const LOGO = 'loginBox/logo/image'

const isColor = (value: unknown): boolean =>
  typeof value === 'string' && /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/a-z-]{1,60}\))$/i.test(value)

const isWebUrl = (value: string): boolean => /^https?:\/\/\S{1,1990}$/i.test(value)

const logoOf = async ({ ports, auth }: AuthRequest, payload: unknown) => {
  if (payload === '') return ''
  const given = text(payload, 'payload', 1_000_000)
  const bytes = bytesOfDataUrl(given)
  if (bytes) return storePicture(ports, ['login', auth.tenantId], bytes)
  if (!isWebUrl(given)) throw badRequest('The logo must be a picture')
  return given
}

const checked = async (call: AuthRequest, path: string, payload: unknown): Promise<JsonValue> => {
  if (path === LOGO) return logoOf(call, payload)
  if (path === PLACEMENT && typeof payload === 'string' && /^[a-z]{0,20}$/i.test(payload)) return payload
  if (COLORS.includes(path) && (payload === '' || isColor(payload))) return String(payload)
  throw badRequest(`${path} cannot be changed to this`)
}

/** Returns a copy with the leaf set; an empty value removes it. Paths come from the list above. */
const withLeaf = (tree: JsonObject, [key = '', ...rest]: readonly string[], value: JsonValue): JsonObject => {
  const { [key]: old, ...others } = tree
  if (rest.length === 0) return value === '' ? others : { ...others, [key]: value }
  const inner = isRecord(old) ? (old as JsonObject) : {}
  return { ...others, [key]: withLeaf(inner, rest, value) }
}

const merged = (under: unknown, over: JsonObject): JsonObject => {
  const result: JsonObject = isRecord(under) ? { ...(under as JsonObject) } : {}
  for (const [key, value] of Object.entries(over)) {
    result[key] = isRecord(value) ? merged(result[key], value as JsonObject) : value
  }
  return result
}

/** Returns the vendor's configuration, overridden by the tenant's own login box. */
const configurationFor = async (ports: Ports, tenantId: string): Promise<PortalConfiguration> => {
  const portal = await portalMetadataSetting.ofVendor(ports.store)
  const { loginBox } = await customLoginSetting.of(ports.store, tenantId)
  return { ...portal, themeV2: { ...portal.themeV2, loginBox: merged(portal.themeV2?.loginBox, loginBox) } }
}

/** Returns the look of the sign-in page for this caller: the alias names a tenant. */
export const publicConfiguration = async (ports: Ports, caller: Caller): Promise<PortalConfiguration> => {
  const alias = caller.header(ALIAS_HEADER)
  const tenant = alias ? await ports.store.tenants.find({ alias }) : undefined
  return tenant ? configurationFor(ports, tenant.id) : portalMetadataSetting.ofVendor(ports.store)
}

export const customLoginHandlers = {
  getAdminBoxMetadata: signedIn(async ({ ports, auth }) => ({
    // `loginBox` is always present; the other members are the vendor's.
    configuration: (await configurationFor(ports, auth.tenantId)) as { themeV2: { loginBox: JsonObject } },
  })),
  updateAdminBoxMetadata: signedIn(async (call) => {
    const { ports, auth, body, audit } = call
    if (!Array.isArray(body.actions) || body.actions.length === 0) throw badRequest('No changes to update')
    let { loginBox } = await customLoginSetting.of(ports.store, auth.tenantId)
    for (const action of body.actions) {
      const path = text(action?.type, 'type').replace(/^themeV2\//, '')
      loginBox = withLeaf(loginBox, path.split('/').slice(1), await checked(call, path, action.payload))
    }
    const fields = body.actions.map(({ type }) => type.replace(/^themeV2\//, ''))
    await ports.store.transaction(async (store) => {
      await customLoginSetting.save({ ...ports, store }, auth.tenantId, { loginBox })
      await store.tenants.update({ id: auth.tenantId }, { hasCustomLogin: Object.keys(loginBox).length > 0 })
      await recordLoginBox(call, store, fields)
      await audit({
        inside: store,
        action: 'Login box changed',
        resource: 'Account',
        description: 'Changed how the login box of the account looks',
        detail: { fields: body.actions.map(({ type }) => type).join() },
      })
    })
    return {}
  }),
} satisfies Pick<Handlers<typeof metadata>, 'getAdminBoxMetadata' | 'updateAdminBoxMetadata'>
