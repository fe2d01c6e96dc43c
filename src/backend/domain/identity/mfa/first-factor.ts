import type { Caller, Reply } from '../../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'mfa')

/** Stores the proof of the first factor in a cookie for calls whose body has no field for it, such as recovery. */
export const keepFirstFactor = (
  { ports, reply }: { ports: Ports; reply: Reply },
  { mfaToken, seconds }: { mfaToken: string; seconds: number },
): void => {
  const cookie = privateCookie(ports.config, { name: nameOf(ports), value: mfaToken, seconds })
  reply.headers.append('Set-Cookie', cookie)
}

/** Returns the first-factor proofs that this browser holds. */
export const firstFactorsOf = ({ ports, caller }: { ports: Ports; caller: Caller }): readonly string[] =>
  caller.cookies(nameOf(ports))
