import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import { REPORT_TEMPLATES } from '../domain/reports/templates.ts'
import type { Kit } from './kit.test-kit.ts'
import { confirmedBefore } from './recipients.test-kit.ts'

const DAY_MS = 86_400_000
const IDS = REPORT_TEMPLATES.map(({ id }) => id)
const FILTERS = btoa('{"days":7}')
const DAILY = { interval: 'daily', cron: '0 8 * * *', tz: 'Europe/Berlin', active: true }

export const describeReports = (kit: () => Kit): void => {
  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const get = (token: string, path: string) => kit().call('GET', path, { token })
  const file = (token: string, query: Record<string, string>) =>
    kit().page('GET', `${reports.renderReport.path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const schedule = (token: string, templateId: string, body: object = {}) =>
    kit().call('POST', fillPath(reports.scheduleReport.path, { templateId }), {
      token,
      body: { schedule: DAILY, status: 'active', type: 'pdf', dataFilters: FILTERS, ...body },
    })

  it('are listed, searched and sorted', async () => {
    const token = await asAda()
    const ids = async (query: object = {}) => {
      const words = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])
      const { body } = await get(token, `${reports.listReports.path}?${new URLSearchParams(words)}`)
      return body.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await ids(), IDS)
    assert.deepEqual(await ids({ filters: { query: 'failed' } }), ['sign-ins'])
    assert.deepEqual(await ids({ filters: { filterBy: { column: 'name', filterType: 'equal', value: 'Users' } } }), [
      'users',
    ])
    assert.deepEqual(await ids({ sort: { column: 'name', direction: 'desc' } }), ['users', 'sign-ins', 'security'])
    const one = await get(token, fillPath(reports.getReport.path, { id: 'users' }))
    assert.equal(one.body.name, 'Users')
  })

  it('show what is in the account and nothing of others, as text', async () => {
    await kit().store.members.update({ userId: 'mel' }, { name: '<img src=x onerror=alert(1)>' })
    const token = await asAda()
    await kit().login('mel@acme.test', 'wrong')
    for (const templateId of IDS) {
      const { status, body } = await file(token, { templateId, dataFilters: FILTERS, responseType: 'html' })
      assert.equal(status, 200)
      assert.match(body, /<h1>/)
      assert.doesNotMatch(body, /<img|<script|globex/)
    }
    const users = await file(token, { templateId: 'users', dataFilters: FILTERS, responseType: 'html' })
    assert.match(users.body, /ada@acme\.test/)
    assert.match(users.body, /&#60;img src=x/)
    const signIns = await file(token, { templateId: 'sign-ins', dataFilters: FILTERS, responseType: 'html' })
    assert.match(signIns.body, /ada@acme\.test/)
  })

  it('show only what the caller may see on its page', async () => {
    const { store } = kit()
    const permission = { name: 'x', description: '', categoryId: 'all', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: 'read-audits', key: 'fe.secure.read.audits', ...permission })
    await store.roles.update({ id: 'security' }, { permissionIds: '["read-audits"]' })
    const { token } = await kit().signIn('sec@acme.test')
    const listed = await get(token, reports.listReports.path)
    assert.deepEqual(
      listed.body.map(({ id }: { id: string }) => id),
      ['sign-ins'],
    )
    const statuses = IDS.map(
      async (templateId) => (await file(token, { templateId, dataFilters: FILTERS, responseType: 'html' })).status,
    )
    assert.deepEqual(await Promise.all(statuses), [403, 200, 403])
  })

  it('are downloaded as HTML and PDF under a safe name', async () => {
    const token = await asAda()
    const query = { templateId: 'security', dataFilters: FILTERS, name: 'My "report"/..' }
    const html = await file(token, { ...query, responseType: 'html' })
    assert.match(html.body, /^<!doctype html>/)
    const pdf = await file(token, { ...query, responseType: 'pdf' })
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.match(pdf.body, /^%PDF-/)
    assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="My-report-...pdf"')
    assert.equal((await file(token, { ...query, responseType: 'exe' })).status, 400)
    assert.equal((await file(token, { ...query, templateId: 'none', responseType: 'pdf' })).status, 404)
    assert.equal((await file(token, { ...query, dataFilters: 'e30x!', responseType: 'pdf' })).status, 400)
  })

  it('are sent with the PDF attached', async () => {
    const token = await asAda()
    const send = (to: string[]) =>
      kit().call('POST', reports.sendReport.path, { token, body: { templateId: 'users', to } })
    await confirmedBefore(kit(), ['boss@acme.test'])
    assert.equal((await send(['boss@acme.test'])).status, 200)
    const mail = kit().mails.at(-1)
    const [attached] = mail?.attachments ?? []
    assert.deepEqual([mail?.to, attached?.fileName, attached?.type], ['boss@acme.test', 'Users.pdf', 'application/pdf'])
    assert.equal(new TextDecoder().decode(attached?.content.slice(0, 5)), '%PDF-')
    for (const to of [[], ['nonsense'], Array.from({ length: 21 }, (_, at) => `r${at}@acme.test`)]) {
      assert.equal((await send(to)).status, 400)
    }
  })

  it('are sent to the administrators when they are due, by one of several processes', async () => {
    const token = await asAda()
    const { status, body } = await schedule(token, 'users')
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.schedule, DAILY)
    assert.equal(await sendDueReports(kit().ports), 0)
    kit().time.now += DAY_MS
    kit().mails.length = 0
    const sent = await Promise.all([sendDueReports(kit().ports), sendDueReports(kit().ports)])
    assert.deepEqual(sent.sort(), [0, 1])
    assert.ok(kit().mails.some(({ to, attachments }) => to === 'ada@acme.test' && attachments?.length === 1))
    assert.ok(!kit().mails.some(({ to }) => to === 'mel@acme.test' || to === 'gia@globex.test'))
    await schedule(await asAda(), 'users', { schedule: { ...DAILY, active: false } })
    kit().time.now += DAY_MS
    assert.equal(await sendDueReports(kit().ports), 0)
  })

  it('refuse schedules that mean nothing or too much', async () => {
    const token = await asAda()
    for (const wrong of [
      { schedule: { ...DAILY, cron: '* * * * *' } },
      { schedule: { ...DAILY, cron: '0 8 * *' } },
      { schedule: { ...DAILY, cron: '99 8 * * *' } },
      { schedule: { ...DAILY, tz: 'Nowhere/Never' } },
      { schedule: { ...DAILY, active: 'yes' } },
      { type: 'image' },
      { dataFilters: btoa('{"days":9999}') },
    ]) {
      assert.equal((await schedule(token, 'users', wrong)).status, 400, JSON.stringify(wrong))
    }
    assert.equal((await schedule(token, 'none')).status, 404)
  })
}
