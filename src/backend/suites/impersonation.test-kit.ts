import { impersonation } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { memberImpersonation } from '../../contract/users.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'

export interface SignedIn {
  token: string
  cookie: string
}

export const startImpersonation = (kit: Kit, { token, cookie }: SignedIn, userId: string): Promise<CallResponse> =>
  kit.call('POST', fillPath(memberImpersonation.startImpersonation.path, { userId }), { token, cookie, body: {} })

export const redeemImpersonation = (kit: Kit, given: { userId: string; actorToken: string }, cookie?: string) =>
  kit.call('POST', impersonation.impersonate.path, {
    cookie,
    body: { impersonatedUserId: given.userId, actorToken: given.actorToken },
  })

/** Starts a session in which `actor` impersonates the user. */
export const impersonate = async (kit: Kit, actor: SignedIn, userId: string): Promise<SignedIn> => {
  const { actorToken } = (await startImpersonation(kit, actor, userId)).body
  const response = await redeemImpersonation(kit, { userId, actorToken }, actor.cookie)
  if (response.status !== 200) throw new Error(`Impersonating ${userId}: ${JSON.stringify(response.body)}`)
  return { token: response.body.accessToken, cookie: response.cookies[0]?.split(';')[0] ?? '' }
}
