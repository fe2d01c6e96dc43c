import { appendAudits } from '../backend/domain/audit/audit.ts'
import { type Actor, auditFrom } from '../backend/sample/audits.ts'
import { createSeeded, nameFrom } from '../backend/sample/seeded.ts'
import { factorsOf, membersOf, SAMPLE_PASSWORD, type SampleUser, userOf } from '../backend/sample/users.ts'
import { stableId } from '../backend/stable-id.ts'
import type { MemberRecord, UserRecord } from '../backend/store/records.ts'
import type { Store } from '../backend/store/store.ts'
import { login } from '../contract/login.ts'
import { breathe } from '../kernel/breathe.ts'

export const BULK_EMAIL = 'big@scale.test'
export const BULK_TENANT_ID = stableId('tenant scale')

export interface BulkOptions {
  /** Number of users that the tenant has at the end. */
  users: number
  /** Number of audit rows that the tenant has at the end. */
  audits: number
  /** All users share one password; hashing it once saves hours. */
  passwordHash: string
  now: number
  onProgress?: (done: { users: number; audits: number }) => void
}

/** Rows per transaction, and so the most that an interruption can undo. */
const BATCH = 2_000

const DAY = 86_400_000

const ROLES = [['member'], ['member'], ['member'], ['member', 'auditor'], ['team-manager']] as const

/** Returns user number `at`, the same on every run, so that interrupted seeding continues where it stopped. */
const userAt = (at: number, now: number): SampleUser => {
  if (at === 0) return { ...owner, createdAt: now - 900 * DAY, lastLogin: now }
  const seeded = createSeeded(`scale ${at}`)
  const { name, local } = nameFrom(seeded, new Set())
  const createdAt = now - seeded.between(0, 900 * DAY)
  const isInvited = seeded.next() < 0.03
  return {
    email: `${local}.${at}@scale.test`,
    name,
    memberOf: [['scale', ...seeded.pick(ROLES)]],
    createdAt,
    lastLogin: isInvited ? null : now - Math.floor((now - createdAt) * seeded.next()),
    isInvited,
    facts: { mfaEnrolled: !isInvited && seeded.next() < 0.3, lockedAt: seeded.next() < 0.004 ? now : null },
  }
}

const owner = { email: BULK_EMAIL, name: 'Big Boateng', memberOf: [['scale', 'admin']] } as const

const ensureTenant = async (store: Store, now: number) => {
  if (await store.tenants.get(BULK_TENANT_ID)) return
  await store.tenants.insert({
    id: BULK_TENANT_ID,
    name: 'Scale',
    parentId: null,
    founderId: null,
    isReseller: false,
    alias: 'scale',
    hasCustomLogin: false,
    metadata: '{}',
    settings: '{}',
    suspendedAt: null,
    createdAt: now,
    updatedAt: now,
  })
}

const seedUsers = async (store: Store, options: BulkOptions, onDone: (done: number) => void) => {
  const { users, now, passwordHash } = options
  for (let done = await store.members.count({ tenantId: BULK_TENANT_ID }); done < users; ) {
    const size = Math.min(BATCH, users - done)
    const batch = Array.from({ length: size }, (_, at) => userAt(done + at, now))
    const userRows: UserRecord[] = batch.map((user) => userOf(user, passwordHash))
    const memberRows: MemberRecord[] = batch.flatMap(membersOf)
    await store.transaction(async (inside) => {
      await inside.users.insertMany(userRows)
      await inside.members.insertMany(memberRows)
      await inside.factors.insertMany(batch.flatMap(factorsOf))
    })
    done += size
    onDone(done)
    await breathe() // An embedded database would otherwise block the thread.
  }
}

/** Enough different actors for a realistic log, few enough to keep in memory. */
const ACTORS = 1_000

const seedAudits = async (store: Store, { audits, now }: BulkOptions, onDone: (done: number) => void) => {
  const page = await store.members.page({ where: { tenantId: BULK_TENANT_ID }, offset: 0, limit: ACTORS })
  const actors: readonly Actor[] = page.items
  for (let done = await store.audits.count({ tenantId: BULK_TENANT_ID }); done < audits; ) {
    const size = Math.min(BATCH, audits - done)
    const seeded = createSeeded(`scale audits ${done}`)
    const drafts = Array.from({ length: size }, (_, at) => ({
      ...auditFrom(stableId(`scale audit ${done + at}`), seeded, actors),
      // Times follow the order of the log, so that sequence and time agree.
      createdAt: now - Math.floor((1 - (done + at) / audits) * 365 * DAY) - 1,
    }))
    await appendAudits(store, BULK_TENANT_ID, drafts)
    done += size
    onDone(done)
    await breathe()
  }
}

/**
 * Fills the tenant of `big@scale.test` up to the given sizes; a repeated call continues where the last one was
 * interrupted.
 */
export const seedBulk = async (store: Store, options: BulkOptions): Promise<void> => {
  const progress = { users: 0, audits: 0 }
  const report = (part: Partial<typeof progress>) => options.onProgress?.(Object.assign(progress, part))
  await ensureTenant(store, options.now)
  await seedUsers(store, options, (users) => report({ users }))
  await seedAudits(store, options, (audits) => report({ audits }))
  await store.optimize?.()
}

/** Signs in the administrator of the tenant that `seedBulk` fills, with the password of the sample users. */
export const signInBulk = async (
  fetch: (request: Request) => Promise<Response>,
  { apiUrl, appUrl }: { apiUrl: string; appUrl: string },
): Promise<string> => {
  const body = JSON.stringify({ email: BULK_EMAIL, password: SAMPLE_PASSWORD })
  const headers = { 'Content-Type': 'application/json', Origin: appUrl }
  const response = await fetch(new Request(apiUrl + login.login.path, { method: 'POST', headers, body }))
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}
