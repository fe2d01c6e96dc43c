import type { entitlements } from '../../contract/entitlements.ts'
import { entitlementsV1, entitlementsV2 } from '../domain/billing/entitlements.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'

type AnyCall = Pick<SignedCall<unknown>, 'auth'>

const entitledUser = async ({ auth }: AnyCall) => ({ tenantId: auth.tenantId, keys: (await auth.grants()).keys })

/** Returns the user's claims that rules are evaluated with; the browser uses the same claims, and the profile. */
const claimsOf = ({ auth: { user, claims, tenantId } }: AnyCall) => ({
  ...claims,
  id: user.id,
  email: user.email,
  name: user.name,
  metadata: user.metadata,
  tenantId,
})

export const entitlementsHandlers = {
  loadEntitlementsV1: signedIn(async (call) =>
    entitlementsV1(call.ports.store, { ...(await entitledUser(call)), claims: claimsOf(call) }, call.ports.clock.now()),
  ),
  loadEntitlementsV2: signedIn(async (call) => entitlementsV2(call.ports.store, await entitledUser(call))),
} satisfies Handlers<typeof entitlements>
