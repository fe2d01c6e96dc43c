import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDatabaseUrl, readSmtpUrl } from './setting-urls.ts'
import { SettingError } from './setting-values.ts'

const SECRET = 'canary'

/** Asserts that a setting is refused with a message that matches and has no part of a password. */
const refused = (read: () => unknown, message: RegExp, given: string) =>
  assert.throws(
    read,
    (error) => error instanceof SettingError && message.test(error.message) && !error.message.includes(SECRET),
    given,
  )

describe('DATABASE_URL', () => {
  const read = (url: string) => readDatabaseUrl('DATABASE_URL', url)

  it('may have its host in the query, the folder of a socket, or none', () => {
    for (const url of [
      'postgres://app:word@/app?host=/var/run/postgresql',
      'postgresql://app@/app?host=/cloudsql/project:region:instance',
      'postgres:///app?host=/tmp&port=5433',
      'postgres://%2Fvar%2Frun%2Fpostgresql/app',
      'postgres://app:word@[::1]:5432/app?sslmode=require',
      'POSTGRES://app:p%40ss%2Fw%23rd@db/app',
      'postgres://app:100%@db/app',
      'postgres://app:[w@rd@db/app',
      'postgres://db',
      'postgres://app:word@db/app?options=-c%20search_path%3Dfront',
    ])
      assert.equal(read(url), url)
    assert.equal(readDatabaseUrl('DATABASE_URL', undefined), undefined)
    assert.equal(read(''), undefined)
  })

  it('is refused with the fix for a password that isn’t percent-encoded', () => {
    for (const password of [`${SECRET}#1`, `1#${SECRET}`, `${SECRET}/1`, `1/${SECRET}`, `${SECRET}?x`])
      refused(() => read(`postgres://app:${password}@db/app`), /^DATABASE_URL can't be read\. Percent-encode/, password)
  })

  it('is refused for several hosts and for another scheme', () => {
    for (const url of [
      `postgres://app:${SECRET}@one:5432,two:5432/app?target_session_attrs=read-write`,
      'postgres://one,two/app',
    ])
      refused(() => read(url), /^DATABASE_URL must have one host/, url)
    for (const url of [
      'mysql://db/app',
      'jdbc:postgresql://db/app',
      'postgres:db/app',
      'postgres:/db/app',
      `host=db password=${SECRET}`,
      '/var/run/postgresql app',
      'db:5432',
    ])
      refused(() => read(url), /^DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\//, url)
  })
})

describe('SMTP_URL', () => {
  it('is read with and without a sender', () => {
    for (const url of [
      'smtp://mail.example.com',
      'smtps://olga:word@mail.example.com:465',
      'smtp://127.0.0.1:1025?from=no-reply@example.com',
      'smtp://[::1]?from=Acme%20<no-reply@example.com>',
      'smtp://mailpit?from=a%2Bb@example.com',
      'smtp://mailpit:1025',
      'smtp://10.0.0.9:25',
      'smtp://[2001:db8::1]',
      'smtp://localhost:1025?from=app@localhost',
    ])
      assert.equal(readSmtpUrl(url), url)
  })

  it('is refused with a sender that isn’t an email', () => {
    for (const from of ['', 'Acme', 'no-reply', 'a+b@example.com', 'Acme <x>'])
      refused(() => readSmtpUrl(`smtp://mail.example.com?from=${from}`), /^SMTP_URL: from must be an email/, from)
  })
})
