import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { connectivity, messageRecipients } from '../../contract/webhooks.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import { report } from '../prove/report.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const STRANGER = 'stranger@elsewhere.test'
const PHONE = '+12025550100'
const LINK = /http:\/\/\S+\/message-recipients\/(?:confirm|stop)\?\S+/

export const describeMessageRecipients = (kit: () => Kit): void => {
  const { asAda, invite, deliver } = webhookCalls(kit)
  const subscribe = async (
    token: string,
    { path } = connectivity.createEmailConfig as { path: string },
    ...to: readonly string[]
  ) => {
    const body = {
      enabled: true,
      subscriptions: [{ name: '', enabled: true, recipients: to.length > 0 ? to : [STRANGER] }],
    }
    const { status } = await kit().call('POST', fillPath(path, { eventKey: INVITED }), { token, body })
    assert.equal(status, 200, 'clients save as before')
  }
  const mailsTo = (to: string) => kit().mails.filter((mail) => mail.to === to)
  const event = async (token: string, email: string) => {
    await invite(token, email)
    await deliver()
  }
  const linkIn = (text = ''): string => {
    const url = new URL(LINK.exec(text)?.[0] ?? 'http://missing.test')
    return url.pathname + url.search
  }
  /** Opens a link and clicks its button. */
  const click = async (link: string): Promise<CallResponse> => {
    const [path = '', query = ''] = link.split('?')
    const shown = await kit().page('GET', link)
    assert.equal(shown.status, 200)
    assert.match(shown.body, /<form method="post">/)
    return kit().page('POST', path, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: query })
  }
  const listed = async (token: string) =>
    (await kit().call('GET', messageRecipients.listEmailRecipients.path, { token })).body.recipients

  it('get only one request until they confirm, and events from then on', async () => {
    const token = await asAda()
    await subscribe(token)
    const [request] = mailsTo(STRANGER)
    assert.match(request?.subject ?? '', /^Confirm notifications from /)
    await event(token, 'one@new.test')
    await event(token, 'two@new.test')
    assert.equal(mailsTo(STRANGER).length, 1)
    const link = linkIn(request?.text)
    await kit().page('GET', link)
    assert.equal((await listed(token))[0].state, 'pending', 'looking at the link confirms nothing')
    assert.equal((await click(link)).status, 200)
    assert.equal((await listed(token))[0].state, 'confirmed')
    await event(token, 'three@new.test')
    assert.match(mailsTo(STRANGER).at(-1)?.subject ?? '', /^User invited/)
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'Recipient confirmed' }), 1)
  })

  it('who get text messages confirm first, too', async () => {
    const token = await asAda()
    await subscribe(token, connectivity.createSmsConfig, PHONE)
    await event(token, 'one@new.test')
    const [request, ...others] = kit().texts
    assert.deepEqual([request?.to, others], [PHONE, []])
    const { recipients } = (await kit().call('GET', messageRecipients.listSmsRecipients.path, { token })).body
    const again = fillPath(messageRecipients.requestSmsConfirmation.path, { id: recipients[0].id })
    assert.equal((await kit().call('POST', again, { token })).status, 200)
    assert.equal(kit().texts.at(-1)?.text, request?.text)
    await click(linkIn(request?.text))
    await event(token, 'two@new.test')
    assert.match(kit().texts.at(-1)?.text ?? '', LINK, 'with a link to stop')
  })

  it('who are members with a proven email need no request, until they leave', async () => {
    const token = await asAda()
    await subscribe(token, connectivity.createEmailConfig, 'mel@acme.test')
    await event(token, 'one@new.test')
    assert.deepEqual(
      mailsTo('mel@acme.test').map(({ subject }) => subject.startsWith('User invited')),
      [true],
    )
    await kit().store.members.delete({ tenantId: 'acme', userId: 'mel' })
    await event(token, 'two@new.test')
    assert.match(mailsTo('mel@acme.test').at(-1)?.subject ?? '', /^Confirm notifications/)
  })

  it('stop messages permanently by the link in each of them, or with one click in their mail program', async () => {
    const token = await asAda()
    await subscribe(token, connectivity.createEmailConfig, 'mel@acme.test')
    await event(token, 'one@new.test')
    const url = mailsTo('mel@acme.test').at(-1)?.stopUrl ?? ''
    assert.equal(linkIn(mailsTo('mel@acme.test').at(-1)?.text), linkIn(url))
    const oneClick = {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }
    assert.equal((await kit().page('POST', linkIn(url), oneClick)).status, 200)
    await event(token, 'two@new.test')
    assert.equal(mailsTo('mel@acme.test').length, 1)
    const [recipient] = await listed(token)
    assert.equal(recipient.state, 'stopped')
    const again = fillPath(messageRecipients.requestEmailConfirmation.path, { id: recipient.id })
    assert.equal((await kit().call('POST', again, { token })).status, 404)
  })

  it('get reports only once they confirmed, with a link to stop; administrators get the scheduled ones', async () => {
    const token = await asAda()
    const send = () =>
      kit().call('POST', reports.sendReport.path, {
        token,
        body: { templateId: 'users', to: [STRANGER, 'mel@acme.test'] },
      })
    assert.deepEqual((await send()).body, { sent: 1, pending: 1, stopped: 0 })
    assert.deepEqual([mailsTo(STRANGER).length, mailsTo('mel@acme.test').length], [1, 1])
    assert.equal(mailsTo(STRANGER)[0]?.attachments, undefined)
    await click(linkIn(mailsTo(STRANGER)[0]?.text))
    await send()
    assert.equal(mailsTo(STRANGER).at(-1)?.attachments?.length, 1)
    const stopUrl = mailsTo(STRANGER).at(-1)?.stopUrl ?? ''
    assert.match(stopUrl, /\/message-recipients\/stop\?/)
    await click(linkIn(stopUrl))
    assert.deepEqual((await send()).body, { sent: 1, pending: 0, stopped: 1 })
    const schedule = { interval: 'daily', cron: '0 8 * * *', tz: 'UTC', active: true }
    const body = { schedule, status: 'active', type: 'html', dataFilters: '' }
    await kit().call('POST', fillPath(reports.scheduleReport.path, { templateId: 'users' }), { token, body })
    kit().time.now += 86_400_000
    assert.equal(await sendDueReports(kit().ports), 1)
    assert.equal(mailsTo('ada@acme.test').at(-1)?.attachments?.length, 1)
  })

  it('can be asked again, three times a day, and get no request twice by saving', async () => {
    const token = await asAda()
    await subscribe(token)
    const path = fillPath(connectivity.createEmailConfig.path, { eventKey: 'frontegg.role.created' })
    const body = { enabled: true, subscriptions: [{ name: '', enabled: true, recipients: [STRANGER] }] }
    await kit().call('POST', path, { token, body })
    assert.equal(mailsTo(STRANGER).length, 1)
    const [{ id }] = await listed(token)
    const again = () => kit().call('POST', fillPath(messageRecipients.requestEmailConfirmation.path, { id }), { token })
    assert.deepEqual([(await again()).status, (await again()).status, (await again()).status], [200, 200, 429])
    assert.equal(mailsTo(STRANGER).length, 3)
    const foreign = (await kit().signIn('gia@globex.test')).token
    const other = await kit().call('POST', fillPath(messageRecipients.requestEmailConfirmation.path, { id }), {
      token: foreign,
    })
    assert.equal(other.status, 404)
  })

  it('can’t be confirmed by a link that was made up, is for something else or has expired', async () => {
    const token = await asAda()
    await subscribe(token)
    const link = linkIn(mailsTo(STRANGER)[0]?.text)
    for (const wrong of [
      link.replace(/token=.{5}/, 'token=AAAAA'),
      link.replace('/confirm', '/stop'),
      link.split('?')[0] ?? '',
    ])
      assert.equal((await kit().page('GET', wrong)).status, 400, wrong)
    kit().time.now += 8 * 86_400_000
    assert.equal((await kit().page('GET', link)).status, 400)
  })

  it('are safe from 60 links that were guessed, mixed up or meant for someone else', async () => {
    const token = await asAda()
    await subscribe(token, undefined, STRANGER, 'own@attacker.test')
    const foreign = (await kit().signIn('gia@globex.test')).token
    await subscribe(foreign)
    const [victim = '', own = '', other = ''] = [
      mailsTo(STRANGER)[0],
      mailsTo('own@attacker.test')[0],
      mailsTo(STRANGER)[1],
    ].map((mail) => linkIn(mail?.text))
    const query = (link: string) => new URLSearchParams(link.split('?')[1])
    const wantedId = query(victim).get('id') ?? ''
    const guesses = [own, other, own.replace('/confirm', '/stop'), other.replace('/confirm', '/stop')].flatMap(
      (link) => {
        const known = query(link).get('token') ?? ''
        return Array.from({ length: 15 }, (_, at) => {
          const token =
            at === 0
              ? known
              : known.slice(0, at * 2) +
                known
                  .slice(at * 2)
                  .split('')
                  .reverse()
                  .join('')
          return [link.split('?')[0] ?? '', String(new URLSearchParams({ id: wantedId, token }))] as const
        })
      },
    )
    let followed = 0
    for (const [path, body] of guesses) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const { status } = await kit().page('POST', path, { headers, body })
      if (status !== 400 && status !== 429) followed += 1
    }
    const states = async () => (await kit().store.messageRecipients.list({})).map(({ state }) => state)
    assert.deepEqual(await states(), ['pending', 'pending', 'pending'])
    kit().time.now += 3_600_000
    assert.equal((await click(own)).status, 200)
    assert.deepEqual((await states()).sort(), ['confirmed', 'pending', 'pending'], 'no other one, here or elsewhere')
    report({
      row: 66,
      wanted: `${guesses.length} guessed, mixed up and foreign links of a recipient: 0 followed`,
      reached: `${followed} followed`,
      ok: followed === 0,
    })
    assert.equal(followed, 0)
  })

  it('get at most three requests a day, even at made-up subaddresses of one mailbox', async () => {
    const token = await asAda()
    await subscribe(token, undefined, ...Array.from({ length: 10 }, (_, at) => `stranger+${at}@elsewhere.test`))
    assert.equal(kit().mails.filter(({ to }) => to.startsWith('stranger')).length, 3)
  })
}
