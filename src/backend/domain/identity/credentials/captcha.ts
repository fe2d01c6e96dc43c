import type { Caller } from '../../../call/caller.ts'
import { badRequest, refuseDuplicate } from '../../../call/refusal.ts'
import type { CaptchaService, Ports } from '../../../ports.ts'
import { keepSecret } from '../../base/tickets.ts'
import { type CaptchaSetting, captchaSetting } from '../../settings/captcha.ts'
import { openVendorSecret } from '../../settings/vendor-secret.ts'

/** Milliseconds for which used tokens are remembered; longer than any widget's token is valid. */
const REMEMBERED_MS = 600_000

const MAX_TOKEN_LENGTH = 8_192

const refused = () => badRequest('Confirm that you’re not a robot, then try again.').as('captcha')

/** Remembers the token, so that it can be used only once, even by simultaneous requests. */
const spend = async (ports: Ports, token: string): Promise<void> => {
  const facts = { purpose: 'captcha', userId: null, tenantId: null, lifeMs: REMEMBERED_MS } as const
  await keepSecret(ports, token, facts).catch(refuseDuplicate(refused))
}

const serviceOf = async (ports: Ports, setting: CaptchaSetting): Promise<CaptchaService | undefined> => {
  const { verifyUrl, secret, secretReference, minScore } = setting
  if (!verifyUrl || !secret) return undefined
  return { verifyUrl, secret: await openVendorSecret(ports, secret, secretReference), minScore }
}

/**
 * Refuses a missing, replayed or wrong captcha token if the policy requires one. It also refuses when no captcha
 * service is configured.
 */
export const verifyCaptcha = async (ports: Ports, caller: Caller, token: unknown): Promise<void> => {
  const setting = await captchaSetting.ofVendor(ports.store)
  if (!setting.enabled) return
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_LENGTH) throw refused()
  await spend(ports, token)
  if (!(await ports.captcha?.(token, caller.ipAddress, await serviceOf(ports, setting)))) throw refused()
}
