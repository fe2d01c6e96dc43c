import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, SettingError } from './settings.ts'

const read = (env: Record<string, string>) => readSettings(env, '/home/demo')

test('a start without variables has the settings that the README names', () => {
  const { dataDir, allowedOrigins, seed, logLevel, databaseUrl } = read({})
  assert.deepEqual(
    { dataDir, allowedOrigins, seed, logLevel, databaseUrl },
    { dataDir: '/home/demo/.data', allowedOrigins: [], seed: true, logLevel: 'warn', databaseUrl: undefined },
  )
})

test('pages of one’s own are named by origin', () => {
  const { allowedOrigins } = read({ ALLOWED_ORIGINS: 'http://localhost:8080, https://app.example' })
  assert.deepEqual(allowedOrigins, ['http://localhost:8080', 'https://app.example'])
})

test('trusted proxies are IP addresses or networks; there are none by default', () => {
  assert.deepEqual(read({}).trustedProxies, [])
  const { trustedProxies } = read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' })
  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
})

test('the application that emails link to has an origin, a base path, routes and a strategy', () => {
  assert.equal(read({}).appUrl, undefined)
  assert.deepEqual(read({}).app, { routes: {}, urlStrategy: 'path', basename: '' })
  const env = {
    APP_URL: 'https://app.example/',
    APP_BASENAME: '/portal',
    APP_URL_STRATEGY: 'hash',
    APP_ROUTES: '{"loginUrl":"/sign-in"}',
  }
  const { appUrl, app } = read(env)
  assert.equal(appUrl, 'https://app.example')
  assert.deepEqual(app, { routes: { loginUrl: '/sign-in' }, urlStrategy: 'hash', basename: '/portal' })
})

for (const [name, value] of [
  ['APP_URL', 'https://app.example/portal'],
  ['APP_URL_STRATEGY', 'query'],
  ['APP_ROUTES', '["/sign-in"]'],
  ['APP_ROUTES', '{"loginUrl":5}'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'http://localhost:8080/'],
  ['ALLOWED_ORIGINS', 'localhost:8080'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '127.1'],
  ['TRUSTED_PROXIES', '*'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['LOG_LEVEL', 'loud'],
  ['DEMO_SEED', 'yes'],
] as const)
  test(`${name}=${value} stops the start, by name`, () => {
    assert.throws(
      () => read({ [name]: value }),
      (error) => error instanceof SettingError && error.message.includes(name),
    )
  })
