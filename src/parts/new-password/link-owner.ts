import { type LinkToOwn, linkOwner } from '../../contract/additions/link-owner.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** Whom a mailed link belongs to; empty where the backend does not tell, which stops nobody. */
export const emailOfLink = async (deps: FeatureDeps, link: LinkToOwn): Promise<string> => {
  try {
    const { email } = await deps.client({ linkOwner }).linkOwner.getLinkOwner({ body: link })
    return typeof email === 'string' ? email : ''
  } catch (error) {
    deps.log.debug('Nobody tells whose link this is; a password manager will ask', error)
    return ''
  }
}
