import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { aPermission, aRole, aTenant } from '../testing/builders.ts'
import { createTrafficChecker } from '../testing/traffic.ts'

const check = createTrafficChecker((await buildOpenApi()).schemas)
const API = 'http://api.test/frontegg'

test('traffic that follows the contract causes no error', () => {
  const tenants = { tenants: [aTenant()], activeTenant: aTenant() }
  const exchanges = [
    { method: 'GET', url: `${API}/identity/resources/users/v3/me/tenants`, status: 200, response: tenants },
    { method: 'GET', url: `${API}/identity/resources/roles/v1`, status: 200, response: [aRole()] },
    { method: 'GET', url: `${API}/identity/resources/permissions/v1`, status: 200, response: [aPermission()] },
    { method: 'POST', url: `${API}/identity/resources/auth/v1/logout`, status: 200 },
    { method: 'GET', url: `${API}/oauth/logout`, status: 302, response: 'https://app.test/' },
  ]
  for (const exchange of exchanges) assert.deepEqual(check(exchange), [])
})

test('an undeclared call is named', () => {
  assert.deepEqual(check({ method: 'GET', url: `${API}/secret`, status: 200 }), [
    'GET /frontegg/secret is not part of the contract',
  ])
})

test('a URL that no handler serves may be refused', () => {
  assert.deepEqual(check({ method: 'GET', url: `${API}/secret`, status: 404, response: { errors: ['no'] } }), [])
})

test('a HEAD request has no response to check', () => {
  assert.deepEqual(check({ method: 'HEAD', url: `${API}/identity/resources/roles/v1`, status: 200 }), [])
})

test('an invalid request is reported, unless the server refused it', () => {
  const url = `${API}/identity/resources/users/v1/passwords/reset`
  const problems = ['password.forgotPassword: email must be a string']
  assert.deepEqual(check({ method: 'POST', url, requestBody: { email: 1 }, status: 200 }), problems)
  const refused = { method: 'POST', url, requestBody: { email: 1 }, status: 400, response: { errors: ['no'] } }
  assert.deepEqual(check(refused), [])
})

test('an invalid response is reported', () => {
  const response = [aRole(), { ...aRole(), key: null }]
  assert.deepEqual(check({ method: 'GET', url: `${API}/identity/resources/roles/v1`, status: 200, response }), [
    'roles.listRoles: [1].key must be a string',
  ])
})
