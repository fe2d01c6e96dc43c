import assert from 'node:assert/strict'
import type { Kit } from '../kit.test-kit.ts'
import { connect, type ScimClient, type ScimReply, validateDomain } from '../scim.test-kit.ts'

const DOMAIN = 'acme.test'

/** Opens a directory of an account with a verified domain, with checks of the changes that its requests make. */
export const openDirectory = async (kit: Kit) => {
  await validateDomain(kit, DOMAIN)
  const { scim } = await connect(kit)
  const send = async (status: number, ...request: Parameters<ScimClient>): Promise<ScimReply> => {
    const response = await scim(...request)
    assert.equal(response.status, status, `${request[0]} ${request[1]}: ${JSON.stringify(response.body)}`)
    return response
  }
  const isActive = async (name: string): Promise<boolean> => {
    const member = await kit.store.members.find({ tenantId: 'acme', email: `${name}@${DOMAIN}` })
    assert.ok(member, name)
    return member.disabledAt === null
  }
  const membersOf = async (id: string): Promise<string[]> => {
    const { body } = await send(200, 'GET', `Groups/${id}`)
    return (body.members ?? []).map(({ value }: { value: string }) => value).sort()
  }
  return { scim, send, isActive, membersOf }
}

export const filtered = (path: string, filter: string, more = ''): string =>
  `${path}?filter=${encodeURIComponent(filter)}${more}`
