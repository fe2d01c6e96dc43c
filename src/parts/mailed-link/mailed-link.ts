import { type LinkOwner, type LinkToOwn, linkOwner } from '../../contract/sign-up.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { pageQuery } from '../../navigation/page-query.ts'

/** The values in the URL of a mailed link. */
export type Link = Pick<LinkToOwn, 'userId' | 'token'>

/**
 * Details of a link, loaded before it is used; `undefined` if the backend lacks this call, which doesn't block the
 * link.
 */
export type LinkFacts = LinkOwner | undefined

/** Another user's session ends first, but using the link waits no longer than this for it. */
const SILENT_LOGOUT_MS = 500

export const mailedLinkOf = (deps: Pick<FeatureDeps, 'navigator' | 'settings'>): Link | undefined => {
  const query = pageQuery(deps)
  const userId = query.get('userId')
  const token = query.get('token')
  return userId && token ? { userId, token } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const readFacts = (response: unknown): LinkFacts => {
  if (!isRecord(response)) return undefined
  const { dead, email, tenantName, inviterName, isInvitation, shouldSetPassword } = response
  return {
    ...((dead === 'used' || dead === 'expired') && { dead }),
    ...(isText(email) && { email }),
    ...(isText(tenantName) && { tenantName }),
    ...(isText(inviterName) && { inviterName }),
    ...(isInvitation === true && { isInvitation }),
    ...(typeof shouldSetPassword === 'boolean' && { shouldSetPassword }),
  }
}

export const loadLinkFacts = async (deps: FeatureDeps, link: LinkToOwn): Promise<LinkFacts> => {
  try {
    return readFacts(await deps.client({ linkOwner }).linkOwner.getLinkOwner({ body: link }))
  } catch (error) {
    deps.log.debug('The owner of this link is unknown; a password manager will ask', error)
    return undefined
  }
}

/** Ends the session of this browser: locally at once, and at the API shortly after. */
export const endSession = async ({ session, clock }: Pick<FeatureDeps, 'session' | 'clock'>): Promise<void> => {
  if (session.current().status !== 'signed-in') return
  const gone = session.logout().catch(() => undefined)
  await Promise.race([gone, wait(clock, SILENT_LOGOUT_MS)])
}
