import type { Guaranteed } from '../../../entities/guarantee.ts'
import type { ScimRequest, ScimResponse } from '../../ports/scim.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { WatchStopped } from '../directory/provisioning/directory-call.ts'
import { serveScim } from '../directory/scim/serve.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { stoppedMail } from '../mail/administrator-mails.ts'
import { post } from '../mail/mails.ts'
import { GUARANTEES } from './all-guarantees.ts'

const nameOf = ({ kind, id }: Pick<Guaranteed, 'kind' | 'id'>): string => `${kind} ${id}`

const stoppedNames = async (ports: Ports, tenantId: string): Promise<ReadonlySet<string>> => {
  const lists = await Promise.all(GUARANTEES.map((kind) => kind.interrupted(ports, tenantId)))
  return new Set(lists.flat().map(nameOf))
}

const groupedByKind = (items: readonly Guaranteed[]) =>
  [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const ofKind = items.filter((item) => item.kind === kind)
    return { kind, count: ofKind.length, items: ofKind.slice(0, 5) }
  })

/** Notes what members vouch for before a directory removes them or their roles; most members vouch for nothing. */
const watchStopped: WatchStopped = async (ports, tenantId, members) => {
  const all = members.map(({ userId }) => userId)
  const vouched = await inChunks(all, async (userIds) =>
    (await Promise.all(GUARANTEES.map((kind) => kind.list(ports, { tenantId, userIds })))).flat(),
  )
  if (vouched.length === 0) return async () => undefined
  const before = await stoppedNames(ports, tenantId)
  const reportNew = async () => {
    const now = await stoppedNames(ports, tenantId)
    const stopped = vouched.filter((item) => now.has(nameOf(item)) && !before.has(nameOf(item)))
    if (stopped.length === 0) return
    const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
    const vouching = members.filter(({ userId }) => stopped.some((item) => item.userId === userId))
    const emails = vouching.map(({ email }) => email)
    const facts = { tenantName, emails, stopped: groupedByKind(stopped), isByDirectory: true }
    const administrators = await responsibleAdministrators(ports.store, tenantId)
    await Promise.all(administrators.map((to) => post(ports, stoppedMail(ports, to, facts))))
  }
  // The change is stored by then, so the directory must not receive an error for it.
  return () => reportNew().catch((error: unknown) => ports.log.warn('Reporting what stopped failed', error))
}

/** Responds to a directory, and emails administrators what stopped because it removed users or their roles. */
export const serveReportingScim = (ports: Ports, request: ScimRequest): Promise<ScimResponse> =>
  serveScim(ports, request, watchStopped)
