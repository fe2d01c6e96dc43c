import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LOG_LEVELS } from '../kernel/logger.ts'
import { InvalidEnvironmentError, MissingEnvironmentError, readServerOptions } from './environment.ts'
import { createFrontEntryServer } from './front-entry-server.ts'
import { OTHER_PASSWORD, PASSWORD } from './harness.test-kit.ts'

const GOOD = {
  FRONTEGG_APP_URL: 'https://app.example.com',
  FRONTEGG_BASE_URL: 'https://auth.example.com/',
  FRONTEGG_CLIENT_ID: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58',
  FRONTEGG_ENCRYPTION_PASSWORD: PASSWORD,
}

describe('Environment variables', () => {
  test('all that are missing are named in one message', () => {
    assert.throws(
      () => readServerOptions({}),
      (error: unknown) => {
        assert.ok(error instanceof MissingEnvironmentError)
        const names = ['FRONTEGG_APP_URL', 'FRONTEGG_BASE_URL', 'FRONTEGG_CLIENT_ID', 'FRONTEGG_ENCRYPTION_PASSWORD']
        assert.deepEqual(error.variables, names)
        assert.ok(error.message.startsWith(`Missing one or more environment variables (${names.join(', ')})`))
        assert.match(error.message, /\.env\.local/)
        return true
      },
    )
    assert.throws(() => readServerOptions({ ...GOOD, FRONTEGG_CLIENT_ID: '' }), /\(FRONTEGG_CLIENT_ID\)/)
  })

  test('if the platform sets the URL, both of its variables are required', () => {
    const { FRONTEGG_APP_URL: _none, ...rest } = GOOD
    assert.throws(() => readServerOptions({ ...rest, VERCEL: '1' }), /\(VERCEL, VERCEL_URL\)/)
    assert.equal(readServerOptions({ ...rest, VERCEL: '1', VERCEL_URL: 'x.vercel.app' }).appUrl, 'https://x.vercel.app')
  })

  test('an error about an invalid value states what it must be, and never repeats it', () => {
    const secret = 'a'.repeat(63)
    for (const [name, value, type] of [
      ['FRONTEGG_APP_URL', 'ftp://x', /must be a valid URL/],
      ['FRONTEGG_APP_URL', 'http://', /must be a valid URL/],
      ['FRONTEGG_BASE_URL', 'https://user@host', /must be a valid URL/],
      ['FRONTEGG_HOSTED_LOGIN', 'yes', /must be a valid value, 'true' or 'false'/],
      ['FRONTEGG_ENCRYPTION_PASSWORD', secret, /must be a valid hex string of 64 characters.*openssl rand -hex 32/],
      ['FRONTEGG_ENCRYPTION_PASSWORD', `${PASSWORD},short`, /hex string/],
      ['FRONTEGG_ENCRYPTION_PASSWORD', '0'.repeat(64), /hex string/],
      ['FRONTEGG_ENCRYPTION_PASSWORD', `abcdef${'z'.repeat(58)}`, /hex string/],
    ] as const) {
      assert.throws(
        () => readServerOptions({ ...GOOD, [name]: value }),
        (error: unknown) => {
          assert.ok(error instanceof InvalidEnvironmentError)
          assert.ok(error.message.startsWith(`Invalid environment variable (${name}), `))
          assert.match(error.message, type)
          assert.ok(!error.message.includes(secret))
          return true
        },
      )
    }
  })

  test('URLs get a scheme and lose the trailing slash', () => {
    const appOf = (FRONTEGG_APP_URL: string) => readServerOptions({ ...GOOD, FRONTEGG_APP_URL }).appUrl
    assert.equal(appOf('localhost:3000'), 'http://localhost:3000')
    assert.equal(appOf('127.0.0.1:3000/'), 'http://127.0.0.1:3000')
    assert.equal(appOf('app.example.com'), 'https://app.example.com')
    assert.equal(appOf('localhost.example.com'), 'https://localhost.example.com')
    assert.equal(readServerOptions(GOOD).baseUrl, 'https://auth.example.com')
  })

  test('several passwords divided by commas are a rotation', () => {
    const { encryptionPassword } = readServerOptions({
      ...GOOD,
      FRONTEGG_ENCRYPTION_PASSWORD: `${OTHER_PASSWORD}, ${PASSWORD}`,
    })
    assert.deepEqual(encryptionPassword, [OTHER_PASSWORD, PASSWORD])
  })

  test('the log level is warn unless one of the four is named; debug runs force debug', () => {
    const levelOf = (extra: object) => readServerOptions({ ...GOOD, ...extra }).logLevel
    assert.equal(levelOf({}), 'warn')
    for (const level of Object.keys(LOG_LEVELS)) assert.equal(levelOf({ FRONTEGG_LOG_LEVEL: level }), level)
    for (const wrong of ['loud', 'constructor', '__proto__', 'DEBUG'])
      assert.equal(levelOf({ FRONTEGG_LOG_LEVEL: wrong }), 'warn')
    assert.equal(levelOf({ FRONTEGG_LOG_LEVEL: 'error', ACTIONS_STEP_DEBUG: 'true' }), 'debug')
    assert.equal(levelOf({ ACTIONS_RUNNER_DEBUG: 'true' }), 'debug')
    assert.deepEqual(LOG_LEVELS, { error: 40, warn: 30, info: 20, debug: 10 })
  })

  test('a missing or broken public key means the key set of the API', () => {
    const keyOf = (FRONTEGG_JWT_PUBLIC_KEY?: string) =>
      readServerOptions({ ...GOOD, FRONTEGG_JWT_PUBLIC_KEY }).jwtPublicKey
    assert.equal(keyOf(), undefined)
    assert.equal(keyOf('{'), undefined)
    assert.equal(keyOf('[]'), undefined)
    assert.deepEqual(keyOf('{"kty":"EC","kid":"1"}'), { kty: 'EC', kid: '1' })
  })

  test('the settings that were read create a server', () => {
    assert.equal(createFrontEntryServer(readServerOptions(GOOD)).origin, 'https://app.example.com')
  })
})
