import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import { REPORT_TEMPLATES } from '../domain/reports/templates.ts'
import type { Mail, Ports } from '../ports.ts'
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

  it('show only data of the account, as text', async () => {
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

  it('write days and times in the account’s format, and in a sortable one if it has none', async () => {
    const token = await asAda()
    const signIns = async (settings: object) => {
      await kit().store.tenants.update({ id: 'acme' }, { settings: JSON.stringify(settings) })
      return (await file(token, { templateId: 'sign-ins', dataFilters: FILTERS, responseType: 'html' })).body
    }
    const own = await signIns({ dateFormat: "d 'de' MMMM 'de' yyyy", timeFormat: 'h:mm a', timezone: 'Asia/Tokyo' })
    assert.match(own, /<td>\d de January de 2026<\/td>/)
    assert.match(own, /<td>\d de January de 2026, \d+:\d\d [AP]M GMT\+9<\/td>/)
    const plain = await signIns({})
    assert.match(plain, /<td>2026-01-0\d<\/td>/)
    assert.match(plain, /<td>2026-01-0\d, \d\d:\d\d UTC<\/td>/)
    assert.match(await signIns({ dateFormat: '%d %b' }), /<td>Jan \d, 2026, \d\d:\d\d UTC<\/td>/)
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

  it('are downloaded as HTML, PDF and images under a safe name', async () => {
    const token = await asAda()
    const query = { templateId: 'security', dataFilters: FILTERS, name: 'My "report"/..' }
    const html = await file(token, { ...query, responseType: 'html' })
    assert.match(html.body, /^<!doctype html>/)
    const pdf = await file(token, { ...query, responseType: 'pdf' })
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.match(pdf.body, /^%PDF-/)
    assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="My-report-...pdf"')
    await kit().store.members.update({ userId: 'mel' }, { name: '<script>alert(1)</script>' })
    const image = await file(token, { ...query, templateId: 'users', responseType: 'image' })
    assert.equal(image.headers.get('content-type'), 'image/svg+xml')
    assert.equal(image.headers.get('content-disposition'), 'attachment; filename="My-report-...svg"')
    assert.match(image.body, /^<svg xmlns=.* width="1000" height="\d+".*ada@acme\.test/)
    assert.doesNotMatch(image.body, /<script|<a |href/)
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

  it('are sent as images on a schedule of that type', async () => {
    const { body } = await schedule(await asAda(), 'users', { type: 'image' })
    assert.equal(body.type, 'image')
    kit().time.now += DAY_MS
    kit().mails.length = 0
    assert.equal(await sendDueReports(kit().ports), 1)
    const [attached] = kit().mails.find(({ to }) => to === 'ada@acme.test')?.attachments ?? []
    assert.deepEqual([attached?.fileName, attached?.type], ['Users.svg', 'image/svg+xml'])
  })

  describe('that can’t be sent when they are due', () => {
    /** The first time at which the schedule is due. */
    const MORNING_MS = Date.UTC(2026, 0, 1, 7)
    const RETRY_MS = 600_000
    /** Runs rounds ten minutes apart, and returns how many reports each of them sent. */
    const rounds = async (count: number, ports: Ports) => {
      const sent: number[] = []
      for (let at = 0; at < count; at += 1) {
        sent.push(await sendDueReports(ports))
        kit().time.now += RETRY_MS
      }
      return sent
    }
    const scheduled = async () => {
      assert.equal((await schedule(await asAda(), 'users')).status, 200)
      kit().time.now = MORNING_MS
      kit().mails.length = 0
    }
    const reportsTo = (email: string) => kit().mails.filter(({ to, attachments }) => to === email && attachments).length
    const fails = async () => {
      throw new Error('out of order')
    }

    it('are tried again in ten minutes', async () => {
      await scheduled()
      const [failing, ports] = [{ ...kit().ports, printReport: fails }, kit().ports]
      assert.deepEqual([await rounds(2, failing), kit().logged.length], [[0, 0], 2])
      assert.equal(await sendDueReports({ ...failing, clock: { now: () => kit().time.now - 1 } }), 0)
      assert.equal(kit().logged.length, 2, 'not sooner')
      assert.deepEqual(await rounds(3, ports), [1, 0, 0])
      assert.equal(reportsTo('ada@acme.test'), 1)
    })

    it('are tried for two hours, and on their next date', async () => {
      await scheduled()
      await rounds(30, { ...kit().ports, printReport: fails })
      assert.equal(kit().logged.length, 13)
      assert.deepEqual(await rounds(2, kit().ports), [0, 0])
      kit().time.now = MORNING_MS + DAY_MS
      assert.deepEqual(await rounds(2, kit().ports), [1, 0])
    })

    it('are sent again only if no administrator got them', async () => {
      await scheduled()
      const { ports } = kit()
      assert.deepEqual(await rounds(1, { ...ports, mailer: { send: fails } }), [0])
      const onlyAda = { send: (mail: Mail) => (mail.to === 'ada@acme.test' ? ports.mailer.send(mail) : fails()) }
      assert.deepEqual(await rounds(3, { ...ports, mailer: onlyAda }), [1, 0, 0])
      assert.deepEqual([reportsTo('ada@acme.test'), reportsTo('tom@acme.test')], [1, 0])
    })

    it('follow the schedule that was changed while they were prepared', async () => {
      await scheduled()
      const token = await asAda()
      const { ports } = kit()
      const printReport: Ports['printReport'] = async () => {
        await schedule(token, 'users', { schedule: { ...DAILY, cron: '0 9 * * *' } })
        return new Uint8Array()
      }
      assert.deepEqual(await rounds(1, { ...ports, printReport }), [0])
      assert.equal(reportsTo('ada@acme.test'), 0)
      kit().time.now = MORNING_MS + 3_600_000
      assert.deepEqual(await rounds(1, ports), [1])
    })
  })

  it('follow a time zone in every form in which an account may have it', async () => {
    const token = await asAda()
    for (const tz of ['GMT+1', '+01:00', 'UTC+1', ' Europe/Berlin ', 'europe/berlin']) {
      assert.equal((await schedule(token, 'users', { schedule: { ...DAILY, tz } })).status, 200, tz)
      const [row] = await kit().store.reportSchedules.list({ tenantId: 'acme' })
      assert.equal(row && new Date(row.nextRunAt).getUTCHours(), 7, tz)
    }
  })

  it('are sent once a day even on a stored schedule whose time zone the engine doesn’t know', async () => {
    const token = await asAda()
    for (const [tz, hour] of [
      ['UTC-3:30', '11:30'],
      ['UTC+10:30', '21:30'],
      ['UTC+15', '17:00'],
      ['local', '08:00'],
      ['system', '08:00'],
      ['Nowhere/Never', '08:00'],
    ] as const) {
      await schedule(token, 'users')
      await kit().store.reportSchedules.update({ tenantId: 'acme' }, { tz, nextRunAt: kit().time.now })
      assert.equal(await sendDueReports(kit().ports), 1, tz)
      const [row] = await kit().store.reportSchedules.list({ tenantId: 'acme' })
      assert.equal(row && new Date(row.nextRunAt).toISOString().slice(11, 16), hour, tz)
    }
    assert.equal((await schedule(token, 'users', { schedule: { ...DAILY, tz: 'UTC-3:30' } })).status, 200)
  })

  it('refuse schedules that are invalid or too frequent', async () => {
    const token = await asAda()
    for (const wrong of [
      { schedule: { ...DAILY, cron: '* * * * *' } },
      { schedule: { ...DAILY, cron: '0 8 * *' } },
      { schedule: { ...DAILY, cron: '99 8 * * *' } },
      { schedule: { ...DAILY, tz: 'Nowhere/Never' } },
      // The names by which a library knows the zone of this server.
      { schedule: { ...DAILY, tz: 'local' } },
      { schedule: { ...DAILY, tz: 'system' } },
      { schedule: { ...DAILY, active: 'yes' } },
      { type: 'exe' },
      { dataFilters: btoa('{"days":9999}') },
    ]) {
      assert.equal((await schedule(token, 'users', wrong)).status, 400, JSON.stringify(wrong))
    }
    assert.equal((await schedule(token, 'none')).status, 404)
  })
}
