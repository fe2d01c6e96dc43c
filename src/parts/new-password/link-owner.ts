import { additions, type LinkToOwn } from '../../contract/additions.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** Whom a mailed link belongs to; empty where the backend does not tell, which stops nobody. */
export const linkOwner = async (deps: FeatureDeps, link: LinkToOwn): Promise<string> => {
  try {
    const { email } = await deps.client({ additions }).additions.getLinkOwner({ body: link })
    return typeof email === 'string' ? email : ''
  } catch (error) {
    deps.log.debug('Nobody tells whose link this is; a password manager will ask', error)
    return ''
  }
}
