import type { DomainLine, DomainsCreation } from '../../../contract/restrictions.ts'
import type { ListType } from '../../../entities/policies.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { normalizeDomain } from '../../../rules/email-domain.ts'
import type { DomainsContext } from './domains.context.ts'

const CONFLICT = 409
const BAD_REQUEST = 400

type Context = Pick<DomainsContext, 'api' | 'known'>

const addOne = async ({ api }: Context, line: string, type: ListType): Promise<DomainLine> => {
  const domain = normalizeDomain(line)
  if (domain === undefined) return { line, status: 'invalid' }
  try {
    return {
      line,
      status: 'created',
      restriction: await api.domainRestrictions.createDomain({ body: { domain, type } }),
    }
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined
    if (status === CONFLICT) return { line, status: 'exists' }
    if (status === BAD_REQUEST) return { line, status: 'invalid' }
    throw error
  }
}

/** Adds all domains with one call, or one after another if the backend lacks that call. */
export const addDomains = (context: Context, body: DomainsCreation): Promise<readonly DomainLine[]> =>
  context.known(
    'createDomains',
    async () => (await context.api.emailDomains.createDomains({ body })).lines,
    async () => {
      const added: DomainLine[] = []
      for (const line of body.domains) added.push(await addOne(context, line, body.type))
      return added
    },
  )
