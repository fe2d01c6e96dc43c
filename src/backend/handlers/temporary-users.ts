import type { team, temporaryUserConfiguration } from '../../contract/users.ts'
import type { SignedRequest } from '../call/auth.ts'
import { number } from '../call/read.ts'
import { forbidden } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { shownIdOf } from '../domain/identity/members/members.ts'
import { recordTemporaryUserSettings } from '../domain/identity/members/record-changes.ts'
import { setMembershipEnd } from '../domain/identity/team/member-changes.ts'
import { temporaryUsersSetting } from '../domain/settings/temporary-users.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { MemberRecord } from '../store/records.ts'

const MINUTE_SECONDS = 60
const YEAR_SECONDS = 31_536_000

export const temporaryUntil = (ports: Ports, seconds: unknown): number =>
  ports.clock.now() + number(seconds, 'expirationInSeconds', { min: MINUTE_SECONDS, max: 10 * YEAR_SECONDS }) * 1_000

export const assertTemporaryUsersAllowed = async (ports: Ports, tenantId: string): Promise<void> => {
  const { enabled } = await temporaryUsersSetting.of(ports.store, tenantId)
  if (!enabled) throw forbidden('Temporary users are turned off in this account')
}

const endOf = (end: number | null) => ({ temporaryExpirationDate: end === null ? null : iso(end) })

const endBeforeAndAfter = (member: MemberRecord, end: number | null) => ({
  userId: shownIdOf(member),
  ...beforeAndAfter(endOf(member.temporaryUntil), endOf(end)),
})

type MembershipCall = SignedRequest & { path: { userId: string } }

/** Sets when a membership ends, or `null` for never, and writes its audit row. */
const setEnd = (call: MembershipCall, end: number | null): Promise<void> => {
  const membership = { tenantId: call.auth.tenantId, userId: call.path.userId }
  const duration = end === null ? 'without an end' : `until ${iso(end)}`
  return setMembershipEnd(call, membership, end, (inside, { member }) =>
    call.audit({
      inside,
      action: 'Temporary access changed',
      resource: 'Users',
      description: `${member.email} has access ${duration}`,
      detail: endBeforeAndAfter(member, end),
    }),
  )
}

export const temporaryUserHandlers = {
  extendTemporaryUser: signedIn(async (call) => {
    const until = temporaryUntil(call.ports, call.body.expirationInSeconds)
    await assertTemporaryUsersAllowed(call.ports, call.auth.tenantId)
    await setEnd(call, until)
    return { temporaryExpirationDate: iso(until) }
  }),
  makeUserPermanent: signedIn(async (call) => {
    await setEnd(call, null)
    return {}
  }),
  getTemporaryUserConfig: signedIn(({ ports, auth }) => temporaryUsersSetting.of(ports.store, auth.tenantId)),
} satisfies Pick<Handlers<typeof team>, 'extendTemporaryUser' | 'makeUserPermanent' | 'getTemporaryUserConfig'>

export const temporaryUserConfigurationHandlers = {
  /** When off, no new user is given temporary access; existing temporary users keep theirs. */
  updateTemporaryUserConfig: signedIn(async (call) => {
    const { ports, auth, body, audit } = call
    const { enabled } = temporaryUsersSetting.input(body)
    const before = await temporaryUsersSetting.of(ports.store, auth.tenantId)
    await ports.store.transaction(async (store) => {
      await temporaryUsersSetting.save({ ...ports, store }, auth.tenantId, { enabled })
      await recordTemporaryUserSettings(call, store, enabled)
      await audit({
        inside: store,
        action: 'Temporary users configuration changed',
        resource: 'Users',
        description: `Temporary users are ${enabled ? 'on' : 'off'}`,
        detail: beforeAndAfter(before, { enabled }),
      })
    })
    return { enabled }
  }),
} satisfies Handlers<typeof temporaryUserConfiguration>
