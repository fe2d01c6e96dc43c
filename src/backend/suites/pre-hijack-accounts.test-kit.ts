import { subTenants } from '../../contract/accounts.ts'
import { invitation } from '../../contract/invitation.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { session } from '../../contract/session.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { ssoConfigs } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { aDirectoryConnectionRecord } from '../../testing/records.ts'
import { expectOk, OWNER, type Planted, post, STRANGER_PASSWORD } from './pre-hijack.test-kit.ts'
import { aUser, scimClient } from './scim.test-kit.ts'
import { SECRET } from './webhooks.test-kit.ts'

/** Returns whether the stranger has access to the account now. */
export type Probe = () => Promise<boolean>

const SECOND = 'second@evil.test'
const HOOK = {
  secret: SECRET,
  displayName: 'Copy',
  description: '',
  url: 'http://localhost:9/',
  isActive: true,
}

/** Returns whether a user is in an account that the owner of the email has joined too. */
const isIn = async ({ kit }: Planted, token: string | undefined): Promise<boolean> => {
  if (!token) return false
  const { status, body } = await kit.call('GET', session.getMe.path, { token })
  if (status !== 200) return false
  return (await kit.store.members.count({ tenantId: body.tenantId, email: OWNER, activated: true })) > 0
}

const isSecondIn = async (planted: Planted, token: string): Promise<boolean> =>
  (await isIn(planted, token)) || isIn(planted, (await planted.kit.login(SECOND, STRANGER_PASSWORD)).body.accessToken)

/** Adds an administrator with a verified email, and returns their access token. */
export const addSecondAdministrator = async ({ kit, token, tenantId }: Planted, email = SECOND): Promise<string> => {
  const roleIds = ((await kit.store.members.find({ tenantId }))?.roleIds ?? '[]').match(/[\w-]+/g)
  expectOk(await post(kit, team.addUser.path, { provider: 'local', email, roleIds }, { token }))
  const { userId, token: secret } = kit.lastLink()
  const body = { userId, token: secret, password: STRANGER_PASSWORD }
  return expectOk(await post(kit, activation.activateAccount.path, body)).body.accessToken
}

/** Adds a user who signs up with an invitation link and verifies no email, and returns their access token. */
export const addUnprovenMember = async ({ kit, token }: Planted, email = SECOND): Promise<string> => {
  const { token: invitationToken } = expectOk(
    await post(kit, team.createInviteLink.path, { expiresInMinutes: 60 }, { token }),
  ).body
  const body = { email, password: STRANGER_PASSWORD, companyName: 'Team', invitationToken }
  return expectOk(await post(kit, signUp.signUp.path, body)).body.authResponse.accessToken
}

/** Takes the founder's administrator role away, in the name of another administrator. */
export const demote = async ({ kit, userId }: Planted, token: string): Promise<void> => {
  const body = { id: userId, roleIds: ['member'] }
  expectOk(await kit.call('PUT', team.updateMember.path, { token, body }))
}

/**
 * Ways in which a stranger keeps access to the account that their sign-up created, each with a probe of whether it
 * still works.
 */
export const ACCOUNT_WAYS: Readonly<Record<string, (planted: Planted) => Promise<Probe>>> = {
  'a second administrator': async (planted) => {
    const token = await addSecondAdministrator(planted)
    return () => isSecondIn(planted, token)
  },
  'a second administrator who demotes the founder': async (planted) => {
    const token = await addSecondAdministrator(planted)
    await demote(planted, token)
    return () => isSecondIn(planted, token)
  },
  'a member without a proven email': async (planted) => {
    const token = await addUnprovenMember(planted)
    return () => isSecondIn(planted, token)
  },
  'a directory token': async ({ kit, token, tenantId }) => {
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const scim = scimClient(
      kit,
      expectOk(await post(kit, provisioning.createConnection.path, body, { token })).body.token,
    )
    let count = 0
    return async () => {
      count += 1
      const { status } = await scim('POST', 'Users', { body: aUser(`sent-${count}@evil.test`) })
      return status === 201 && (await kit.store.members.count({ tenantId, email: `sent-${count}@evil.test` })) > 0
    }
  },
  'an SSO connection': async ({ kit, token, tenantId }) => {
    expectOk(await post(kit, ssoConfigs.createConfig.path, { type: 'okta' }, { token }))
    return async () => (await kit.store.ssoConnections.count({ tenantId })) > 0
  },
  'a webhook': async ({ kit, token, tenantId }) => {
    expectOk(
      await post(kit, connectivity.createWebhook.path, { ...HOOK, eventKeys: ['frontegg.user.updated'] }, { token }),
    )
    return async () => (await kit.store.webhooks.count({ tenantId })) > 0
  },
  'an invitation link': async ({ kit, token }) => {
    const made = await post(kit, team.createInviteLink.path, { expiresInMinutes: 60 }, { token })
    const { token: link } = expectOk(made).body
    return async () => (await post(kit, invitation.verifyInviteToken.path, { token: link })).status === 200
  },
  'a directory token of an account below': async ({ kit, token, tenantId }) => {
    const body = { tenantId: 'planted-below', name: 'Below', parentTenantId: tenantId }
    expectOk(await post(kit, subTenants.createSubTenant.path, body, { token }))
    const facts = { id: 'below', tenantId: 'planted-below', ownerId: 'another' }
    await kit.store.directoryConnections.insert(aDirectoryConnectionRecord(facts))
    return async () => (await kit.store.directoryConnections.get('below')) !== undefined
  },
}
