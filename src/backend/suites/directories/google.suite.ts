import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from '../kit.test-kit.ts'
import { ENTERPRISE_SCHEMA, patch, USER_SCHEMA } from '../scim.test-kit.ts'
import { filtered, openDirectory } from './directory.test-kit.ts'

/**
 * Requests of Google Workspace, which provisions users only: it looks for them, creates, changes, suspends and deletes
 * them.
 */
export const describeGoogle = (kit: () => Kit): void => {
  const profile = {
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    userName: 'liz@acme.test',
    name: { givenName: 'Liz', familyName: 'Smith' },
    emails: [{ value: 'liz@acme.test', type: 'work', primary: true }],
    active: true,
    [ENTERPRISE_SCHEMA]: { department: 'Sales' },
  }

  // https://github.com/grokability/snipe-it/issues/12642
  it('looks for a user with only a start index, and finds no one before creating them', async () => {
    const { send } = await openDirectory(kit())
    const look = () => send(200, 'GET', filtered('Users', 'userName eq "liz@acme.test"', '&startIndex=1'))
    const none = await look()
    assert.deepEqual([none.body.totalResults, none.body.Resources ?? []], [0, []])
    const { id } = (await send(201, 'POST', 'Users', { body: profile })).body
    const found = await look()
    assert.deepEqual([found.body.totalResults, found.body.Resources[0].id], [1, id])
  })

  // https://github.com/getprobo/probo/pull/711
  it('creates a suspended user as inactive, and doesn’t reactivate one by another change', async () => {
    const { send, isActive } = await openDirectory(kit())
    const body = { ...profile, active: false }
    const { id } = (await send(201, 'POST', 'Users', { body })).body
    assert.equal(await isActive('liz'), false)
    await send(200, 'PUT', `Users/${id}`, { body: { ...body, name: { givenName: 'Liz', familyName: 'Jones' } } })
    assert.equal(await isActive('liz'), false)
    await send(200, 'PATCH', `Users/${id}`, {
      body: patch({ op: 'replace', path: 'name.familyName', value: 'Smith' }),
    })
    assert.equal(await isActive('liz'), false)
  })

  // https://github.com/1Password/scim-examples/issues/399
  it('suspends, resumes and deletes a user', async () => {
    const { send, isActive } = await openDirectory(kit())
    const { id } = (await send(201, 'POST', 'Users', { body: profile })).body
    for (const active of [false, true]) {
      await send(200, 'PATCH', `Users/${id}`, { body: patch({ op: 'replace', path: 'active', value: active }) })
      assert.equal(await isActive('liz'), active)
      await send(200, 'PUT', `Users/${id}`, { body: { ...profile, id, active: !active } })
      assert.equal(await isActive('liz'), !active)
    }
    await send(204, 'DELETE', `Users/${id}`)
    await send(404, 'GET', `Users/${id}`)
    await send(404, 'DELETE', `Users/${id}`)
  })
}
