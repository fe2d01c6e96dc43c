import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash } from '@node-rs/argon2'
import { readAttachment, readInbox } from '../../../demo-host/server/inbox.ts'
import { INBOX_POLICY, inboxPage } from '../../../demo-host/server/inbox-page.ts'
import { anAuditRecord, aSessionRecord, aTicketRecord } from '../../testing/records.ts'
import type { Mail } from '../ports.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createBrandedMailer } from './branded-mailer.ts'
import { removeExpired } from './clean-up.ts'
import { createInboxTexter, createInboxTransport } from './inbox.ts'
import { createArgon2Hasher, createLimit } from './password-hasher.ts'
import { NoPlaceError } from './places.ts'
import { nodeRandom } from './random.ts'
import { createKeyedHash } from './secret-box.ts'

const NOW_MS = 1_767_225_600_000

describe('The password hasher', () => {
  it('creates argon2id hashes with the parameters of OWASP and accepts the correct password', async () => {
    const hasher = createArgon2Hasher()
    const hashed = await hasher.hash('Correct-Horse-9')
    assert.match(hashed, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await hasher.verify(hashed, 'Correct-Horse-9'), true)
    assert.equal(await hasher.verify(hashed, 'correct-horse-9'), false)
    assert.equal(await hasher.verify('not a hash', 'x'), false)
    assert.notEqual(hashed, await hasher.hash('Correct-Horse-9'))
  })

  it('accepts a password however a keyboard composes its letters and spaces, even with a hash of an older format', async () => {
    const hasher = createArgon2Hasher()
    const composed = 'Caf\u00e9 cr\u00e8me \uac00 9'
    const decomposed = composed.normalize('NFD')
    assert.notEqual(composed, decomposed)
    const spaced = composed.replaceAll(' ', '\u00a0')
    for (const stored of [composed, decomposed, spaced]) {
      const hashed = await hasher.hash(stored)
      for (const typed of [composed, decomposed, spaced]) assert.equal(await hasher.verify(hashed, typed), true)
      for (const wrong of [
        'Cafe creme \uac00 9',
        'Caf\u00e8 cr\u00e8me \uac00 9',
        composed.toLowerCase(),
        `${composed} `,
      ])
        assert.equal(await hasher.verify(hashed, wrong), false, wrong)
    }
    for (const earlier of [decomposed, spaced]) {
      const hashed = await hash(earlier)
      for (const typed of [earlier, ...(earlier === decomposed ? [composed] : [])])
        assert.equal(await hasher.verify(hashed, typed), true)
    }
  })

  it('refuses work at once when its queue is full, and accepts more when there is space again', async () => {
    const hasher = createArgon2Hasher(1, 2)
    const accepted = ['a', 'b', 'c'].map((password) => hasher.hash(password))
    assert.equal(hasher.waiting?.(), 2)
    await assert.rejects(hasher.hash('d'), NoPlaceError)
    await assert.rejects(hasher.verify('no hash', 'd'), NoPlaceError)
    const [hashed = ''] = await Promise.all(accepted)
    assert.equal(hasher.waiting?.(), 0)
    assert.equal(await hasher.verify(hashed, 'a'), true)
  })

  it('hashes for admitted work without another place in the queue, and refuses other work in the meantime', async () => {
    const hasher = createArgon2Hasher(1, 0)
    let end = () => undefined as void
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const admitted = hasher.admit?.(async () => {
      await ended
      return hasher.verify(await hasher.hash('a'), 'a')
    })
    await assert.rejects(hasher.hash('b'), NoPlaceError)
    await assert.rejects(async () => hasher.admit?.(async () => 'c'), NoPlaceError)
    end()
    assert.equal(await admitted, true)
    const failed = hasher.admit?.(async () => {
      throw new Error('failed')
    })
    await assert.rejects(async () => failed, /failed/)
    assert.equal(await hasher.admit?.(async () => 'd'), 'd')
  })

  it('never runs more at once than allowed and preserves the order', async () => {
    const limited = createLimit(2)
    const releases: (() => void)[] = []
    const started: number[] = []
    const tasks = [0, 1, 2, 3].map((at) =>
      limited(async () => {
        started.push(at)
        await new Promise<void>((resolve) => releases.push(resolve))
      }),
    )
    for (const wanted of [2, 3, 4, 4]) {
      while (started.length < wanted) await new Promise(setImmediate)
      assert.equal(started.length, wanted)
      releases.shift()?.()
    }
    await Promise.all(tasks)
    assert.deepEqual(started, [0, 1, 2, 3])
  })
})

describe('The keyed hash', () => {
  it('is the same in every process, differs by purpose and needs the key', async () => {
    const store = createMemoryStore()
    const [one, two] = [createKeyedHash(store), createKeyedHash(store)]
    const hashes = await Promise.all([one('refresh', 'a'), two('refresh', 'a')])
    assert.equal(hashes[0], hashes[1])
    assert.notEqual(hashes[0], await one('ticket', 'a'))
    assert.notEqual(await one('a', 'b:c'), await one('a:b', 'c'))
    assert.notEqual(hashes[0], await createKeyedHash(createMemoryStore())('refresh', 'a'))
  })
})

describe('The inbox', () => {
  it('stores emails and text messages for the inbox page', async () => {
    const store = createMemoryStore()
    const needs = { store, clock: { now: () => NOW_MS }, random: nodeRandom }
    await createInboxTransport(needs).send({
      id: 'mail-1',
      to: 'ada@acme.test',
      subject: 'Hello',
      text: 'Hi',
      html: '<p>Hi</p>',
    })
    await createInboxTexter(needs).send('+15550100', 'Your code is 123456')
    const messages = await store.messages.list({})
    assert.deepEqual(messages.map(({ channel, to }) => `${channel} ${to}`).sort(), [
      'mail ada@acme.test',
      'sms +15550100',
    ])
  })
})

describe('The inbox page', () => {
  const needs = (store: ReturnType<typeof createMemoryStore>) => ({
    store,
    clock: { now: () => NOW_MS },
    random: nodeRandom,
  })
  const action = { label: 'Accept', href: 'https://app.test/accept?userId=1&token=abc' }
  const mail: Mail = {
    to: 'ada@acme.test',
    subject: 'Join',
    paragraphs: ['Hi "Ada",', '<b>Acme</b>'],
    action,
    reason: 'invited',
  }

  it('shows the HTML of an email in a frame without scripts, whose links open a page of their own', async () => {
    const store = createMemoryStore()
    await createBrandedMailer(needs(store), createInboxTransport(needs(store))).send(mail)
    const [message = assert.fail('no message')] = await readInbox(store, mail.to)
    const page = inboxPage([message])
    const [, sandbox, source = ''] = /<iframe [^>]*sandbox="([^"]*)" srcdoc="([^"]*)">/.exec(page) ?? []
    assert.equal(sandbox, 'allow-popups allow-popups-to-escape-sandbox')
    const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
    const shown = source.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    assert.equal(shown.replace('<base target="_blank">', ''), message.html)
    assert.ok(shown.startsWith('<!doctype html><base target="_blank">'))
    assert.match(INBOX_POLICY, /^default-src 'none';/)
    assert.doesNotMatch(INBOX_POLICY, /script-src|https?:|\*/)
  })

  it('has each link of a message once', async () => {
    const store = createMemoryStore()
    await createBrandedMailer(needs(store), createInboxTransport(needs(store))).send(mail)
    await createInboxTexter(needs(store)).send(
      '+15550100',
      `Confirm: ${action.href} Stop: ${action.href} https://id.test/stop.`,
    )
    for (const to of ['ada@acme.test', '+15550100']) {
      const messages = await readInbox(store, to)
      const page = inboxPage(messages).replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
      assert.equal(messages[0]?.links[0], action.href)
      assert.equal(messages[0]?.links.filter((link) => link === action.href).length, 1)
      assert.equal(page.replaceAll('&#38;', '&').split(`href="${action.href}"`).length, 2, to)
    }
  })

  it('offers attachments as downloads, and shows none of their content', async () => {
    const store = createMemoryStore()
    const needs = { store, clock: { now: () => NOW_MS }, random: nodeRandom }
    const content = new TextEncoder().encode('%PDF-1.7 <script>')
    const attachments = [{ fileName: 'Sign-ins – März.pdf', type: 'application/pdf', content }]
    const mail = { id: 'mail-1', to: 'ada@acme.test', subject: 'Report', text: 'Attached', html: '', attachments }
    await createInboxTransport(needs).send(mail)
    const messages = await readInbox(store, 'ada@acme.test')
    const [{ url = '', fileName, size } = {}] = messages[0]?.attachments ?? []
    assert.deepEqual([fileName, size], ['Sign-ins – März.pdf', content.length])
    assert.ok(inboxPage(messages).includes(`href="${url.replace('&', '&amp;')}"`))
    const query = new URL(url, 'http://localhost').searchParams
    const found = await readAttachment(store, query)
    assert.deepEqual(
      [found?.fileName, found?.type, found?.content],
      [fileName, 'application/pdf', Buffer.from(content)],
    )
    for (const wrong of ['id=absent&at=0', `id=${query.get('id')}&at=1`, `id=${query.get('id')}&at=x`, '']) {
      assert.equal(await readAttachment(store, new URLSearchParams(wrong)), undefined, wrong)
    }
  })
})

describe('Cleaning up', () => {
  it('removes sessions and stray audit rows after a day, inbox messages after a week, counters and secrets at once', async () => {
    const store = createMemoryStore()
    const DAY = 86_400_000
    const ages = { current: -1, recent: 1, old: DAY + 1, ancient: 7 * DAY + 1 }
    for (const [id, age] of Object.entries(ages)) {
      const at = NOW_MS - age
      await store.sessions.insert(aSessionRecord({ id, expiresAt: at }))
      await store.tickets.insert(aTicketRecord({ id, expiresAt: at }))
      await store.attempts.insert({ id, count: 1, windowEndsAt: at })
      await store.audits.insert(anAuditRecord({ id: `stray ${id}`, tenantId: '', createdAt: at }))
      await store.audits.insert(anAuditRecord({ id, tenantId: 'acme', createdAt: at }))
      await store.messages.insert({
        id,
        channel: 'mail',
        to: '',
        subject: '',
        text: '',
        html: '',
        attachments: '[]',
        createdAt: at,
      })
    }
    assert.equal(await removeExpired(store, NOW_MS), 2 + 3 + 3 + 2 + 1)
    const left = async (name: 'sessions' | 'tickets' | 'attempts' | 'messages' | 'audits') =>
      (await store[name].list({})).map(({ id }) => id).sort()
    assert.deepEqual(await left('sessions'), ['current', 'recent'])
    assert.deepEqual(await left('tickets'), ['current'])
    assert.deepEqual(await left('attempts'), ['current'])
    assert.deepEqual(await left('messages'), ['current', 'old', 'recent'])
    assert.deepEqual(
      (await left('audits')).filter((id) => id.startsWith('stray')),
      ['stray current', 'stray recent'],
    )
    assert.equal((await left('audits')).length, 6)
  })
})

describe('Random values', () => {
  it('are long enough, made for addresses, and digits stay digits', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => nodeRandom.token(32)))
    assert.equal(tokens.size, 1_000)
    for (const token of tokens) assert.match(token, /^[\w-]{43}$/)
    assert.match(nodeRandom.digits(6), /^\d{6}$/)
  })
})
