import type { settings } from '../../contract/accounts.ts'
import type { AccountSettings } from '../../entities/tenants.ts'
import type { SignedRequest } from '../call/auth.ts'
import { readName, text } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { bytesOfDataUrl, storePicture } from '../domain/base/pictures.ts'
import { authenticate } from '../domain/identity/access/authenticate.ts'
import { recordCallEvent } from '../domain/identity/members/subject-events.ts'
import { isHttpUrl, readAccountSettings } from '../domain/identity/tenants/account-settings.ts'
import { type Handlers, open, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { jsonOf } from '../store/json-text.ts'
import type { TenantRecord } from '../store/records.ts'

const ALIAS_HEADER = 'frontegg-login-alias'

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads a logo: a new picture is sent as a `data:` URL, an unchanged one as its own URL. */
const logoOf = async (ports: Ports, tenantId: string, value: unknown): Promise<string | undefined> => {
  if (value === undefined || value === null || value === '') return value === '' ? '' : undefined
  const given = text(value, 'logo', 1_000_000)
  const bytes = bytesOfDataUrl(given)
  if (bytes) return storePicture(ports, ['account', tenantId], bytes)
  if (!isHttpUrl(given) || given.length > 2_000) throw badRequest('logo must be a picture')
  return given
}

/** Contains all text fields, so that a client can distinguish an empty field from one that this server lacks. */
const toSettings = (tenant: TenantRecord): AccountSettings => ({
  website: '',
  // Settings hold only keys of the account form.
  ...(jsonOf(tenant.settings) as AccountSettings),
  tenantId: tenant.id,
  name: tenant.name,
})

const tenantOf = async (ports: Ports, id: string): Promise<TenantRecord> => {
  const tenant = await ports.store.tenants.get(id)
  if (!tenant) throw notFound()
  return tenant
}

/**
 * Returns the tenant before sign-in, found only by the login alias; nothing else of it is disclosed. Without an alias,
 * returns the caller's own.
 */
const publicTenant = async ({ ports, caller }: Pick<SignedRequest, 'ports' | 'caller'>) => {
  const alias = caller.header(ALIAS_HEADER)
  if (alias) return ports.store.tenants.find({ alias })
  return caller.header('authorization') ? tenantOf(ports, (await authenticate(ports, caller)).tenantId) : undefined
}

const save = async (call: SignedCall<(typeof settings)['saveAccountSettings']>) => {
  const { ports, auth, body, audit } = call
  const changes = await readAccountSettings({ ...body, logo: undefined, logoUrl: undefined })
  const name = body.name === undefined || body.name === null ? undefined : readName(body.name, 'name', 200)
  const tenant = await tenantOf(ports, auth.tenantId)
  const old = jsonOf(tenant.settings)
  const logo = body.logo === old.logo ? undefined : await logoOf(ports, auth.tenantId, body.logo)
  const all = { ...old, ...changes, ...(logo !== undefined && { logo }) }
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const patch = { settings: JSON.stringify(kept), updatedAt: ports.clock.now(), ...(name && { name }) }
  await ports.store.transaction(async (store) => {
    await store.tenants.update({ id: auth.tenantId }, patch)
    if (name) await store.accountLinks.update({ tenantId: auth.tenantId }, { name })
    const shown = { id: tenant.id, name: patch.name ?? tenant.name }
    const event = { key: 'frontegg.tenant.updated', recordId: tenant.id, data: { tenant: shown } } as const
    await recordCallEvent(call, store, event)
    await audit({
      inside: store,
      action: 'Account settings changed',
      resource: 'Account',
      description: 'Changed the settings of the account',
      detail: beforeAndAfter({ ...old, name: tenant.name }, { ...kept, name: name ?? tenant.name }),
    })
  })
  return toSettings(await tenantOf(ports, auth.tenantId))
}

export const settingsHandlers = {
  getAccountSettings: signedIn(async ({ ports, auth }) => toSettings(await tenantOf(ports, auth.tenantId))),
  saveAccountSettings: signedIn((call) => save(call)),
  getPublicAccountSettings: open(async (call) => {
    const tenant = await publicTenant(call)
    if (!tenant) throw notFound("This account doesn't exist")
    const { applicationUrl, loginUrl } = jsonOf(tenant.settings)
    return { tenantId: tenant.id, applicationUrl: textOr(applicationUrl), loginUrl: textOr(loginUrl) }
  }),
} satisfies Handlers<typeof settings>
