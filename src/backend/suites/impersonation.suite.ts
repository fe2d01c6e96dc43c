import assert from 'node:assert/strict'
import { it } from 'node:test'
import { additions } from '../../contract/additions.ts'
import { impersonation } from '../../contract/impersonation.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import type { Kit } from './kit.test-kit.ts'

const IMPERSONATE = impersonation.impersonate.path

export const describeImpersonation = (kit: () => Kit): void => {
  const start = (token: string, userId: string) =>
    kit().call('POST', fillPath(additions.startImpersonation.path, { userId }), { token, body: {} })
  const actAs = (impersonatedUserId: string, actorToken: string) =>
    kit().call('POST', IMPERSONATE, { body: { impersonatedUserId, actorToken } })
  const visit = async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { actorToken } = (await start(token, 'mel')).body
    return { token, actorToken }
  }

  it('opens one visit per hand-over, which says who acts', async () => {
    const { actorToken } = await visit()
    assert.equal((await actAs('rea', actorToken)).status, 400)
    const answer = await actAs('mel', actorToken)
    assert.equal(answer.status, 200)
    const claims = JSON.parse(Buffer.from(answer.body.accessToken.split('.')[1], 'base64url').toString())
    assert.deepEqual([claims.sub, claims.act], ['mel', { sub: 'ada' }])
    assert.equal((await actAs('mel', actorToken)).status, 400)
    const [row] = await kit().store.audits.list({ action: 'Impersonation started' })
    assert.deepEqual([row?.email, row?.severity], ['ada@acme.test', 'High'])
  })

  it('ends after a minute unless it is used', async () => {
    const { actorToken } = await visit()
    kit().time.now += 61_000
    assert.equal((await actAs('mel', actorToken)).status, 400)
  })

  it('changes nothing that is personal, and makes nothing that outlives it', async () => {
    const { actorToken } = await visit()
    const token = (await actAs('mel', actorToken)).body.accessToken
    const me = await kit().call('GET', session.getMe.path, { token })
    assert.equal(me.status, 200)
    const change = { password: 'Correct-Horse-9', newPassword: 'Another-Horse-9' }
    const refused = await kit().call('POST', password.changePassword.path, { token, body: change })
    assert.equal(refused.status, 403)
    const made = { description: 'mine', expiresInMinutes: 60 }
    const tokens = await kit().call('POST', tokensUser.createAccessToken.path, { token, body: made })
    assert.equal(tokens.status, 403)
  })

  it('is for those who may, and never leads upwards or on', async () => {
    const { token: member } = await kit().signIn('mel@acme.test')
    assert.equal((await start(member, 'rea')).status, 403)
    const { token, actorToken } = await visit()
    assert.equal((await start(token, 'ada')).status, 400)
    assert.equal((await start(token, 'sam')).status, 404)
    const acting = (await actAs('mel', actorToken)).body.accessToken
    assert.equal((await start(acting, 'rea')).status, 403)
  })
}
