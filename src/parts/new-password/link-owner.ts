import { type LinkToOwn, linkOwner } from '../../contract/additions/link-owner.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** The owner of a mailed link; empty where the backend does not say, which blocks no one. */
export const emailOfLink = async (deps: FeatureDeps, link: LinkToOwn): Promise<string> => {
  try {
    const { email } = await deps.client({ linkOwner }).linkOwner.getLinkOwner({ body: link })
    return typeof email === 'string' ? email : ''
  } catch (error) {
    deps.log.debug('The owner of this link is unknown; a password manager will ask', error)
    return ''
  }
}
