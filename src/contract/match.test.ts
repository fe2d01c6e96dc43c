import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTables } from './all.ts'
import type { EndpointTable } from './endpoint.ts'
import { allowedMethods, matchOperation, routeKey } from './match.ts'

const id = (method: string, address: string, body?: unknown) => {
  const url = new URL(address, 'http://api.test')
  return matchOperation(method, url.pathname, url.searchParams, body)?.id
}

const USERS = '/identity/resources/users'

const table: [string, string, unknown, string | undefined][] = [
  ['DELETE', `${USERS}/sessions/v1/me/all`, undefined, 'sessions.deleteAllSessions'],
  ['DELETE', `${USERS}/sessions/v1/me/s1`, undefined, 'sessions.deleteSession'],
  ['POST', '/identity/resources/auth/v1/user/mfa/sms/enroll', undefined, 'mfaLogin.preEnrollSms'],
  ['POST', '/identity/resources/auth/v1/user/mfa/sms/d1', undefined, 'mfaLogin.preVerifySms'],
  ['GET', '/metadata?entityName=adminBox', undefined, 'portal.getPortalMetadata'],
  ['GET', '/metadata?entityName=audits', undefined, 'audits.getAuditMetadata'],
  ['GET', '/metadata?entityName=saml', undefined, 'metadata.getSamlMetadata'],
  ['GET', '/metadata?entityName=else', undefined, undefined],
  ['GET', `${USERS}/v2/me`, undefined, 'session.getMe'],
  ['GET', `${USERS}/v2/me?addRoles=true`, undefined, 'session.getProfile'],
  ['POST', `${USERS}/v2`, undefined, 'team.addUser'],
  ['POST', `${USERS}/v2`, { email: 'a@b.test', roleIds: [] }, 'team.addUser'],
  ['POST', `${USERS}/v2`, { email: 'a@b.test', provider: 'local' }, 'team.resendInvitation'],
  ['POST', '/oauth/token', { grant_type: 'refresh_token' }, 'session.exchangeRefreshToken'],
  ['POST', '/oauth/token', { grant_type: 'authorization_code' }, 'session.exchangeAuthorizationCode'],
  ['POST', '/frontegg/identity/resources/auth/v1/user/token/refresh', {}, 'session.refreshSession'],
  ['GET', '/oauth/logout', undefined, 'session.oauthLogout'],
  ['POST', '/metadata/admin-box', undefined, 'metadata.updateAdminBoxMetadata'],
  ['PUT', '/metadata/admin-box', undefined, 'metadata.updateAdminBoxMetadata'],
  ['GET', '/webhook/logs', undefined, 'connectivity.listWebhookLogs'],
  ['GET', '/webhook/logs/', undefined, 'connectivity.listWebhookLogs'],
  ['POST', '/identity/resources/sub-tenants/users/v2', undefined, 'subTenants.addUsers'],
  ['GET', '/.well-known/jwks.json', undefined, 'portal.getJwks'],
  ['GET', '/frontegg', undefined, undefined],
  ['GET', '/nothing/here', undefined, undefined],
  ['PATCH', '/flags', undefined, undefined],
]

for (const [method, address, body, expected] of table) {
  const title = `${method} ${address}${body ? ` with ${JSON.stringify(body)}` : ''} means ${expected ?? 'nothing'}`
  test(title, () => assert.equal(id(method, address, body), expected))
}

test('path values arrive decoded, and a malformed escape is kept unchanged', () => {
  const params = (path: string) => matchOperation('DELETE', path)?.params
  assert.deepEqual(params('/identity/resources/groups/v1/a%20b'), { groupId: 'a b' })
  assert.deepEqual(params('/identity/resources/groups/v1/%zz'), { groupId: '%zz' })
})

test('the kind of an export may span two segments or be one escaped segment', () => {
  for (const path of ['/audits/export/csv/v2', '/audits/export/csv%2Fv2'])
    assert.deepEqual(matchOperation('POST', path)?.params, { endpoint: 'csv/v2' })
  assert.equal(matchOperation('POST', '/audits/export'), undefined)
})

test('every operation is found at its own path, with and without the prefix', () => {
  for (const [name, endpoints] of Object.entries(allTables as Record<string, EndpointTable>)) {
    for (const [operation, { method, path }] of Object.entries(endpoints)) {
      for (const prefix of ['', '/frontegg']) {
        if (prefix && path.startsWith(prefix)) continue
        const concrete = `${prefix}${path.replaceAll(/\{(\w+)\}/g, 'v-$1')}`
        const query = new URLSearchParams('entityName=adminBox')
        const found = matchOperation(method, concrete, query)
        assert.ok(found, `${name}.${operation}`)
        assert.equal(routeKey(found.endpoint.method, found.endpoint.path), routeKey(method, path))
      }
    }
  }
})

test('the methods of a path are known, for a 405', () => {
  assert.deepEqual(allowedMethods('/frontegg/identity/resources/roles/v1'), ['GET', 'POST'])
  assert.deepEqual(allowedMethods('/nowhere'), [])
})
