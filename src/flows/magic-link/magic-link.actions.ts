import { login } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import { forgetLink, invitationOf, isLinkRefused, pageQuery } from '../../navigation/page-query.ts'
import { goToRoute, settleCallback, submitWith } from '../../parts/federation/complete-sign-in.ts'
import { goSignedIn } from '../../parts/sign-in-offer/sign-in-handover.ts'
import { type MagicLinkEvent, type MagicLinkState, magicLinkTransition } from './magic-link.state.ts'

export interface MagicLinkActions {
  /** Uses the link up. It runs only on a click, because mail scanners open links. */
  submit(): Promise<void>
  take(response: AuthResponse): Promise<void>
  leave(): void
}

/** Returns whether the URL has a magic-link token. */
export const hasToken = (deps: FeatureDeps): boolean =>
  Boolean(pageQuery(deps).get('token') ?? pageQuery(deps).get('code'))

export const magicLinkSlice: Slice<MagicLinkState, MagicLinkActions> = ({ get, set, deps }) => {
  const api = deps.client({ login })
  const send = (event: MagicLinkEvent) => set(() => magicLinkTransition(get(), event))

  const submit = submitWith<MagicLinkEvent>(send)
  const settle = (response: AuthResponse): Promise<MagicLinkEvent> =>
    settleCallback(deps, response, ({ id, email }) => {
      if (response.emailVerified) deps.events.after('user-verified', { id, email, origin: 'PASSWORDLESS' })
      deps.events.after('sign-in', { userId: id, email })
      return { type: 'signedIn' }
    })

  const finish = async (responseOf: () => Promise<AuthResponse>) => {
    if (get().progress.kind === 'busy') return
    await submit(async () => settle(await responseOf()))
    if (get().step === 'success') await goSignedIn(deps, 'local')
  }

  return {
    submit: () =>
      finish(async () => {
        const query = pageQuery(deps)
        const token = query.get('token') ?? query.get('code') ?? ''
        const body = { code: token, token, ...invitationOf(deps) }
        try {
          const response = await api.login.passwordlessPostLogin({ path: { type: 'magiclink' }, body })
          forgetLink(deps)
          return response
        } catch (error) {
          if (isLinkRefused(error)) forgetLink(deps)
          throw error
        }
      }),
    take: (response) => finish(async () => response),
    leave: () => goToRoute(deps, 'loginUrl'),
  }
}
