import assert from 'node:assert/strict'
import { it } from 'node:test'
import { settings, subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { ipRestrictions } from '../../contract/restrictions.ts'
import { roles } from '../../contract/roles.ts'
import { session } from '../../contract/session.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, validateDomain } from './scim.test-kit.ts'

/** Names with the form in which they are stored. */
const SPELLINGS = [
  ['  Ada\u202e \n Lovelace\u200b ', 'Ada Lovelace'],
  ['Ren\u0065\u0301e', 'Ren\u00e9e'],
  ['مي\u200cخواهم', 'مي\u200cخواهم'],
] as const
const UNSEEN = ['\u200b\u2060', ' \n\t', '\u3164\u2800', '\ud800']

/** Writes a name in one way. Resolves to the status and, if the name was accepted, to the stored name. */
type Way = (kit: Kit, name: string) => Promise<{ status: number; stored?: string | undefined; errors?: unknown }>

const asAda = async (kit: Kit, method: string, path: string, body: object) =>
  kit.call(method, path, { token: (await kit.signIn('ada@acme.test')).token, body })

const nameIn = (response: { status: number; body: { name?: string; displayName?: string } }) => ({
  status: response.status,
  stored: response.body?.name ?? response.body?.displayName,
  errors: response.body,
})

const REQUIRED: Readonly<Record<string, Way>> = {
  'of a new role': async (kit, name) => {
    const body = {
      key: 'exporter',
      name,
      description: '',
      isDefault: false,
      level: 3,
      permissions: ['p fe.secure.read.users'],
    }
    return nameIn(await asAda(kit, 'POST', roles.addRole.path, body))
  },
  'of a new group': async (kit, name) => nameIn(await asAda(kit, 'POST', groups.createGroup.path, { name })),
  'of a new webhook': async (kit, name) => {
    const body = {
      ...{ displayName: name, description: '', url: 'https://hooks.test/a', secret: null, isActive: true },
      eventKeys: ['frontegg.user.created'],
    }
    return nameIn(await asAda(kit, 'POST', connectivity.createWebhook.path, body))
  },
  'of the account': async (kit, name) => {
    const { status } = await asAda(kit, 'PUT', settings.saveAccountSettings.path, { name })
    return { status, stored: (await kit.store.tenants.get('acme'))?.name }
  },
  'of a new sub-account': async (kit, name) => {
    await kit.store.tenants.update({ id: 'acme' }, { isReseller: true })
    const body = { tenantId: 'north', name, parentTenantId: 'acme' }
    const { status } = await asAda(kit, 'POST', subTenants.createSubTenant.path, body)
    return { status, stored: (await kit.store.tenants.get('north'))?.name }
  },
  'of a company that signs up': async (kit, name) => {
    const body = { email: 'nia@new.test', companyName: name, name: 'Nia', password: 'Brave-Otter-42' }
    const { status } = await kit.call('POST', signUp.signUp.path, { body })
    const user = await kit.store.users.find({ email: 'nia@new.test' })
    return { status, stored: user && (await kit.store.tenants.get(user.tenantId))?.name }
  },
}

const OPTIONAL: Readonly<Record<string, Way>> = {
  'of a user in the profile': async (kit, name) => {
    const { status } = await asAda(kit, 'PUT', session.updateProfile.path, { name })
    return { status, stored: (await kit.store.users.get('ada'))?.name }
  },
  'of an invited user': async (kit, name) => {
    const { status } = await asAda(kit, 'POST', team.addUser.path, {
      email: 'new@acme.test',
      name,
      roleIds: ['member'],
      provider: 'local',
    })
    return { status, stored: (await kit.store.users.find({ email: 'new@acme.test' }))?.name }
  },
  'of a user from a directory': async (kit, name) => {
    await validateDomain(kit, 'new.test')
    const { scim } = await connect(kit)
    const { status } = await scim('POST', 'Users', { body: aUser('ann@new.test', { displayName: name }) })
    return { status, stored: (await kit.store.users.find({ email: 'ann@new.test' }))?.name }
  },
}

export const describeNames = (kit: () => Kit): void => {
  for (const [what, write] of Object.entries({ ...REQUIRED, ...OPTIONAL }))
    it(`stores the name ${what} in one form`, async () => {
      for (const [typed, kept] of SPELLINGS) {
        await kit().reset()
        const { status, stored, errors } = await write(kit(), typed)
        assert.ok(status < 300, `${status} for ${JSON.stringify(typed)} ${JSON.stringify(errors)}`)
        assert.equal(stored, kept)
      }
    })

  for (const [what, write] of Object.entries(REQUIRED))
    it(`refuses a name ${what} that is invisible`, async () => {
      for (const name of UNSEEN) {
        await kit().reset()
        const { status, stored } = await write(kit(), name)
        assert.deepEqual([status, stored === name], [400, false], JSON.stringify(name))
      }
    })

  for (const [what, write] of Object.entries(OPTIONAL))
    it(`omits a name ${what} that is invisible`, async () => {
      for (const name of UNSEEN) {
        await kit().reset()
        const { status, stored } = await write(kit(), name)
        assert.ok(status < 300, `${status}`)
        assert.match(stored ?? '', /^\w/)
      }
    })

  it('stores descriptions without characters that can’t be seen, and with their lines', async () => {
    const typed = ' May\u202e edit \r\nand\u200b\u00a0read\t'
    const described: Readonly<Record<string, () => Promise<{ body: { id: string; description?: string } }>>> = {
      role: () =>
        asAda(kit(), 'POST', roles.addRole.path, {
          key: 'exporter',
          name: 'Exporter',
          description: typed,
          level: 3,
          isDefault: false,
          permissions: [],
        }),
      group: () => asAda(kit(), 'POST', groups.createGroup.path, { name: 'Exporters', description: typed }),
      webhook: () =>
        asAda(kit(), 'POST', connectivity.createWebhook.path, {
          ...{ displayName: 'Exports', description: typed, url: 'https://hooks.test/a', secret: null, isActive: true },
          eventKeys: ['frontegg.user.created'],
        }),
    }
    for (const [what, create] of Object.entries(described))
      assert.equal((await create()).body.description, 'May edit\nand read', what)
    await asAda(kit(), 'POST', ipRestrictions.createIpRestriction.path, { ip: '192.0.2.7', description: typed })
    assert.equal((await kit().store.ipRestrictions.find({ ip: '192.0.2.7' }))?.description, 'May edit\nand read')
  })

  it('returns a directory’s own spelling to the directory', async () => {
    const { scim } = await connect(kit())
    const [[typed, kept]] = SPELLINGS
    const created = await scim('POST', 'Groups', { body: aGroup(typed) })
    assert.deepEqual([created.status, created.body.displayName], [201, typed])
    const { body } = await kit().call('GET', groups.listGroups.path, {
      token: (await kit().signIn('ada@acme.test')).token,
    })
    assert.ok(JSON.stringify(body).includes(`"name":"${kept}"`))
  })
}
