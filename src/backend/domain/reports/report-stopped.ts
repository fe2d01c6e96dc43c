import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import { type Limit, takeSlot } from '../base/limits/limits.ts'
import { responsibleAdministrators } from '../identity/roles/administrators.ts'
import { stoppedMail } from '../mail/administrator-mails.ts'
import { post } from '../mail/mails.ts'
import { GUARANTEES } from './all-guarantees.ts'
import { interruptionsOf } from './interruptions.ts'

const DAY_MS = 86_400_000

/** A server that was down for longer reports nothing of that time. */
const LOOK_BACK_MS = DAY_MS

/** Several processes look at the same time, and each of them looks several times before the members are too old. */
const ONCE: Limit = { name: 'stopped', tries: 1, windowMs: 2 * LOOK_BACK_MS }

const endOf = ({ disabledAt, temporaryUntil }: MemberRecord): number => disabledAt ?? temporaryUntil ?? 0

const reportFor = async (ports: Ports, tenantId: string, ended: readonly MemberRecord[]): Promise<void> => {
  const pending: MemberRecord[] = []
  for (const member of ended) {
    if ((await takeSlot(ports, ONCE, `${member.id} ${endOf(member)}`)) === 'within') pending.push(member)
  }
  if (pending.length === 0) return
  const userIds = pending.map(({ userId }) => userId)
  const all = await interruptionsOf(ports, tenantId, GUARANTEES)
  const stopped = all.filter(({ reason, guarantor }) => reason !== 'ends' && userIds.includes(guarantor?.id ?? ''))
  if (stopped.length === 0) return
  const tenantName = (await ports.store.tenants.get(tenantId))?.name ?? ''
  const emails = pending.filter(({ userId }) => stopped.some(({ guarantor }) => guarantor?.id === userId))
  const facts = { tenantName, emails: emails.map(({ email }) => email), stopped }
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  await Promise.all(administrators.map((to) => post(ports, stoppedMail(ports, to, facts))))
}

/**
 * Emails the administrators of an account once about what stopped because a directory deactivated the user who vouched
 * for it, or because their temporary access ended. No dialog asked anyone about these.
 */
export const reportStopped = async (ports: Ports): Promise<void> => {
  const now = ports.clock.now()
  const recent = { gte: now - LOOK_BACK_MS, lt: now + 1 }
  const { members } = ports.store
  const ended = [
    ...(await members.list({ activated: true, disabledAt: null, temporaryUntil: recent })),
    ...(await members.list({ activated: true, directoryId: { not: null }, disabledAt: recent })),
  ]
  for (const tenantId of new Set(ended.map((member) => member.tenantId))) {
    const here = ended.filter((member) => member.tenantId === tenantId)
    await reportFor(ports, tenantId, here)
  }
}
