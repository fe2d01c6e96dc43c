import assert from 'node:assert/strict'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { team } from '../../contract/users.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { aMemberRecord, aTenantRecord } from '../../testing/records.ts'
import { BELL_KEYS } from '../domain/delivery/notifications/bell-events.ts'
import { permissionOfEvent } from '../domain/identity/guarantor/event-areas.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import { REPORT_TEMPLATES } from '../domain/reports/templates.ts'
import { allRoutes } from '../handlers/index.ts'
import { ALL_RULES } from './all-rules.test-kit.ts'
import {
  addHelperRole,
  addMember,
  arrivedBy,
  EVENT_KEYS,
  makeAccessToken,
  makeCredentials,
  makeLink,
  recordEveryEvent,
  rolesByLink,
  setRights,
  subscribeToAll,
} from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { bellOf } from './notifications.test-kit.ts'
import { type startReceiver, webhookCalls } from './webhooks.test-kit.ts'

/** Every call that needs a permission. */
const CALLS = allRoutes().flatMap(({ operation, endpoint: { method, path } }) => {
  const key = ALL_RULES.get(operation)?.permission
  const query = operation === 'audits.getAuditMetadata' ? '?entityName=audits' : ''
  return key ? [{ operation, method, path: path.replaceAll(/\{\w+\}/g, 'none') + query, key }] : []
})

const WRITE_LINKS = 'fe.secure.write.tenantInvites'
const READ_BELL = 'fe.connectivity.read.userBellNotifications'
const READ_GROUPS = 'fe.secure.read.groups'

/** The permissions of the guarantor when everything is created. */
export const RIGHTS: readonly string[] = [
  ...new Set([
    ...CALLS.map(({ key }) => key).filter((key) => !key.includes('*')),
    ...EVENT_KEYS.map((key) => permissionOfEvent(key) ?? ''),
    ...REPORT_TEMPLATES.map(({ permission }) => permission),
  ]),
].sort()

export interface Cell {
  of: string
  taken: string
  /** Effects beyond the current permissions, and missing effects within them. */
  problem: string
}

const GUS = { tenantId: 'acme', userId: 'gus' }

/** Every way in which all permissions of a guarantor end. */
export const ENDS: Readonly<Record<string, (kit: Kit) => Promise<unknown>>> = {
  'an administrator removes them': async (kit) => {
    const { token } = await kit.signIn('ada@acme.test')
    const { status } = await kit.call('DELETE', fillPath(team.deleteMember.path, { userId: 'gus' }), { token })
    assert.equal(status, 200)
  },
  'they leave': async (kit) => {
    await kit.store.tenants.insert(aTenantRecord({ id: 'other', name: 'Other' }))
    await kit.store.members.insert(aMemberRecord({ id: 'other-gus', userId: 'gus', tenantId: 'other' }))
    const { token } = await kit.signIn('gus@acme.test')
    const path = fillPath(selfService.leaveTenant.path, { tenantId: 'acme' })
    assert.equal((await kit.call('DELETE', path, { token })).status, 200)
  },
  'a directory disables them': ({ store, time }) => store.members.update(GUS, { disabledAt: time.now }),
  'their temporary access ends': ({ store, time }) => store.members.update(GUS, { temporaryUntil: time.now }),
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

const made = async (kit: Kit, url: string) => {
  await addMember(kit, RIGHTS)
  await addHelperRole(kit)
  const { token } = await kit.signIn('gus@acme.test')
  const access = await makeAccessToken(kit, token, ['role-gus'])
  const { bearer, ...credentials } = await makeCredentials(kit, token, ['role-gus'])
  await subscribeToAll(kit, token, url)
  const link = await makeLink(kit, token)
  return { token, bearers: { 'access token': access.bearer, 'exchanged credentials': bearer }, credentials, link }
}

const different = (found: readonly string[], wanted: readonly string[]): string | undefined => {
  const beyond = found.filter((key) => !wanted.includes(key))
  const missing = wanted.filter((key) => !found.includes(key))
  if (beyond.length === 0 && missing.length === 0) return undefined
  return JSON.stringify({ beyond, missing })
}

/**
 * Takes one permission from the guarantor of everything, and tries all that they created: the calls of each token, the
 * events that each channel sends, the reports, the bell, and the link.
 */
export const tryWithout = async (
  kit: Kit,
  receiver: Receiver,
  taken: string,
): Promise<{ cells: number; wrong: Cell[] }> => {
  await kit.reset()
  const { token, bearers, link } = await made(kit, receiver.url)
  const left = RIGHTS.filter((key) => key !== taken)
  await setRights(kit, left)
  const wrong: Cell[] = []
  let cells = 0
  const note = (of: string, problem: string | undefined) => {
    cells += 1
    if (problem !== undefined) wrong.push({ of, taken, problem })
  }

  const beyond = CALLS.filter(({ key }) => !holdsPermission(left, key))
  for (const [of, bearer] of Object.entries(bearers)) {
    for (const { operation, method, path } of beyond) {
      const body = method === 'GET' ? undefined : {}
      const { status } = await kit.call(method, path, { token: bearer, body })
      note(of, status === 403 ? undefined : `${operation}: ${status}`)
    }
    const read = CALLS.find(({ key, method }) => key !== taken && key === 'fe.secure.read.users' && method === 'GET')
    if (read) {
      const { status } = await kit.call('GET', `${read.path}`, { token: bearer })
      note(of, status === 403 || status === 401 ? `${read.operation} was stopped: ${status}` : undefined)
    }
  }

  receiver.received.length = 0
  kit.mails.length = 0
  kit.time.now += 1_000
  await recordEveryEvent(kit)
  await webhookCalls(() => kit).deliver()
  const seen = EVENT_KEYS.filter((key) => holdsPermission(left, permissionOfEvent(key) ?? ''))
  const hooks = receiver.received.map(({ json }) => json.eventKey as string)
  for (const [of, keys] of Object.entries({ webhook: hooks, ...arrivedBy(kit) })) note(of, different(keys, seen))

  if (taken !== READ_BELL) {
    const rung = (await bellOf(kit, token, { count: 100, offset: 0 })).map(({ key }) => key ?? '')
    note(
      'bell',
      different(
        rung,
        seen.filter((key) => BELL_KEYS.includes(key)),
      ),
    )
  }

  kit.mails.length = 0
  kit.time.now += 2 * 86_400_000
  await sendDueReports(kit.ports)
  const sent = new Set(kit.mails.flatMap(({ attachments }) => attachments?.map(({ fileName }) => fileName) ?? []))
  const titles = REPORT_TEMPLATES.filter(({ permission }) => permission !== taken).map(({ name }) => `${name}.html`)
  note('schedule', different([...sent], titles))

  const isWhole = taken !== READ_GROUPS && taken !== WRITE_LINKS
  note('invite link', different((await rolesByLink(kit, link)) ?? [], isWhole ? ['helper', 'member'] : ['member']))
  return { cells, wrong }
}

/** Ends the guarantor's membership, and verifies that nothing they created still works. */
export const tryEnded = async (
  kit: Kit,
  receiver: Receiver,
  [taken, end]: readonly [string, (kit: Kit) => Promise<unknown>],
): Promise<{ cells: number; wrong: Cell[] }> => {
  await kit.reset()
  const { bearers, link } = await made(kit, receiver.url)
  await end(kit)
  const wrong: Cell[] = []
  let cells = 0
  const note = (of: string, problem: string | undefined) => {
    cells += 1
    if (problem !== undefined) wrong.push({ of, taken, problem })
  }
  for (const [of, token] of Object.entries(bearers)) {
    for (const { operation, method, path } of CALLS) {
      const { status } = await kit.call(method, path, { token, body: method === 'GET' ? undefined : {} })
      note(of, status === 401 ? undefined : `${operation}: ${status}`)
    }
  }
  receiver.received.length = 0
  kit.mails.length = 0
  await recordEveryEvent(kit)
  await webhookCalls(() => kit).deliver()
  const hooks = receiver.received.map(({ json }) => json.eventKey as string)
  for (const [of, keys] of Object.entries({ webhook: hooks, ...arrivedBy(kit) })) note(of, different(keys, []))
  kit.time.now += 2 * 86_400_000
  kit.mails.length = 0
  await sendDueReports(kit.ports)
  const sent = kit.mails.flatMap(({ attachments }) => attachments?.map(({ fileName }) => fileName) ?? [])
  note('schedule', different(sent, []))
  const roles = await rolesByLink(kit, link)
  note('invite link', roles === undefined ? undefined : different(roles, ['member']))
  return { cells, wrong }
}
