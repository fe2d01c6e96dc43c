import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS, wrongCode } from '../../base/tickets.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import { addFactor, totpOf } from './factors.ts'

/**
 * Starts to enroll an authenticator app, whose secret counts only after one of its codes is entered. A new start with
 * the same `scope` replaces the earlier one.
 */
export const startTotp = async (ports: Ports, user: UserRecord, scope: string): Promise<string> => {
  const secret = ports.totp.newSecret()
  await ports.store.tickets.delete({ tokenHash: await ports.keyedHash('ticket', scope) })
  await keepSecret(ports, scope, {
    purpose: 'totp-enrollment',
    userId: user.id,
    tenantId: null,
    lifeMs: TICKET_LIFE_MS['totp-enrollment'],
    detail: { secret: await ports.secretBox.seal(secret, totpOf(user.id)) },
  })
  const { name } = await vendorSetting.ofVendor(ports.store)
  return ports.qr(ports.totp.uri({ secret, issuer: name, label: user.email }))
}

/** Completes the enrollment with a code, and returns the recovery code if this is the first factor. */
export const finishTotp = async (
  ports: Ports,
  user: UserRecord,
  { scope, code }: { scope: string; code: string },
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<string | undefined> => {
  const ticket = await liveTicket(ports, 'totp-enrollment', scope)
  if (!ticket || ticket.userId !== user.id) throw badRequest('This QR code has expired. Start over.').as('start-over')
  const sealed = String(jsonOf(ticket.detail).secret)
  const { text: secret } = await ports.secretBox.open(sealed, totpOf(user.id))
  const step = await ports.totp.verify({ secret, code, now: ports.clock.now() })
  if (step === undefined) throw wrongCode()
  await spendTicket(ports.store, ticket, ports.clock.now())
  await ports.store.tickets.update({ id: ticket.id }, { detail: '{}' })
  const value = { secret: await ports.secretBox.seal(secret, totpOf(user.id)) }
  return addFactor(ports, user.id, { kind: 'totp', value, counter: step }, alsoWrite)
}
