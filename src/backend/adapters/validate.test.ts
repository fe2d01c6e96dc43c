import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOpenApi } from '../../../cdn/openapi/build-openapi.ts'
import { aMember, aUser } from '../../testing/builders.ts'
import { createResponseChecker, createValidator } from './validate.ts'

const { schemas } = await buildOpenApi()
const validate = createValidator(schemas)
const checkResponse = createResponseChecker(schemas)

type Row = [title: string, operation: string, part: 'query' | 'body', value: unknown, errors: string[]]

const PAGE = { _offset: '0', _limit: '20', _includeSubTenants: 'false' }

const table: Row[] = [
  ['a right body passes', 'login.login', 'body', { email: 'a@b.test', password: 'x' }, []],
  ['unknown fields are ignored', 'login.login', 'body', { email: 'a@b.test', password: 'x', extra: [1] }, []],
  ['a wrong type is named', 'login.login', 'body', { email: 5, password: 'x' }, ['email must be a string']],
  ['null is not a string', 'login.login', 'body', { email: null, password: 'x' }, ['email must be a string']],
  ['a missing field is named', 'login.login', 'body', { email: 'a@b.test' }, ['password is required']],
  [
    'all mistakes are reported at once',
    'login.login',
    'body',
    { password: false },
    ['email is required', 'password must be a string'],
  ],
  ['a missing body lacks its fields', 'password.forgotPassword', 'body', undefined, ['email is required']],
  ['a list is not an object', 'login.login', 'body', [], ['the body must be an object']],
  ['a text is not an object', 'login.login', 'body', 'hello', ['the body must be an object']],
  ['an item is named by its place', 'groups.addRoles', 'body', { roleIds: ['a', 7] }, ['roleIds[1] must be a string']],
  [
    'a nested field is named by its path',
    'subTenants.addUserToTenants',
    'body',
    { user: { email: 1 }, subTenants: [{}] },
    ['user.email must be a string', 'subTenants[0].tenantId is required'],
  ],
  [
    'a choice is listed',
    'policies.createMfaPolicy',
    'body',
    { enforceMFAType: 'Maybe' },
    ['enforceMFAType must be one of "DontForce", "Force", "ForceExceptSAML"'],
  ],
  [
    'a union is joined with or',
    'tokensUser.createAccessToken',
    'body',
    { description: 'ci', expiresInMinutes: 'soon' },
    ['expiresInMinutes must be a number or null'],
  ],
  ['an empty body may be left out', 'team.resendActivation', 'body', undefined, []],
  ['an empty body may hold something', 'team.resendActivation', 'body', { a: 1 }, []],
  ['a call without a body takes any', 'session.logout', 'body', { a: 1 }, []],
  ['a code may be named code', 'login.passwordlessPostLogin', 'body', { code: '123456' }, []],
  ['a code may be named token', 'login.passwordlessPostLogin', 'body', { token: '123456' }, []],
  [
    'an invitation on the path of a new user passes',
    'team.addUser',
    'body',
    { email: 'a@b.test', provider: 'local' },
    [],
  ],
  [
    'a wrong new user is refused on the shared path',
    'team.addUser',
    'body',
    { email: true, roleIds: [], provider: 'local' },
    ['email must be a string'],
  ],
  ['a server refreshes without a tenant', 'session.refreshSession', 'body', {}, []],
  ['query numbers arrive as text', 'users.listUsersV2', 'query', PAGE, []],
  ['a page of text is refused', 'users.listUsersV2', 'query', { ...PAGE, _limit: 'ten' }, ['_limit must be a number']],
  ['paging has defaults', 'users.listUsersV2', 'query', {}, []],
  ['the text undefined means absent', 'users.listUsersV3', 'query', { ...PAGE, _preset: 'undefined' }, []],
  ['the text null means absent', 'users.listUsersV3', 'query', { ...PAGE, _preset: 'null', _sortBy: 'null' }, []],
  [
    'a demanded text of null is missing',
    'activation.getActivationStrategy',
    'query',
    { userId: 'u', token: 'null' },
    ['token is required'],
  ],
  ['a search for null is a search', 'users.listUsersV2', 'query', { ...PAGE, _filter: 'null' }, []],
  ['an empty number means absent', 'users.listUsersV2', 'query', { ...PAGE, _offset: '' }, []],
  [
    'a sort field outside the list is refused',
    'users.listUsersV2',
    'query',
    { ...PAGE, _order: 'UP' },
    ['_order must be one of "ASC", "DESC"'],
  ],
  [
    'a token in the query is demanded',
    'activation.getActivationStrategy',
    'query',
    { userId: 'u' },
    ['token is required'],
  ],
  ['free filters pass', 'team.listMembers', 'query', { pageOffset: '0', status: 'active' }, []],
  [
    'an object in the query is JSON text',
    'notifications.listNotifications',
    'query',
    { params: '{"count":1,"offset":0}' },
    [],
  ],
  [
    'broken JSON in the query is refused',
    'notifications.listNotifications',
    'query',
    { params: '{"count"' },
    ['params must be an object'],
  ],
  ['an unknown operation has nothing to check', 'no.such', 'body', 5, []],
]

for (const [title, operation, part, value, errors] of table)
  test(`${title} (${operation})`, () => assert.deepEqual(validate(operation, part, value), errors))

test('a checked value is not changed', () => {
  const query = { ...PAGE }
  validate('users.listUsersV2', 'query', query)
  assert.deepEqual(query, PAGE)
  const body = { roleIds: ['a', 7], extra: '1' }
  validate('groups.addRoles', 'body', body)
  assert.deepEqual(body, { roleIds: ['a', 7], extra: '1' })
})

test('a completely invalid body is refused with ten errors', () => {
  const roleIds = Array.from({ length: 1000 }, () => 1)
  assert.equal(validate('groups.addRoles', 'body', { roleIds }).length, 10)
})

test('responses are checked against their types', () => {
  const users = { items: [aUser()], _metadata: { totalItems: 1, totalPages: 1 } }
  assert.deepEqual(checkResponse('users.listUsersV2', 200, users), [])
  assert.deepEqual(checkResponse('users.listUsersV2', 200, { ...users, items: [{ ...aUser(), email: 1 }] }), [
    'items[0].email must be a string',
  ])
  assert.deepEqual(checkResponse('team.updateMember', 200, { item: aMember() }), [])
  assert.deepEqual(checkResponse('team.updateMember', 200, aMember()), ['item is required'])
  assert.deepEqual(checkResponse('no.such', 200, {}), ['no.such is not part of the contract'])
})

test('an ignored response may have any content or none', () => {
  for (const response of [undefined, null, {}, [], 'OK'])
    assert.deepEqual(checkResponse('groups.deleteGroup', 200, response), [])
  assert.deepEqual(checkResponse('session.getMe', 204, undefined), [])
})

test('a failure response must contain its messages', () => {
  assert.deepEqual(checkResponse('login.login', 401, { errors: ['Incorrect email or password'] }), [])
  for (const response of [null, {}, { errors: 'no' }, { errors: [1] }, 'Bad gateway'])
    assert.deepEqual(checkResponse('login.login', 401, response), ['a failure must respond with { errors: string[] }'])
})

test('a failure of SCIM has the form of its standard', () => {
  const refusal = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401', detail: 'Unknown token' }
  assert.deepEqual(checkResponse('scim.read', 401, refusal), [])
  for (const response of [null, {}, { errors: ['Unknown token'] }, { ...refusal, status: 401 }])
    assert.deepEqual(checkResponse('scim.read', 401, response), ['a failure must respond with a SCIM error'])
})

test('a member list is accepted as an array or inside an object', () => {
  assert.deepEqual(checkResponse('permissions.listPermissions', 200, []), [])
  assert.deepEqual(checkResponse('permissions.listPermissions', 200, { items: [] }), [])
})
