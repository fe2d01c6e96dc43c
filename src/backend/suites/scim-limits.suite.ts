import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, validateDomain } from './scim.test-kit.ts'

/** The longest allowed reference of a member. */
const REFERENCE = `https://directory.test/Users/${'x'.repeat(470)}`

export const describeScimLimits = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    const user: string = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    const group: string = (await scim('POST', 'Groups', { body: aGroup('Everyone') })).body.id
    /** Creates a body of about this many bytes, in which every member is the same user. */
    const large = (bytes: number) => ({
      ...aGroup('Everyone'),
      members: Array.from({ length: Math.ceil(bytes / 530) }, () => ({ value: user, $ref: REFERENCE })),
    })
    return { scim, user, group, large }
  }

  it('accepts groups of several megabytes from a directory, and no larger ones', async () => {
    const { scim, user, group, large } = await open()
    const saved = await scim('PUT', `Groups/${group}`, { body: large(2_000_000) })
    assert.equal(saved.status, 200)
    assert.deepEqual(
      saved.body.members.map(({ value }: { value: string }) => value),
      [user],
    )
    assert.equal((await scim('POST', 'groups', { body: { ...large(2_000_000), displayName: 'Second' } })).status, 201)
    const refused = await scim('PUT', `Groups/${group}`, { body: large(17_000_000) })
    assert.deepEqual([refused.status, refused.body.status], [413, '413'])
  })

  it('keeps the usual limit for users, Bulk and callers without a token', async () => {
    const { scim, user, group, large } = await open()
    const body = { ...aUser('ann@new.test'), ...large(2_000_000) }
    assert.equal((await scim('PUT', `Users/${user}`, { body })).status, 413)
    assert.equal((await scim('POST', 'Bulk', { body })).status, 413)
    assert.equal((await scim('PUT', `Groups/${group}`, { body, token: 'fesc_wrong' })).status, 401)
  })

  it('puts members of many different groups in one, and takes them out again', async () => {
    const { scim } = await open()
    const ids: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const { id } = (await scim('POST', 'Users', { body: aUser(`u${at}@new.test`) })).body
      await scim('POST', 'Groups', { body: aGroup(`Own ${at % 2}`, [id]) })
      await scim('POST', 'Groups', { body: aGroup(`Single ${at}`, [id]) })
      ids.push(id)
    }
    const groupsOf = async () => {
      const groups = new Map((await kit().store.groups.list({ tenantId: 'acme' })).map(({ id, name }) => [id, name]))
      const members = await kit().store.members.list({ tenantId: 'acme', directoryId: { not: null } })
      const named = members.map(({ email, groupIds }) => {
        const names = (JSON.parse(groupIds ?? '[]') as string[]).map((id) => groups.get(id)).sort()
        return `${email.split('@')[0]}: ${names.join(', ')}`
      })
      return named.filter((line) => line.startsWith('u')).sort()
    }
    const before = await groupsOf()
    const { id } = (await scim('POST', 'Groups', { body: aGroup('All of them', ids) })).body
    assert.deepEqual(
      await groupsOf(),
      before.map((line) => line.replace(/: /, ': All of them, ').replace(/, $/, '')),
    )
    assert.equal((await scim('PUT', `Groups/${id}`, { body: aGroup('All of them') })).status, 200)
    assert.deepEqual(await groupsOf(), before)
  })
}
