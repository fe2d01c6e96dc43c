import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clientUrls } from '../../src/serve/client-urls.ts'
import { SettingError } from '../../src/serve/setting-values.ts'
import { adviseOnVariables } from '../../src/serve/variable-advice.ts'
import { COMMON, namesIn, SERVE } from '../scripts/docs/reference/variables.mjs'
import { readDemoSettings, readSettings } from './settings.ts'

const read = (env: Record<string, string>) => readSettings(env, '/home/demo')

test('a start without variables has the settings that the reference names', () => {
  const { dataDir, allowedOrigins, seed, logLevel, databaseUrl } = read({})
  assert.deepEqual(
    { dataDir, allowedOrigins, seed, logLevel, databaseUrl },
    { dataDir: '/home/demo/.data', allowedOrigins: [], seed: true, logLevel: 'warn', databaseUrl: undefined },
  )
})

test('the developer’s own pages are listed by origin', () => {
  const { allowedOrigins } = read({ ALLOWED_ORIGINS: 'http://localhost:8080, https://app.example' })
  assert.deepEqual(allowedOrigins, ['http://localhost:8080', 'https://app.example'])
})

test('trusted proxies are IP addresses or networks; there are none by default', () => {
  assert.deepEqual(read({}).trustedProxies, [])
  const { trustedProxies } = read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' })
  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
})

test('the sealing key is 32 bytes in base64, or several of them', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  assert.equal(read({}).sealingKey, '')
  assert.equal(read({ SEALING_KEY: `${key},${key}` }).sealingKey, `${key},${key}`)
})

test('events of the audit log are kept forever, or for the number of days in the variable or the file', () => {
  assert.equal(read({}).auditRetentionDays, undefined)
  assert.equal(read({ AUDIT_RETENTION_DAYS: '365' }).auditRetentionDays, 365)
  const file = { audits: { retentionDays: 30 } }
  assert.equal(withFile(file).auditRetentionDays, 30)
  assert.equal(withFile(file, { AUDIT_RETENTION_DAYS: '90' }).auditRetentionDays, 90)
})

test('tokens are signed with the algorithm that the variable or the file names', () => {
  assert.equal(read({}).tokenAlgorithm, undefined)
  assert.equal(read({ TOKEN_ALGORITHM: 'ES256' }).tokenAlgorithm, 'ES256')
  assert.equal(withFile({ tokens: { algorithm: 'ES256' } }).tokenAlgorithm, 'ES256')
})

test('no service of breached passwords is queried unless the variable or the file sets one', () => {
  assert.equal(read({}).breachedPasswordsUrl, undefined)
  for (const url of ['https://api.pwnedpasswords.com/range', 'http://localhost:8080', 'http://127.0.0.1:8080/range/']) {
    assert.equal(read({ BREACHED_PASSWORDS_URL: url }).breachedPasswordsUrl, url)
    assert.equal(withFile({ breachedPasswordsUrl: url }).breachedPasswordsUrl, url)
  }
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
  ['APP_URL', 'ftp://app.example'],
  ['APP_BASENAME', 'https://app.example/portal'],
  ['APP_ROUTES', '{"loginURL":"/sign-in"}'],
  ['APP_ROUTES', '{"loginUrl":"https://app.example/sign-in"}'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'ws://localhost:8080'],
  ['ALLOWED_ORIGINS', 'http://localhost:8080/'],
  ['ALLOWED_ORIGINS', 'localhost:8080'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['SEALING_KEY', 'secret'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '127.1'],
  ['TRUSTED_PROXIES', '*'],
  ['TOKEN_ALGORITHM', 'HS256'],
  ['TOKEN_ALGORITHM', 'rs256'],
  ['AUDIT_RETENTION_DAYS', '0'],
  ['AUDIT_RETENTION_DAYS', '-30'],
  ['AUDIT_RETENTION_DAYS', '1.5'],
  ['AUDIT_RETENTION_DAYS', '30d'],
  ['AUDIT_RETENTION_DAYS', '1e9'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['SMTP_URL', 'smtp://'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1'],
  ['STRIPE_API_URL', 'http://localhost:9'],
  ['SLACK_CLIENT_SECRET', 'secret'],
  ['LOG_LEVEL', 'loud'],
  ['DEMO_SEED', 'yes'],
] as const)
  test(`${name}=${value} stops the start, by name`, () => {
    assert.throws(
      () => read({ [name]: value }),
      (error) => error instanceof SettingError && error.message.includes(name),
    )
  })

for (const [value, meant] of [
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['localhost:8080', 'http://localhost:8080'],
  ['https://App.Example/portal', 'https://app.example'],
] as const)
  test(`ALLOWED_ORIGINS=${value} causes an error with the origin to write`, () => {
    assert.throws(() => read({ ALLOWED_ORIGINS: `http://a.example, ${value}` }), {
      message: `ALLOWED_ORIGINS must be origins like http://localhost:8080, separated by commas, not '${value}'. Write ${meant}.`,
    })
  })

test('the demo refuses the settings of a real deployment and names the production command', () => {
  const demo = (env: Record<string, string | undefined>) => () => readDemoSettings(env, '/home/demo')
  const url = 'postgres://localhost/front'
  for (const env of [
    { NODE_ENV: 'production' },
    { NODE_ENV: 'production', DEMO: 'on' },
    { NODE_ENV: 'Production' },
    { NODE_ENV: ' production ' },
    { NODE_ENV: 'PRODUCTION', DEMO: 'on', DATABASE_URL: url },
    { NODE_ENV: 'prod' },
    { DATABASE_URL: url },
    { DATABASE_URL: url, DEMO: '' },
    { DATABASE_URL: url, DEMO: 'off' },
  ])
    assert.throws(demo(env), (error) => error instanceof SettingError && error.message.includes('`npm run serve`'))
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  try {
    const file = join(folder, 'url')
    writeFileSync(file, url)
    assert.throws(demo({ DATABASE_URL_FILE: file }), /`npm run serve`/)
    for (const setting of ['DATABASE_URL', 'NODE_ENV', 'DEMO']) {
      writeFileSync(join(folder, 'front-entry.config.json'), JSON.stringify({ [setting]: url }))
      assert.throws(() => readDemoSettings({}, folder), /there is no setting/)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  // The demo reads none of the variables of `psql`, so they don't select a database.
  assert.equal(demo({ PGHOST: 'db.example.com', PGDATABASE: 'front' })().databaseUrl, undefined)
  assert.throws(demo({ DATABASE_URL: url, DEMO: 'yes' }), /^SettingError: DEMO must be/)
  assert.equal(demo({ DATABASE_URL: url, DEMO: 'on' })().databaseUrl, url)
  assert.equal(demo({})().databaseUrl, undefined)
})

test('an error about a misspelled route suggests the intended one', () => {
  assert.throws(() => read({ APP_ROUTES: '{"loginURL":"/in"}' }), /has no route 'loginURL'; did you mean loginUrl\?/)
})

/** Variables of the reference that the backend reads; shorter names are part of too many other names. */
const VARIABLES = [...SERVE, ...COMMON].flatMap(namesIn).filter((name) => name.length > 7)

test('a variable with a missing letter is reported at the start, with the intended one', () => {
  assert.ok(VARIABLES.length >= 20)
  for (const name of VARIABLES)
    assert.deepEqual(adviseOnVariables({ [name.slice(0, -1)]: 'x' }), [
      `${name.slice(0, -1)} is not a setting; did you mean ${name}?`,
    ])
})

test('a correct variable, and one that resembles none of them, causes no warning', () => {
  assert.deepEqual(adviseOnVariables({ ALLOWED_ORIGINS: 'x', ALLOWED_ORIGIN: 'x', XDG_DATA_DIRS: 'x', HOME: 'x' }), [])
})

const withFile = (content: unknown, env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'front-entry-settings-'))
  try {
    writeFileSync(
      join(folder, 'front-entry.config.json'),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
    return readSettings(env, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('front-entry.config.json sets the client, its URLs and the mail server; a variable wins', () => {
  const file = {
    allowedOrigins: ['http://localhost:8080', 'https://app.example'],
    client: {
      appUrl: 'https://app.example',
      urlStrategy: 'hash',
      routes: { loginUrl: '/sign-in' },
      redirectUris: ['https://app.example/signed-in'],
    },
    mail: { smtpUrl: 'smtp://mail.example' },
  }
  const { allowedOrigins, appUrl, app, redirectUris, smtpUrl } = withFile(file)
  assert.deepEqual(allowedOrigins, file.allowedOrigins)
  assert.equal(appUrl, 'https://app.example')
  assert.deepEqual(app, { routes: { loginUrl: '/sign-in' }, urlStrategy: 'hash', basename: '' })
  assert.deepEqual(redirectUris, ['https://app.example/signed-in'])
  assert.equal(smtpUrl, 'smtp://mail.example')
  assert.equal(withFile(file, { APP_URL: 'https://other.example' }).appUrl, 'https://other.example')
})

test('front-entry.config.json adds clients with a URL and routes of their own', () => {
  const second = { clientId: 'shop', appUrl: 'https://shop.example/', urlStrategy: 'hash', routes: { loginUrl: '/in' } }
  const third = { clientId: 'blog', appUrl: 'https://blog.example', basename: '/members' }
  const { clients } = withFile({ clients: [second, third] })
  assert.deepEqual(clients, [
    {
      clientId: 'shop',
      appUrl: 'https://shop.example',
      app: { routes: { loginUrl: '/in' }, urlStrategy: 'hash', basename: '' },
    },
    {
      clientId: 'blog',
      appUrl: 'https://blog.example',
      app: { routes: {}, urlStrategy: 'path', basename: '/members' },
    },
  ])
})

const WRONG_FILES: readonly [string, unknown, RegExp][] = [
  ['is no JSON', '{', /^front-entry\.config\.json:1: } is missing\.$/],
  ['is a list', [], /^front-entry\.config\.json must be a JSON object/],
  ['has an unknown setting', { client: { appURL: 'x' } }, /no setting 'client\.appURL'.*client\.appUrl/],
  ['has an unknown group', { apps: [] }, /no setting 'apps'/],
  ['has one client that is no list', { clients: { clientId: 'a' } }, /: clients must be a list of objects/],
  ['has a client without an ID', { clients: [{ appUrl: 'https://b.example' }] }, /json: clients\[0\]\.clientId must/],
  ['has a client without a URL', { clients: [{ clientId: 'b' }] }, /json: clients\[0\]\.appUrl must be an origin/],
  [
    'misspells a setting of a client',
    { clients: [{ clientId: 'b', appURL: 'https://b.example' }] },
    /json: clients\[0\] has no setting 'appURL', only clientId, appUrl/,
  ],
  [
    'has two clients at one URL',
    { clients: ['a', 'b'].map((clientId) => ({ clientId, appUrl: 'https://b.example' })) },
    /json: clients must have a clientId and an appUrl of its own/,
  ],
  ['has a URL for a list', { allowedOrigins: 'http://localhost:8080' }, /: allowedOrigins must be a list of origins/],
  ['has a path for an origin', { client: { appUrl: '/app' } }, /json: client\.appUrl must be an origin like/],
  [
    'has a slash after an origin',
    { allowedOrigins: ['http://localhost:8080/'] },
    /json: allowedOrigins must be origins.*Write http:\/\/localhost:8080\.$/,
  ],
  ['has a callback that is no URL', { client: { redirectUris: ['/cb'] } }, /json: client\.redirectUris must be http/],
  ['has a mail server by http', { mail: { smtpUrl: 'http://mail' } }, /json: mail\.smtpUrl must be a URL that starts/],
  ['keeps events for a text', { audits: { retentionDays: '30' } }, /: audits\.retentionDays must be a number of days/],
  ['keeps events for no day', { audits: { retentionDays: 0 } }, /json: audits\.retentionDays must be a whole number/],
  ['has an unknown strategy', { client: { urlStrategy: 'query' } }, /json: client\.urlStrategy must be 'path' or/],
]
for (const [title, file, message] of WRONG_FILES)
  test(`a settings file that ${title} stops the start with the setting's name`, () => {
    assert.throws(
      () => withFile(file),
      (error) => error instanceof SettingError && message.test(error.message),
    )
  })

test('a settings file that CONFIG_FILE names must exist', () => {
  assert.throws(() => read({ CONFIG_FILE: 'missing.json' }), /CONFIG_FILE: .*missing\.json can't be read/)
})

test('hosted login leads back to every allowed origin', () => {
  const { redirectUris, postLogoutRedirectUris } = clientUrls(['http://localhost:3000', 'http://localhost:8080'], {
    redirectUris: ['https://app.example/signed-in'],
  })
  assert.deepEqual(redirectUris, [
    'http://localhost:3000/oauth/callback',
    'http://localhost:8080/oauth/callback',
    'https://app.example/signed-in',
  ])
  assert.ok(postLogoutRedirectUris.includes('http://localhost:8080/account/login'))
})
