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

for (const [name, value] of [
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'http://localhost:8080/'],
  ['ALLOWED_ORIGINS', 'localhost:8080'],
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
