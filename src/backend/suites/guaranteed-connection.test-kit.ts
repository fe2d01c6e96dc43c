import { before, beforeEach } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConnections } from '../../contract/sso.ts'
import { aMemberRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const SSO_KEYS = ['read', 'write', 'delete'].map((verb) => `fe.secure.${verb}.samlConfiguration`)

/** Gives Acme a SAML connection before each test, and `sec` a role that can only change single sign-on. */
export const useGuaranteedConnection = (kit: () => Kit) => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })

  /** Adds a user of the connection's domain, who also has a password. */
  const add = async (id: string, roleIds: string[], facts: object = {}) => {
    const email = `${id}@saml.test`
    await kit().store.users.insert(aUserRecord({ id, email, passwordHash: `fake:${PASSWORD}`, ...facts }))
    const member = { id: `acme-${id}`, userId: id, tenantId: 'acme', email, roleIds: JSON.stringify(roleIds) }
    await kit().store.members.insert(aMemberRecord({ ...member, verified: true }))
    return email
  }

  /** Runs before each test; a test that resets the kit calls it again. */
  const install = async () => {
    const { store } = kit()
    await connectSaml(kit(), keys)
    await store.ssoConnections.update({ id: 'saml-1' }, { groups: '[]' })
    const dates = { createdAt: 1, updatedAt: 1 }
    for (const key of SSO_KEYS) {
      await store.permissions.insert({ id: `p ${key}`, key, name: key, description: '', categoryId: 'x', ...dates })
    }
    const permissionIds = JSON.stringify([...SSO_KEYS, 'fe.secure.read.userApiTokens'].map((key) => `p ${key}`))
    await store.roles.insert(aRoleRecord({ id: 'sso-admin', tenantId: 'acme', level: 1, permissionIds }))
    await store.members.update({ tenantId: 'acme', userId: 'sec' }, { roleIds: '["sso-admin"]' })
  }
  beforeEach(install)

  const send = async (email: string, endpoint: AnyEndpoint, path: Record<string, string> = {}, body?: object) => {
    const { token } = await kit().signIn(email)
    return kit().call(endpoint.method, fillPath(endpoint.path, path), { token, ...(body && { body }) })
  }

  /** Runs a complete sign-in at the identity provider. */
  const arriveAs = async (email: string) => {
    const started = await startSaml(kit(), email)
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}` }
    return redeemSaml(kit(), await postSaml(kit(), samlResponse(facts, keys), started.relayState), started)
  }

  const AT = { createdAt: 0, updatedAt: 0 }
  /** Creates the setup of the connection, which it requires by default. */
  const setUp = (setup: { enforced?: boolean; name?: string } = { enforced: true }) =>
    kit().store.ssoSetups.insert({ ...EMPTY_SETUP, id: 'saml-1', tenantId: 'acme', ...setup, ...AT })

  const cookieOf = ({ cookies }: CallResponse): string =>
    cookies.find((each) => each.startsWith('fe_refresh_'))?.split(';')[0] ?? ''

  const guarantor = async () => (await kit().store.ssoConnections.get('saml-1'))?.guarantorId
  const vouch = (guarantorId: string | null) => kit().store.ssoConnections.update({ id: 'saml-1' }, { guarantorId })
  const confirm = (email: string, kind = 'sso-connection', id = 'saml-1') =>
    send(email, guarantees.confirmGuaranteed, {}, { kind, id })
  const shown = async () => (await send('ada@acme.test', ssoConnections.listSsoConnectionDetails)).body[0].guarantee
  const alerts = () => kit().mails.filter(({ subject }) => subject.startsWith('Confirm a single sign-on'))

  return { install, add, send, arriveAs, setUp, cookieOf, guarantor, vouch, confirm, shown, alerts, keys: () => keys }
}
