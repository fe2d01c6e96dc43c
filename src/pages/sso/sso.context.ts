import { samlSettings } from '../../contract/additions/saml-settings.ts'
import { ssoConnections } from '../../contract/additions/sso-connections.ts'
import { ssoEnforcement } from '../../contract/additions/sso-enforcement.ts'
import { ssoConfigs } from '../../contract/sso-configs.ts'
import { team } from '../../contract/team.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { initialSso, type PartId, type SsoState } from './sso.state.ts'

const tables = { samlSettings, ssoConnections, ssoEnforcement, ssoConfigs, team }

/** What all actions of the page share. */
export const createSsoContext = (context: SliceContext<SsoState>) => {
  const page = createPageContext(context, { tables, initial: initialSso })
  return {
    ...page,
    /** Saves one form of the setup; its error is shown there, and nothing typed is lost. */
    async save(part: { id: PartId; subject?: string }, work: () => Promise<unknown>): Promise<boolean> {
      if (page.get().part?.busy) return false
      page.apply((state) => ({ ...state, part: { ...part, busy: true } }))
      try {
        await work()
        page.apply((state) => ({ ...state, part: undefined }))
        return true
      } catch (error) {
        page.apply((state) => ({ ...state, part: { ...part, busy: false, error: messageOf(error) } }))
        return false
      }
    },
  }
}

export type SsoContext = ReturnType<typeof createSsoContext>
